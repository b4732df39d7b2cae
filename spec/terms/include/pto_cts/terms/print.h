// SPDX-License-Identifier: MIT
// Terms as text, for people.
#pragma once

#include <string>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::terms {

/// The tree in infix notation, with the operand, scalar and attribute names of `instruction`, e.g.
/// "dst.rows * dst.cols * size(dst.dtype) % 512 == 0".
std::string print(const Instruction& instruction, const NodePtr& tree);

/// What the instruction leaves in a written operand, as a formula over i and j.
std::string print(const Instruction& instruction, const Effect& effect);

}  // namespace pto_cts::terms
