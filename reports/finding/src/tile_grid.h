// SPDX-License-Identifier: MIT
// Expected and actual tiles side by side.
#pragma once

#include <string>

#include "pto_cts/record/result.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::reports {

/// For each destination with wrong elements: the part of it around the first of them, in hexadecimal bits, expected on the
/// left and actual on the right, and the tiles that were read. pre: the case is legal under the instruction.
std::string tile_grids(const terms::Instruction& instruction, const Case& subject, const record::MismatchCensus& wrong);

}  // namespace pto_cts::reports
