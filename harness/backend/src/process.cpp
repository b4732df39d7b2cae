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

// Bytes of the character that the text begins with; 0 where that is none, or one that controls a terminal. The shortest
// form alone is right, and neither surrogates nor numbers above U+10FFFF are characters (RFC 3629).
std::size_t character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  std::uint32_t number = first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    number = number << 6 | (byte(i) & 0x3F);
  }
  constexpr std::uint32_t kLeast[] = {0xA0, 0x800, 0x10000};  // U+0080 to U+009F are controls.
  const bool surrogate = number >= 0xD800 && number <= 0xDFFF;
  return number >= kLeast[length - 2] && !surrogate && number <= 0x10FFFF ? length : 0;
}

std::string escaped(char byte) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {'\\', 'x', kDigits[value >> 4], kDigits[value & 15]};
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
  return plain_text(tail);
}

std::string plain_text(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_at(text.substr(at));
    if (length > 0) plain += text.substr(at, length);
    else plain += escaped(text[at]);
    at += std::max<std::size_t>(length, 1);
  }
  return plain;
}

}  // namespace pto_cts::backend
