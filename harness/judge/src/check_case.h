// SPDX-License-Identifier: MIT
// Whether a case may be put into memory at all.
#pragma once

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::judge {

/// Throws std::invalid_argument, with one line that names the case, where the case is none of the instruction or its
/// payload and scalars do not fit its tuple.
void check_case(const terms::Instruction& instruction, const Case& subject);

/// Throws std::invalid_argument where an index operand has undefined elements and no index poison.
void check_index_poison(const Case& subject);

}  // namespace pto_cts::judge
