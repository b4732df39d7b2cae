// SPDX-License-Identifier: MIT
// When an abort is a rejection, and when it cannot pass for one.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "faulty_backend.h"

namespace pto_cts::isolate::rejection_test {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

volatile std::uintptr_t nowhere = 8;

TEST(Rejection, ByAnAssertionShowsWhatWasWrittenBefore) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}}) {
    Bench bench([](const backend::Call& call, std::uint64_t number) {
      if (number == 1) call.storages[0].data[17] = std::byte{0x77};
      std::fputs("assertion failed: valid rows\n", stderr);
      std::abort();
      return executed();
    }, placement);
    const Results results = bench.run(2);
    EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::rejected);
    EXPECT_EQ(results.destinations[0][kGuard + 17], std::byte{0x5A});
    EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::rejected);
    EXPECT_EQ(results.destinations[1][kGuard + 17], std::byte{0x77});
  }
}

// What the backend sets up itself must not hide what it does.
TEST(Rejection, CannotBeFeigned) {
  const std::pair<const char*, std::function<void(const backend::Call&)>> tricks[] = {
      {"a handler of its own, set before", [](const backend::Call&) { *reinterpret_cast<volatile int*>(nowhere) = 1; }},
      {"another standard error",
       [](const backend::Call&) {
         if (!freopen("/dev/null", "w", stderr)) std::_Exit(1);
         std::abort();
       }},
      {"no standard error",
       [](const backend::Call&) {
         for (int fd = 0; fd < 100; ++fd) close(fd);
         std::abort();
       }},
      {"another runtime", [](const backend::Call&) { std::fputs("fatal runtime error: stack overflow\n", stderr), std::abort(); }}};
  for (const auto& [name, trick] : tricks) {
    Bench bench([&](const backend::Call& call, std::uint64_t number) {
      if (number == 0) {
        std::fputs("a line\n", stderr);
        signal(SIGSEGV, [](int) { std::fputs("caught\n", stderr), std::abort(); });
      }
      if (number == 1) trick(call);
      return executed();
    });
    EXPECT_EQ(bench.run(3).outcomes[1].kind, OutcomeKind::crashed) << name;
  }
}

TEST(Rejection, BySeveralThreadsAtOnce) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    std::fputs("assertion failed\n", stderr);
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back([] { std::abort(); });
    for (std::thread& thread : threads) thread.join();
    return executed();
  });
  for (const Outcome& outcome : bench.run(40).outcomes) EXPECT_EQ(outcome.kind, OutcomeKind::rejected) << outcome.diagnostic;
}

TEST(Rejection, WithAFarWriteBeforeItIsNotClean) {
  Bench bench([](const backend::Call& call, std::uint64_t) {
    std::memset(call.storages[0].data + kTile + 512, 1, 100);
    std::fputs("assertion failed\n", stderr);
    std::abort();
    return executed();
  }, {});
  const Outcome outcome = bench.run(1).outcomes[0];
  EXPECT_EQ(outcome.kind, OutcomeKind::rejected);
  ASSERT_TRUE(outcome.stray);
  EXPECT_TRUE(outcome.stray->write);
}

TEST(Rejection, AfterMuchOutput) {
  Bench bench([](const backend::Call&, std::uint64_t) {
    for (int i = 0; i < 3000; ++i) std::fputs((std::string(1000, '.') + "\n").c_str(), stderr);
    std::fputs("assertion failed\n", stderr);
    usleep(600'000);
    std::abort();
    return executed();
  });
  const Outcome outcome = bench.run(1).outcomes[0];
  EXPECT_EQ(outcome.kind, OutcomeKind::rejected) << outcome.diagnostic;
  EXPECT_TRUE(outcome.diagnostic.ends_with("assertion failed")) << outcome.diagnostic;
}

TEST(Rejection, UnderADefaultHandlerShowsWhatWasWrittenBefore) {
  Bench bench([](const backend::Call& call, std::uint64_t) {
    signal(SIGABRT, SIG_DFL);
    call.storages[0].data[17] = std::byte{0x77};
    std::fputs("assertion failed\n", stderr);
    std::abort();
    return executed();
  });
  const Results first = bench.run(1);
  EXPECT_EQ(first.outcomes[0].kind, OutcomeKind::crashed);
}

TEST(Rejection, TextOfAnEarlierCallIsNoAssertion) {
  Bench bench([](const backend::Call&, std::uint64_t number) {
    if (number == 0) std::fputs("warning: slow path\n", stderr);
    if (number == 1) std::abort();
    return executed();
  });
  const Results results = bench.run(3);
  EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::executed);
  EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::crashed);
  EXPECT_EQ(results.outcomes[2].kind, OutcomeKind::executed);
}

}  // namespace
}  // namespace pto_cts::isolate::rejection_test
