// SPDX-License-Identifier: MIT
// Values in another element type.
#pragma once

#include <cstdint>

#include "pto_cts/types/dtype.h"

namespace pto_cts::generators {

/// The value that plays the same part in another type: limits stay limits, subnormals subnormals, NaNs NaNs of their kind;
/// others keep their number where the type has it.
std::uint64_t convert(DType from, std::uint64_t bits, DType to);

}  // namespace pto_cts::generators
