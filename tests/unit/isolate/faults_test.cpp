// SPDX-License-Identifier: MIT
// What a backend does to itself costs the call at which it does it, and no other.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "faulty_backend.h"

namespace pto_cts::isolate::faults_test {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

volatile std::uintptr_t nowhere = 8;

// A call in three does it; all others are right.
struct Fault {
  const char* name;
  std::function<void(const backend::Call&)> act;
  OutcomeKind kind;
  const char* text;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

void exhaust_memory() {
  while (true) {
    auto* block = static_cast<volatile char*>(std::malloc(1 << 20));
    for (std::size_t i = 0; i < (1 << 20); i += 4096) block[i] = 1;
  }
}

const Fault kFaults[] = {
    {"segfault", [](const auto&) { *reinterpret_cast<volatile int*>(nowhere) = 1; }, OutcomeKind::crashed, "SIGSEGV"},
    {"trap", [](const auto&) { __builtin_trap(); }, OutcomeKind::crashed, "SIGILL"},
    {"abort with text", [](const auto&) { std::fputs("shape is odd\n", stderr), std::abort(); }, OutcomeKind::rejected, "shape is odd"},
    {"abort without text", [](const auto&) { std::abort(); }, OutcomeKind::crashed, "SIGABRT"},
    {"assertion on stdout", [](const auto&) { std::puts("bad tile"), std::abort(); }, OutcomeKind::rejected, "bad tile"},
    {"abort of the C library", [](const auto&) { std::fputs("free(): invalid pointer\n", stderr), std::abort(); }, OutcomeKind::crashed, "free()"},
    {"loop", [](const auto&) { while (nowhere) {} }, OutcomeKind::timeout, "200 ms"},
    {"sleep", [](const auto&) { sleep(100); }, OutcomeKind::timeout, "200 ms"},
    {"exit", [](const auto&) { std::exit(0); }, OutcomeKind::crashed, "exited with status 0"},
    {"exit at once", [](const auto&) { std::_Exit(0); }, OutcomeKind::crashed, "exited with status 0"},
    {"kill the supervisor", [](const auto&) { kill(getppid(), SIGKILL), sleep(100); }, OutcomeKind::crashed, "watches over it"},
    {"exit with a status of ours", [](const auto&) { std::_Exit(1); }, OutcomeKind::crashed, "exited with status 1"},
    {"kill", [](const auto&) { raise(SIGKILL); }, OutcomeKind::crashed, "SIGKILL"},
    {"exception", [](const auto&) { throw std::runtime_error("no such tile"); }, OutcomeKind::crashed, "no such tile"},
    {"out of memory", [](const auto&) { exhaust_memory(); }, OutcomeKind::crashed, "out of memory"},
    {"out of memory in C++", [](const auto&) { while (true) new std::vector<char>(64 << 20); }, OutcomeKind::crashed, "out of memory"},
    {"write before", [](const auto& call) { const_cast<volatile std::byte*>(call.storages[0].data)[-1] = std::byte{1}; }, OutcomeKind::crashed, "SIGSEGV"},
};

class CostsOneCall : public testing::TestWithParam<Fault> {};

TEST_P(CostsOneCall, AndNoOther) {
  const Fault& fault = GetParam();
#if defined(__SANITIZE_ADDRESS__)
  if (std::string(fault.text) == "out of memory") GTEST_SKIP() << "the sanitizer ends the process its own way";
#endif
  for (const std::size_t at_once : {1u, 4u}) {
    const bool alone = at_once == 1;
    if (!alone && fault.name == std::string("write before")) continue;  // seen only between guard pages
    Bench bench([&](const backend::Call& call, std::uint64_t number) {
      if (number % 6 == 4) fault.act(call);
      return executed();
    }, alone ? kProtected : backend::Placement{}, at_once,
       limits_of(std::chrono::milliseconds(fault.kind == OutcomeKind::timeout ? 200 : 60'000)));
    const Results results = bench.run(12);
    for (std::size_t i = 0; i < 12; ++i) {
      const Outcome& outcome = results.outcomes[i];
      if (i % 6 == 4) {
        EXPECT_EQ(outcome.kind, fault.kind) << i << ": " << outcome.diagnostic;
        EXPECT_NE(outcome.diagnostic.find(fault.text), std::string::npos) << outcome.diagnostic;
      } else {
        EXPECT_EQ(outcome.kind, OutcomeKind::executed) << i << ": " << outcome.diagnostic;
        EXPECT_TRUE(results.right[i]) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isolate, CostsOneCall, testing::ValuesIn(kFaults));

}  // namespace
}  // namespace pto_cts::isolate::faults_test
