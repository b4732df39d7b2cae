// SPDX-License-Identifier: MIT
// Terms as text, for people.
#pragma once

#include <string>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::terms {

/// How operators are spelled: "<=", "&&" and "ceil(a / b)"; or as mathematics has them, with integer quotients in floor
/// brackets and "mod" in brackets wherever it is part of a sum or product.
enum class Notation { ascii, mathematics };

/// The tree in infix notation, with the operand, scalar and attribute names of `instruction`, e.g.
/// "dst.rows * dst.cols * size(dst.dtype) % 512 == 0".
std::string print(const Instruction& instruction, const NodePtr& tree, Notation notation = Notation::ascii);

/// What the instruction leaves in a written operand, as a formula over i and j.
std::string print(const Instruction& instruction, const Effect& effect, Notation notation = Notation::ascii);

}  // namespace pto_cts::terms
