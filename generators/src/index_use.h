// SPDX-License-Identifier: MIT
// How an instruction consumes the contents of its index operand.
#pragma once

#include <optional>

#include "pto_cts/generators/payload.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

/// Found in the formula of the instruction's effect: which operand holds byte offsets into which, and the unit in which
/// they must be aligned to have a meaning. Nothing where no operand is used as offsets.
std::optional<IndexUse> index_use(const terms::Instruction& instruction, const Tuple& tuple);

}  // namespace pto_cts::generators
