// SPDX-License-Identifier: MIT
#include <algorithm>

#include "kernel.h"

namespace pto_cts::simd {
namespace {

constexpr std::int64_t kLongest = std::int64_t{1} << 26;  // keeps every number of a PlaceMap in range

/// False for boxes that are unknown or do not divide the tile.
bool find_places(const TileDesc& tile, PlaceMap& map) {
  const auto rows = static_cast<std::int32_t>(tile.rows), cols = static_cast<std::int32_t>(tile.cols);
  const bool by_rows = tile.blayout == BLayout::RowMajor;
  if (tile.slayout == SLayout::NoneBox) {
    map = by_rows ? PlaceMap{1, cols, cols, 0, cols, 1} : PlaceMap{rows, 1, 0, rows, 1, rows};
    return true;
  }
  const std::int32_t long_side = 16;
  std::int32_t short_side = 0;
  if (tile.fractal_bytes == 512) short_side = 32 / element_bytes(tile.dtype);
  if (tile.fractal_bytes == 1024) short_side = 16;
  if (tile.fractal_bytes == 32) short_side = 2;
  if (short_side == 0) return false;

  const bool inside_by_rows = tile.slayout == SLayout::RowMajor;
  map.box_rows = inside_by_rows ? long_side : short_side;
  map.box_cols = inside_by_rows ? short_side : long_side;
  const std::int32_t box = map.box_rows * map.box_cols;
  map.next_box_down = by_rows ? cols * map.box_rows : box;
  map.next_box_right = by_rows ? box : rows * map.box_cols;
  map.next_row = inside_by_rows ? map.box_cols : 1;
  map.next_col = inside_by_rows ? 1 : map.box_rows;
  return rows % map.box_rows == 0 && cols % map.box_cols == 0;
}

std::string_view bind_tile(const TileDesc& tile, const backend::Storage& storage, TileView& view) {
  if (tile.rows < 1 || tile.cols < 1 || tile.rows > kLongest || tile.cols > kLongest)
    return "a tile has no elements, or too many";
  if (!find_places(tile, view.place)) return "boxes of this size do not divide the tile";
  view.data = storage.data;
  view.dtype = tile.dtype;
  view.plain = tile.slayout == SLayout::NoneBox && tile.blayout == BLayout::RowMajor;
  view.element = element_bytes(tile.dtype);
  view.rows = tile.rows;
  view.cols = tile.cols;
  view.valid_rows = std::clamp<std::int64_t>(tile.valid_rows, 0, tile.rows);
  view.valid_cols = std::clamp<std::int64_t>(tile.valid_cols, 0, tile.cols);
  if (static_cast<std::size_t>(view.bytes()) > storage.bytes) return "a tile is larger than its storage";
  return {};
}

}  // namespace

std::string_view bind(const backend::Call& call, std::span<TileView> views) {
  const std::vector<TileOperand>& tiles = call.tuple->tiles;
  if (tiles.size() != views.size()) return "wrong number of tile operands";
  for (std::size_t i = 0; i < views.size(); ++i) {
    const auto storage = static_cast<std::size_t>(tiles[i].storage);
    if (storage >= call.storages.size()) return "a tile operand has no storage";
    const std::string_view why = bind_tile(tiles[i].tile, call.storages[storage], views[i]);
    if (!why.empty()) return why;
  }
  return {};
}

const std::byte* RowReader::read(const TileView& tile, std::int64_t row, std::int64_t col, std::int64_t count) {
  if (tile.plain) return tile.line(row) + col * tile.element;
  const auto size = static_cast<std::size_t>(tile.element);
  buffer_.resize(static_cast<std::size_t>(count) * size);
  for (std::int64_t i = 0; i < count; ++i) std::memcpy(buffer_.data() + i * tile.element, tile.at(row, col + i), size);
  return buffer_.data();
}

std::byte* RowWriter::begin(const TileView& tile, std::int64_t row, std::int64_t col, std::int64_t count) {
  tile_ = tile;
  row_ = row;
  col_ = col;
  count_ = count;
  if (tile.plain) return tile.line(row) + col * tile.element;
  buffer_.resize(static_cast<std::size_t>(count * tile.element));
  return buffer_.data();
}

void RowWriter::end() {
  if (tile_.plain) return;
  for (std::int64_t i = 0; i < count_; ++i)
    std::memcpy(tile_.at(row_, col_ + i), buffer_.data() + i * tile_.element, static_cast<std::size_t>(tile_.element));
}

}  // namespace pto_cts::simd
