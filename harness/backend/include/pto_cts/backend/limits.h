// SPDX-License-Identifier: MIT
// What a backend in a process of its own may take.
#pragma once

#include <chrono>
#include <cstdint>

namespace pto_cts::backend {

struct Limits {
  std::chrono::milliseconds call{10'000};   ///< Wall time of one call.
  std::chrono::milliseconds start{60'000};  ///< Wall time from the start of the process until it can take calls.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  ///< Address space of a program, or what a forked process may
                                                        ///< add to what it begins with. 0 is no limit.
};

}  // namespace pto_cts::backend
