// SPDX-License-Identifier: MIT
// What the end of a process says of the call that it ran.
#include "pto_cts/backend/process.h"

#include <gtest/gtest.h>

#include <csignal>

namespace pto_cts::backend {
namespace {

Outcome aborted(std::string_view text) { return outcome_of_death({.by_signal = true, .value = SIGABRT}, text); }

TEST(Death, AbortWithADiagnosticIsARejection) {
  for (const char* text : {"Assertion `rows > 0' failed.", "kernel.cpp:12: valid region too large\n", "x"}) {
    EXPECT_EQ(aborted(text).kind, OutcomeKind::rejected) << text;
    EXPECT_EQ(aborted(text).diagnostic + "\n", std::string(text).back() == '\n' ? text : std::string(text) + "\n");
  }
}

TEST(Death, AbortWithoutOneIsACrash) {
  for (const char* text : {"", "\n", " \t\r\n"}) {
    EXPECT_EQ(aborted(text).kind, OutcomeKind::crashed);
    EXPECT_EQ(aborted(text).diagnostic, "SIGABRT");
  }
}

// As glibc, libstdc++, libc++ and the sanitizers print them.
TEST(Death, WhatTheRuntimeSaysIsNoDiagnostic) {
  for (const char* text : {
           "free(): invalid pointer", "free(): double free detected in tcache 2", "malloc(): corrupted top size",
           "double free or corruption (out)", "corrupted size vs. prev_size", "corrupted double-linked list",
           "munmap_chunk(): invalid pointer", "realloc(): invalid next size", "malloc_consolidate(): unaligned fastbin chunk detected",
           "*** stack smashing detected ***: terminated", "*** buffer overflow detected ***: terminated",
           "terminate called after throwing an instance of 'std::runtime_error'\n  what():  shape", "terminate called recursively",
           "libc++abi: terminating due to uncaught exception", "pure virtual method called\nterminate called without an active exception",
           "==12==ERROR: AddressSanitizer: heap-buffer-overflow", "kernel.cpp:3:5: runtime error: signed integer overflow"}) {
    EXPECT_EQ(aborted(text).kind, OutcomeKind::crashed) << text;
    EXPECT_NE(aborted(text).diagnostic.find("SIGABRT: "), std::string::npos) << text;
  }
}

TEST(Death, OfASanitizersReportRemainsWhatIsTheSameEachTime) {
  EXPECT_EQ(aborted("==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602\nREAD of size 4\n"
                    "SUMMARY: AddressSanitizer: heap-buffer-overflow (/some/library.so+0x1234) (BuildId: 12)\n==12==ABORTING\n")
                .diagnostic,
            "SIGABRT: AddressSanitizer: heap-buffer-overflow");
}

TEST(Death, OtherSignalsAreCrashesWhateverWasPrinted) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGKILL, SIGTERM}) {
    const Outcome outcome = outcome_of_death({.by_signal = true, .value = signal}, "assertion failed");
    EXPECT_EQ(outcome.kind, OutcomeKind::crashed);
    EXPECT_EQ(outcome.diagnostic, signal_name(signal) + ": assertion failed");
  }
  EXPECT_EQ(signal_name(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(signal_name(SIGRTMIN + 3), "signal " + std::to_string(SIGRTMIN + 3));
}

TEST(Death, ByExitNamesTheStatus) {
  EXPECT_EQ(outcome_of_death({.by_signal = false, .value = 0}, "").diagnostic, "exited with status 0");
  EXPECT_EQ(outcome_of_death({.by_signal = false, .value = SIGABRT}, "assertion failed").kind, OutcomeKind::crashed);
}

TEST(Death, OutOfMemoryIsNoRejection) {
  EXPECT_EQ(outcome_of_death({.by_signal = true, .value = SIGABRT, .out_of_memory = true}, "no memory").diagnostic,
            "out of memory: no memory");
  const Outcome thrown = aborted("terminate called after throwing an instance of 'std::bad_alloc'");
  EXPECT_EQ(thrown.kind, OutcomeKind::crashed);
  EXPECT_TRUE(thrown.diagnostic.starts_with("out of memory: ")) << thrown.diagnostic;
}

TEST(LastLines, AreShortAndPrintable) {
  EXPECT_EQ(last_lines("  one\ttwo\x1b[31m\nthree\n\n"), "one two [31m three");
  std::string text(5000, 'a');
  text.append("\nlast line\n");
  EXPECT_EQ(last_lines(text, 100), "last line");
  EXPECT_EQ(last_lines(std::string(5000, 'a'), 100).size(), 100u);
  EXPECT_EQ(last_lines(""), "");
  EXPECT_EQ(last_lines("dst: caf\xE9"), "dst: caf\\xE9");
  EXPECT_EQ(last_lines("\xE5\xBD\xA2\xE7\x8A\xB6", 5), "\\xBD\\xA2\xE7\x8A\xB6") << "cut in mid-character";
}

TEST(PlainText, IsValidAndControlsNoTerminal) {
  const std::string right = "a~ \u00e9 \u5f62\u72b6 \U0001F600 \u07ff \U0010FFFF";
  EXPECT_EQ(plain_text(right), right);
  EXPECT_EQ(plain_text("\xE5\xBD"), "\\xE5\\xBD") << "cut short";
  EXPECT_EQ(plain_text("\xC0\xAF"), "\\xC0\\xAF") << "too long a form";
  EXPECT_EQ(plain_text("\xE0\x80\x80"), "\\xE0\\x80\\x80");
  EXPECT_EQ(plain_text("\xED\xA0\x80"), "\\xED\\xA0\\x80") << "a surrogate";
  EXPECT_EQ(plain_text("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80") << "above U+10FFFF";
  EXPECT_EQ(plain_text("\xC2\x9B" "31m"), "\\xC2\\x9B" "31m") << "a control of a terminal in one character";
  EXPECT_EQ(plain_text(std::string("a\x1b[31m\n\0b", 9)), "a\\x1B[31m\\x0A\\x00b");
}

}  // namespace
}  // namespace pto_cts::backend
