// SPDX-License-Identifier: MIT
// Changes of tuples that keep what belongs together.
#pragma once

#include "pto_cts/types/tuple.h"

namespace pto_cts::generators {

/// Another valid region; extents that the type gives stay the type's.
void set_valid(TileDesc& tile, std::int64_t rows, std::int64_t cols);

/// What stays the same where the size of the elements changes.
enum class Keep { row_bytes, column_bytes, shape };

/// Another element type for all operands of one type. Extents that were whole stay whole, others are cut.
void retype(Tuple& tuple, DType old, DType other, Keep keep);

}  // namespace pto_cts::generators
