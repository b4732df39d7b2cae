// SPDX-License-Identifier: MIT
#include "pto_cts/types/tuple.h"

#include <algorithm>

#include "pto_cts/types/tile.h"

namespace pto_cts {

TileDesc default_tile(TileType type, DType dtype, std::int64_t rows, std::int64_t cols) {
  TileDesc tile;
  tile.type = type;
  tile.dtype = dtype;
  tile.rows = tile.static_valid_rows = tile.valid_rows = rows;
  tile.cols = tile.static_valid_cols = tile.valid_cols = cols;
  return tile;
}

bool consistent(const TileDesc& tile) {
  return (has_dynamic_rows(tile) || tile.static_valid_rows == tile.valid_rows) &&
         (has_dynamic_cols(tile) || tile.static_valid_cols == tile.valid_cols);
}

bool same_type(const TileDesc& a, const TileDesc& b) {
  TileDesc c = b;
  c.valid_rows = a.valid_rows;
  c.valid_cols = a.valid_cols;
  return a == c;
}

int find_tile(const Tuple& tuple, std::string_view operand) {
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i)
    if (tuple.tiles[i].name == operand) return static_cast<int>(i);
  return -1;
}

std::string_view find_attribute(const Tuple& tuple, std::string_view key) {
  for (const Attribute& attribute : tuple.attributes)
    if (attribute.key == key) return attribute.value;
  return {};
}

int storage_count(const Tuple& tuple) {
  int count = 0;
  for (const TileOperand& operand : tuple.tiles) count = std::max(count, operand.storage + 1);
  return count;
}

std::int64_t storage_bytes(const Tuple& tuple, int storage) {
  std::int64_t bytes = 0;
  for (const TileOperand& operand : tuple.tiles)
    if (operand.storage == storage) bytes = std::max(bytes, tile_bytes(operand.tile));
  return bytes;
}

}  // namespace pto_cts
