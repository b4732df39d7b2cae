// SPDX-License-Identifier: MIT
// What is told of a backend, and backends that cannot be opened.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

#include "faulty_backend.h"
#include "pto_cts/backend/backend.h"

namespace pto_cts::isolate::opening_test {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

TEST(Description, ComesThrough) {
  Bench bench([](const backend::Call&, std::uint64_t) { return executed(); });
  FaultyBackend original([](const backend::Call&, std::uint64_t) { return executed(); }, kProtected, 1);
  EXPECT_EQ(backend::describe(bench.backend()), backend::describe(original));
}

std::string opening_error(Opener open) {
  try {
    isolate(std::move(open), limits_of());
  } catch (const backend::CannotOpen& error) {
    return error.what();
  }
  return "opened";
}

TEST(Opening, FailsWithTheReason) {
  EXPECT_EQ(opening_error([]() -> std::unique_ptr<backend::Backend> { throw backend::CannotOpen("x.so: no such file"); }),
            "x.so: no such file");
  EXPECT_EQ(opening_error([]() -> std::unique_ptr<backend::Backend> { std::abort(); }),
            "it ended while it was opened: SIGABRT");
  EXPECT_NE(opening_error([]() -> std::unique_ptr<backend::Backend> { std::_Exit(4); }).find("status 4"), std::string::npos);
}

TEST(Opening, ThatLastsTooLongFails) {
  backend::Limits limits = limits_of();
  limits.start = std::chrono::milliseconds(100);
  EXPECT_THROW(isolate([]() -> std::unique_ptr<backend::Backend> { sleep(100); return nullptr; }, limits), backend::CannotOpen);
}

TEST(Opening, ThatFailsLaterCostsTheCallsThatAreLeft) {
  // Counts the openings, in whatever process.
  void* shared = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  int& opened = *static_cast<int*>(shared);
  Bench bench([](const backend::Call&, std::uint64_t number) -> Outcome {
    if (number == 2) std::abort();
    return executed();
  }, kProtected, 1, limits_of(), [&opened] {
    if (opened++ > 0) throw std::runtime_error("the device is gone");
  });
  const Results results = bench.run(5);
  EXPECT_TRUE(results.right[0] && results.right[1]);
  EXPECT_EQ(results.outcomes[2].kind, OutcomeKind::crashed);
  for (const std::size_t i : {3u, 4u}) {
    EXPECT_EQ(results.outcomes[i].kind, OutcomeKind::crashed);
    EXPECT_NE(results.outcomes[i].diagnostic.find("the device is gone"), std::string::npos) << results.outcomes[i].diagnostic;
  }
  EXPECT_EQ(opened, 4);
  munmap(shared, 4096);
}

}  // namespace
}  // namespace pto_cts::isolate::opening_test
