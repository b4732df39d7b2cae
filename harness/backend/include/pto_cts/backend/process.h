// SPDX-License-Identifier: MIT
// A backend in a process of its own: what it may take, and what it means for a call that the process has ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "pto_cts/backend/backend.h"

namespace pto_cts::backend {

struct Limits {
  std::chrono::milliseconds call{10'000};   ///< Wall time of one call.
  std::chrono::milliseconds start{60'000};  ///< Wall time from the start of the process until it can take calls.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  ///< Address space of a program, or what a forked process may
                                                        ///< add to what it begins with. 0 is no limit.
};

/// How a process ended.
struct Death {
  bool by_signal = false;
  int value = 0;          ///< The signal, or the exit status.
  bool out_of_memory = false;
};

/// crashed, with what is known of the cause; but rejected where the process aborted after it had written a diagnostic,
/// as an assertion does; its memory is lost then, unless the caller knows better. `text` is what it wrote to standard error since the call began. What the C library, the C++
/// runtime or a sanitizer writes when it gives up is no diagnostic.
Outcome outcome_of_death(const Death& death, std::string_view text);

/// "SIGSEGV", or "signal 42".
std::string signal_name(int signal);

/// The last lines of a text, with control characters replaced; for diagnostics.
std::string last_lines(std::string_view text, std::size_t max_bytes = 400);

/// Text that a report and a terminal can take, whatever a backend wrote: a byte that is not part of a UTF-8 character, or
/// that begins one which controls a terminal, becomes "\xE9" in letters.
std::string plain_text(std::string_view text);

}  // namespace pto_cts::backend
