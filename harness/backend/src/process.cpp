// SPDX-License-Identifier: MIT
#include "pto_cts/backend/process.h"

#include <algorithm>
#include <csignal>
#include <cstring>

namespace pto_cts::backend {
namespace {

// Parts of what C libraries, allocators, language runtimes and sanitizers print before they abort on their own account.
constexpr std::string_view kRuntimeTexts[] = {"free():",
                                              "malloc():",
                                              "malloc_consolidate():",
                                              "realloc():",
                                              "munmap_chunk():",
                                              "mremap_chunk():",
                                              "double free or corruption",
                                              "corrupted size vs. prev_size",
                                              "corrupted double-linked list",
                                              "tcache_thread_shutdown():",
                                              "*** stack smashing detected ***",
                                              "*** buffer overflow detected ***",
                                              "*** bit out of range",
                                              "*** %n in writable segment",
                                              "*** longjmp causes uninitialized",
                                              "Fatal glibc error:",
                                              "<jemalloc>",
                                              "mimalloc: error",
                                              "Attempt to free invalid pointer",
                                              "Scudo ERROR",
                                              "terminate called",
                                              "terminating due to uncaught",
                                              "libc++abi: terminating",
                                              "pure virtual method called",
                                              "fatal runtime error:",
                                              "Fatal Python error:",
                                              "A fatal error has been detected by the Java Runtime",
                                              "Sanitizer:"};

// "file.cpp:3:5: runtime error: ", as the undefined-behaviour sanitizer begins.
bool is_of_ubsan(std::string_view text) {
  constexpr std::string_view kWords = ": runtime error: ";
  for (std::size_t at = text.find(kWords); at != std::string_view::npos; at = text.find(kWords, at + 1))
    if (at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9') return true;
  return false;
}

bool is_of_the_runtime(std::string_view text) {
  return is_of_ubsan(text) || std::any_of(std::begin(kRuntimeTexts), std::end(kRuntimeTexts),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

// A sanitizer's report names addresses, processes and places of this machine; what it is about stands in its summary,
// as in "SUMMARY: AddressSanitizer: heap-buffer-overflow ...".
std::string_view summary_of(std::string_view text) {
  constexpr std::string_view kSummary = "SUMMARY: ", kName = "Sanitizer: ";
  const std::size_t begin = text.rfind(kSummary);
  const std::size_t name = begin == std::string_view::npos ? begin : text.find(kName, begin);
  if (name == std::string_view::npos) return text;
  const std::size_t end = text.find_first_of(" \n", name + kName.size());
  return text.substr(begin + kSummary.size(), end == std::string_view::npos ? end : end - begin - kSummary.size());
}

}  // namespace

Outcome outcome_of_death(const Death& death, std::string_view text) {
  const std::string tail = last_lines(summary_of(text));
  const bool aborted = death.by_signal && death.value == SIGABRT;
  const bool says_so = text.find("alloc") != std::string_view::npos || text.find("emory") != std::string_view::npos;
  const bool diagnosed = aborted && !is_blank(text) && !is_of_the_runtime(text);
  if (diagnosed && !(death.out_of_memory && says_so)) return {OutcomeKind::rejected, tail, std::nullopt, true};
  const bool out_of_memory = death.out_of_memory || (aborted && text.find("std::bad_alloc") != std::string_view::npos);
  std::string what = out_of_memory     ? "out of memory"
                     : death.by_signal   ? signal_name(death.value)
                                         : "exited with status " + std::to_string(death.value);
  if (!tail.empty()) what += ": " + tail;
  return {OutcomeKind::crashed, std::move(what)};
}

std::string signal_name(int signal) {
  if (const char* abbreviation = sigabbrev_np(signal)) return std::string("SIG") + abbreviation;
  return "signal " + std::to_string(signal);
}

std::string last_lines(std::string_view text, std::size_t max_bytes) {
  while (!text.empty() && is_blank(text.substr(text.size() - 1))) text.remove_suffix(1);
  if (text.size() > max_bytes) {
    text.remove_prefix(text.size() - max_bytes);
    if (const std::size_t line = text.find('\n'); line != std::string_view::npos) text.remove_prefix(line + 1);
  }
  while (!text.empty() && is_blank(text.substr(0, 1))) text.remove_prefix(1);
  std::string tail(text);
  std::replace_if(tail.begin(), tail.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
  return tail;
}

}  // namespace pto_cts::backend
