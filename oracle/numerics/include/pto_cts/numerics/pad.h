// SPDX-License-Identifier: MIT
// The bits that a tile's pad value stands for.
#pragma once

#include <cstdint>
#include <optional>

#include "pto_cts/types/dtype.h"
#include "pto_cts/types/tile.h"

namespace pto_cts::numerics {

/// Null: nothing. Zero: all bits 0. Max and Min: the largest and smallest integer; +infinity and -infinity for floats.
std::optional<std::uint64_t> pad_bits(DType dtype, PadValue pad);

}  // namespace pto_cts::numerics
