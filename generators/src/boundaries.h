// SPDX-License-Identifier: MIT
// The boundary predicates of an instruction: one at a time, they make the legal cells.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

struct Boundary {
  std::string name;
  terms::NodePtr predicate;
};

/// For each tile operand: extents of 1, full, one less, not a multiple of 8 or of 32 bytes, least and greatest capacity,
/// one row, least columns, static and dynamic extents; pads and attributes that the instruction knows; sharing of
/// storage; and how each source's valid region compares with the destination's.
std::vector<Boundary> boundaries(const terms::Instruction& instruction);

}  // namespace pto_cts::generators
