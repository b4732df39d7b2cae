// SPDX-License-Identifier: MIT
// One step towards simpler tuples.
#pragma once

#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

/// Tuples that are simpler than this one and differ from it in one step, the simplest first, each once. What several
/// operands share changes in one of them, in some, or in all. A step is: storage no longer shared; another shape; another
/// valid region; an extent static instead of dynamic; another location, layout, pad, attribute or element type, or two of
/// these. Legal or not: who asks keeps what the spec gives the verdict that is wanted.
std::vector<Tuple> simpler_tuples(const terms::Instruction& instruction, const Tuple& tuple);

}  // namespace pto_cts::generators
