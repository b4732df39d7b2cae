// SPDX-License-Identifier: MIT
#include "pto_cts/backend/death.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

namespace pto_cts::backend {
namespace {

// Beginnings and parts of what glibc, libstdc++, libc++ and the sanitizers print before they abort on their own account.
constexpr std::array<std::string_view, 22> kRuntimeTexts = {"free():",
                                                            "malloc():",
                                                            "malloc_consolidate():",
                                                            "realloc():",
                                                            "munmap_chunk():",
                                                            "mremap_chunk():",
                                                            "double free or corruption",
                                                            "corrupted size vs. prev_size",
                                                            "corrupted double-linked list",
                                                            "tcache_thread_shutdown():",
                                                            "malloc: ",
                                                            "*** stack smashing detected ***",
                                                            "*** buffer overflow detected ***",
                                                            "*** %n in writable segment",
                                                            "*** longjmp causes uninitialized",
                                                            "Fatal glibc error:",
                                                            "terminate called",
                                                            "terminating due to uncaught",
                                                            "libc++abi: terminating",
                                                            "pure virtual method called",
                                                            "Sanitizer:",
                                                            ": runtime error: "};

bool is_of_the_runtime(std::string_view text) {
  return std::any_of(kRuntimeTexts.begin(), kRuntimeTexts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

Outcome outcome_of_death(const Death& death, std::string_view text) {
  const std::string tail = last_lines(text);
  const bool aborted = death.by_signal && death.value == SIGABRT;
  const bool out_of_memory = death.out_of_memory || (aborted && text.find("std::bad_alloc") != std::string_view::npos);
  if (aborted && !out_of_memory && !is_blank(text) && !is_of_the_runtime(text)) return {OutcomeKind::rejected, tail};
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
