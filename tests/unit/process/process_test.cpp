// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "calls.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/process/process_backend.h"

namespace pto_cts::process::process_test {
namespace {

namespace fs = std::filesystem;
using backend::OutcomeKind;
using std::chrono::milliseconds;

constexpr std::size_t kCalls = 5;

std::size_t open_files() {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

/// Holds each test to leaving no process and no file behind.
class Process : public testing::Test {
 protected:
  void SetUp() override {
    file_ = fs::temp_directory_path() / ("pto-cts-process-" + std::to_string(::getpid()));
    fs::remove(file_);
    files_ = open_files();
  }
  void TearDown() override {
    EXPECT_EQ(open_files(), files_);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    fs::remove(file_);
  }

  // No limit on memory by default: programs with a sanitizer take all there is.
  std::unique_ptr<backend::Backend> open(const std::string& fault, const std::string& at = "2",
                                         backend::Limits limits = {.memory_bytes = 0}) const {
    return open_process("'" PTO_CTS_PROGRAM "' " + fault + " " + at + " '" + file_.string() + "'", limits);
  }

  /// The fault costs call 2 of five, and nothing else.
  void expect_one(const std::string& fault, OutcomeKind kind, const std::string& text,
                  backend::Limits limits = {.memory_bytes = 0}) const {
    SCOPED_TRACE(fault);
    const auto backend = open(fault, "2", limits);
    Calls calls(kCalls);
    calls.run(*backend);
    for (std::size_t i = 0; i < kCalls; ++i) {
      if (i != 2) {
        EXPECT_TRUE(calls.is_right(i)) << i << ": " << calls.outcome(i).diagnostic;
      }
    }
    EXPECT_EQ(calls.outcome(2).kind, kind) << name(calls.outcome(2).kind) << ": " << calls.outcome(2).diagnostic;
    EXPECT_EQ(calls.outcome(2).diagnostic, text);
    EXPECT_TRUE(calls.is_untouched(2));
    EXPECT_EQ(backend->remarks(), std::vector<std::string>{});
  }

  std::string why_not(const std::string& fault, backend::Limits limits = {.memory_bytes = 0}) const {
    try {
      open(fault, "2", limits);
    } catch (const backend::CannotOpen& error) {
      return error.what();
    }
    return "opened";
  }

  fs::path file_;
  std::size_t files_ = 0;
};

constexpr backend::Limits kShort = {.call = milliseconds{300}, .start = milliseconds{10'000}, .memory_bytes = 0};

TEST_F(Process, DescribesWhatTheProgramSays) {
  const auto backend = open("none");
  EXPECT_EQ(backend->name(), "faulty");
  EXPECT_EQ(backend->version(), "7");
  EXPECT_EQ(backend->capabilities().instructions, std::vector<std::string>{"TMULS"});
  EXPECT_EQ(backend->observability(), (backend::Observability{false, true, false, true, true}));
  EXPECT_EQ(backend->batch_cases(), 16u);
}

TEST_F(Process, ExecutesCallsInOrder) {
  const auto backend = open("none");
  Calls calls(100);
  for (int i = 0; i < 2; ++i) {
    calls.run(*backend);
    for (std::size_t k = 0; k < 100; ++k) EXPECT_TRUE(calls.is_right(k)) << k;
  }
}

TEST_F(Process, WritesRequestsWhileItReadsReplies) {
  const auto backend = open("none");
  Calls calls(12, 4096);  // a MiB for each storage, more than any pipe holds
  calls.run(*backend);
  for (std::size_t k = 0; k < 12; ++k) EXPECT_TRUE(calls.is_right(k)) << k;
}

TEST_F(Process, CrashesCostOneCall) {
  expect_one("crash", OutcomeKind::crashed, "SIGSEGV");
  expect_one("abort", OutcomeKind::crashed, "SIGABRT");
  expect_one("exit", OutcomeKind::crashed, "exited with status 0");
  expect_one("truncate", OutcomeKind::crashed, "exited with status 0");
}

TEST_F(Process, AnAssertionIsARejection) {
  expect_one("abort-with-text", OutcomeKind::rejected, "Assertion failed: 16 rows");
}

TEST_F(Process, AnAssertionAtEachCallRejectsEach) {
  const auto backend = open("abort-with-text", "all");
  Calls calls(kCalls);
  calls.run(*backend);
  for (std::size_t i = 0; i < kCalls; ++i) {
    EXPECT_EQ(calls.outcome(i).kind, OutcomeKind::rejected);
    EXPECT_EQ(calls.outcome(i).diagnostic, "Assertion failed: 16 rows");
  }
}

TEST_F(Process, WhatEarlierCallsWroteIsNoDiagnostic) {
  const auto backend = open("log-or-abort-at-2", "all");
  Calls calls(kCalls);
  calls.run(*backend);
  EXPECT_TRUE(calls.is_right(1) && calls.is_right(3));
  EXPECT_EQ(calls.outcome(2).kind, OutcomeKind::crashed);
  EXPECT_EQ(calls.outcome(2).diagnostic, "SIGABRT");
}

TEST_F(Process, AnAssertionThatDoesNotHoldAgainIsACrash) {
  const auto backend = open("abort-once");
  Calls calls(kCalls);
  calls.run(*backend);
  EXPECT_TRUE(calls.is_right(1) && calls.is_right(3) && calls.is_right(4));
  EXPECT_EQ(calls.outcome(2).kind, OutcomeKind::crashed);
  EXPECT_EQ(calls.outcome(2).diagnostic, "SIGABRT, but an answer when the call was made again, alone");
}

TEST_F(Process, HangsCostOneCall) {
  expect_one("hang", OutcomeKind::timeout, "no reply within 300 ms", kShort);
  expect_one("close-output", OutcomeKind::protocol_error, "the program has closed its standard output", kShort);
}

TEST_F(Process, BreachesOfTheProtocolCostOneCall) {
  const auto expect_breach = [this](const char* fault, const char* text) {
    expect_one(fault, OutcomeKind::protocol_error, text);
  };
  const std::string lengths = " bytes of text; give 2 to 1048576, and write nothing else to standard output";
  expect_breach("garbage", ("a message announces 4294967295" + lengths).c_str());
  expect_breach("print", ("a message announces 1802661751" + lengths).c_str());
  expect_breach("huge-text", ("a message announces 2147483647" + lengths).c_str());
  expect_breach("huge-data", "a message announces 1073741824 bytes of data; give 0 to 67108864");
  expect_breach("no-json", "not JSON at line 1, column 2; restore the damaged text");
  expect_breach("wrong-id", "id: found '20'; answer calls once, in their order, as '2' here");
  expect_breach("wrong-size", "the data have 1025 bytes; give the 1024 of the storages listed");
  expect_breach("missing-storage", "storages: 0 is missing; list it and give its contents");
  expect_breach("unknown-field", "unknown field 'storage'; remove it or correct its name");
}

TEST_F(Process, MemoryIsLimited) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address space of a program with a sanitizer cannot be limited";
#endif
  expect_one("allocate", OutcomeKind::crashed,
             "out of memory: terminate called after throwing an instance of 'std::bad_alloc'   what():  std::bad_alloc",
             {.memory_bytes = std::uint64_t{256} << 20});
}

TEST_F(Process, LogsAreReadAndForgotten) {
  const auto backend = open("log-much", "all");
  Calls calls(kCalls);
  calls.run(*backend);
  for (std::size_t i = 0; i < kCalls; ++i) EXPECT_TRUE(calls.is_right(i)) << i;
  expect_one("log-much-and-crash", OutcomeKind::crashed, "SIGSEGV: the end");
}

TEST_F(Process, KillsWhatTheProgramStarted) {
  expect_one("crash-with-child", OutcomeKind::crashed, "SIGSEGV");
  std::string child, state;
  std::ifstream(file_) >> child;
  std::ifstream status("/proc/" + child + "/stat");
  status >> child >> child >> state;
  EXPECT_TRUE(state.empty() || state == "Z" || state == "X") << state;
}

TEST_F(Process, ADeathBetweenCallsIsARemark) {
  const auto backend = open("die-after-reply", "4");
  Calls calls(kCalls);
  for (int i = 0; i < 3; ++i) {
    calls.run(*backend);
    for (std::size_t k = 0; k < kCalls; ++k) EXPECT_TRUE(calls.is_right(k)) << calls.outcome(k).diagnostic;
  }
  ASSERT_EQ(backend->remarks().size(), 1u);
  EXPECT_EQ(backend->remarks()[0], "the program ended 2 times between calls, first: SIGSEGV");
}

TEST_F(Process, ADeathBeforeTheNextCallIsReadIsARemark) {
  const auto backend = open("die-after-reply", "2");
  Calls calls(kCalls);
  calls.run(*backend);
  for (std::size_t k = 0; k < kCalls; ++k) EXPECT_TRUE(calls.is_right(k)) << calls.outcome(k).diagnostic;
  EXPECT_EQ(backend->remarks().size(), 1u);
}

TEST_F(Process, DoesNotStartAgainForever) {
  const auto backend = open("no-second-start", "2");
  Calls calls(kCalls);
  calls.run(*backend);
  EXPECT_TRUE(calls.is_right(0) && calls.is_right(1));
  EXPECT_EQ(calls.outcome(2).diagnostic, "SIGSEGV");
  for (std::size_t i : {3, 4}) {
    EXPECT_EQ(calls.outcome(i).kind, OutcomeKind::crashed);
    EXPECT_EQ(calls.outcome(i).diagnostic,
              "the program cannot be started again: no answer to hello: exited with status 3; give a program that "
              "speaks the protocol");
  }
  EXPECT_FALSE(backend->renew());
  fs::remove(file_);
  EXPECT_TRUE(backend->renew());
}

TEST_F(Process, WantsTheSameDescriptionAgain) {
  const auto backend = open("other-second-start", "2");
  Calls calls(kCalls);
  calls.run(*backend);
  EXPECT_EQ(calls.outcome(3).kind, OutcomeKind::protocol_error);
  EXPECT_EQ(calls.outcome(3).diagnostic,
            "the program cannot be started again: it describes itself otherwise than before");
}

TEST_F(Process, CanBeRenewed) {
  const auto backend = open("none");
  Calls calls(kCalls);
  calls.run(*backend);
  EXPECT_TRUE(backend->renew());
  calls.run(*backend);
  EXPECT_TRUE(calls.is_right(0));
}

TEST_F(Process, RefusesAProgramThatCannotBeOpened) {
  EXPECT_NE(why_not("version").find("it speaks version 2 of the protocol; give a program that speaks version 1"),
            std::string::npos)
      << why_not("version");
  EXPECT_NE(why_not("ignore-hello", {.start = milliseconds{300}, .memory_bytes = 0})
                .find("no answer to hello: nothing came within 300 ms; "),
            std::string::npos);
  EXPECT_THROW(open_process("", {}), backend::CannotOpen);
  EXPECT_THROW(open_process("true", {}), backend::CannotOpen);
  EXPECT_THROW(open_process("echo hello", {}), backend::CannotOpen);
  try {
    open_process("/no/such/program x", {});
    ADD_FAILURE();
  } catch (const backend::CannotOpen& error) {
    EXPECT_STREQ(error.what(),
                 "process:/no/such/program x: '/no/such/program' cannot be started (No such file or directory); give a "
                 "program that can be run");
  }
}

TEST_F(Process, AProgramThatStaysIsKilled) {
  const auto begin = std::chrono::steady_clock::now();
  open("stay");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds{5000});
}

TEST_F(Process, DiesWithTheSuiteHoweverThatEnds) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t suite = ::fork();
  if (suite == 0) {
    const auto backend = open("none");
    pid_t program = 0;
    std::ifstream("/proc/self/task/" + std::to_string(::getpid()) + "/children") >> program;
    if (::write(ends[1], &program, sizeof program) < 0) std::_Exit(1);
    ::pause();
  }
  pid_t program = 0;
  ASSERT_EQ(::read(ends[0], &program, sizeof program), static_cast<ssize_t>(sizeof program));
  ::close(ends[0]);
  ::close(ends[1]);
  ASSERT_GT(program, 0);
  EXPECT_EQ(::kill(program, 0), 0);
  ::kill(suite, SIGKILL);
  ::waitpid(suite, nullptr, 0);
  bool gone = false;
  for (int i = 0; i < 500 && !gone; ++i) {
    std::ifstream file("/proc/" + std::to_string(program) + "/stat");
    std::string number, name, state;
    gone = !(file >> number >> name >> state) || state == "Z";
    ::usleep(10'000);
  }
  EXPECT_TRUE(gone);
}

}  // namespace
}  // namespace pto_cts::process::process_test
