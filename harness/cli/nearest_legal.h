// SPDX-License-Identifier: MIT
// The nearest legal tuple, sought for a limited time.
#pragma once

#include <optional>

#include "pto_cts/smt/witnesses.h"

namespace pto_cts::cli {

struct Nearest {
  std::optional<smt::Twin> twin;
  bool gave_up = false;  ///< The time was up, or the solver gave up.
};

/// As smt::Witnesses::nearest_legal, in a process of its own: a few absurd tuples keep the solver busy for many
/// minutes. pre: the program has one thread.
Nearest nearest_legal(const terms::Instruction& instruction, Profile profile, const Tuple& tuple);

}  // namespace pto_cts::cli
