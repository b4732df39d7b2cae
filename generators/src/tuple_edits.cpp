// SPDX-License-Identifier: MIT
#include "tuple_edits.h"

#include <algorithm>

namespace pto_cts::generators {

void set_valid(TileDesc& tile, std::int64_t rows, std::int64_t cols) {
  if (!has_dynamic_rows(tile) && tile.static_valid_rows == tile.valid_rows) tile.static_valid_rows = rows;
  if (!has_dynamic_cols(tile) && tile.static_valid_cols == tile.valid_cols) tile.static_valid_cols = cols;
  tile.valid_rows = rows;
  tile.valid_cols = cols;
}

void retype(Tuple& tuple, DType old, DType other, Keep keep) {
  const auto scaled = [&](std::int64_t extent) {
    return std::max<std::int64_t>(extent * element_bytes(old) / element_bytes(other), 1);
  };
  for (TileOperand& operand : tuple.tiles) {
    TileDesc& tile = operand.tile;
    if (tile.dtype != old) continue;
    tile.dtype = other;
    const std::int64_t rows = keep == Keep::column_bytes ? scaled(tile.rows) : tile.rows;
    const std::int64_t cols = keep == Keep::row_bytes ? scaled(tile.cols) : tile.cols;
    set_valid(tile, tile.valid_rows == tile.rows ? rows : std::min(tile.valid_rows, rows),
              tile.valid_cols == tile.cols ? cols : std::min(tile.valid_cols, cols));
    tile.rows = rows;
    tile.cols = cols;
  }
  for (ScalarOperand& scalar : tuple.scalars)
    if (scalar.dtype == old) scalar.dtype = other;
}

}  // namespace pto_cts::generators
