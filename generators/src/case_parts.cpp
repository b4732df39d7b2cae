// SPDX-License-Identifier: MIT
#include "case_parts.h"

#include <algorithm>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

const TileOperand& operand_of(const Case& subject, int tile) { return subject.tuple.tiles[static_cast<std::size_t>(tile)]; }

template <typename Payload>
auto* bytes_of(Payload& payload, const TileOperand& operand, std::int64_t element) {
  return payload[static_cast<std::size_t>(operand.storage)].data() + element * element_bytes(operand.tile.dtype);
}

template <typename Visit>
void for_each_offset(const Case& subject, int tile, Visit visit) {
  const TileDesc& desc = operand_of(subject, tile).tile;
  const LayoutMap map(desc);
  for (std::int64_t row = 0; row < desc.valid_rows; ++row)
    for (std::int64_t col = 0; col < desc.valid_cols; ++col) visit(row, col, map.element_offset(row, col));
}

}  // namespace

std::uint64_t one_of(DType dtype) {
  switch (dtype) {
    case DType::f16: return 0x3C00;
    case DType::bf16: return 0x3F80;
    case DType::f32: return 0x3F800000;
    default: return 1;
  }
}

std::uint64_t element(const Case& subject, const Place& place) {
  const TileOperand& operand = operand_of(subject, place.tile);
  const std::int64_t offset = LayoutMap(operand.tile).element_offset(place.row, place.col);
  return evaluate::load_element(operand.tile.dtype, bytes_of(subject.payload, operand, offset));
}

void set_element(Case& subject, const Place& place, std::uint64_t bits) {
  const TileOperand& operand = operand_of(subject, place.tile);
  const std::int64_t offset = LayoutMap(operand.tile).element_offset(place.row, place.col);
  evaluate::store_element(operand.tile.dtype, bytes_of(subject.payload, operand, offset), bits);
}

void for_each_defined(const Case& subject, const std::function<void(const Place&, std::uint64_t)>& visit) {
  for (int tile = 0; tile < static_cast<int>(subject.tuple.tiles.size()); ++tile) {
    const TileOperand& operand = operand_of(subject, tile);
    if (!is_read(operand.role) || !has_places(operand.tile)) continue;
    for_each_offset(subject, tile, [&](std::int64_t row, std::int64_t col, std::int64_t offset) {
      visit({tile, row, col}, evaluate::load_element(operand.tile.dtype, bytes_of(subject.payload, operand, offset)));
    });
  }
}

bool is_in_play(const Case& subject, int tile) {
  const TileOperand& operand = operand_of(subject, tile);
  if (!is_read(operand.role)) return false;
  const std::vector<std::uint8_t>& bytes = subject.payload[static_cast<std::size_t>(operand.storage)];
  if (!has_places(operand.tile)) return std::any_of(bytes.begin(), bytes.end(), [](std::uint8_t byte) { return byte != 0; });
  bool found = false;
  for_each_offset(subject, tile, [&](std::int64_t, std::int64_t, std::int64_t offset) {
    found = found || evaluate::load_element(operand.tile.dtype, bytes_of(subject.payload, operand, offset)) != 0;
  });
  return found;
}

void clear_undefined(Case& subject) {
  std::vector<std::vector<std::uint8_t>> kept(subject.payload.size());
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i].assign(subject.payload[i].size(), 0);
  for (int tile = 0; tile < static_cast<int>(subject.tuple.tiles.size()); ++tile) {
    const TileOperand& operand = operand_of(subject, tile);
    const auto storage = static_cast<std::size_t>(operand.storage);
    if (!is_read(operand.role)) continue;
    if (!has_places(operand.tile)) {
      kept[storage] = subject.payload[storage];
      continue;
    }
    for_each_offset(subject, tile, [&](std::int64_t, std::int64_t, std::int64_t offset) {
      std::copy_n(bytes_of(subject.payload, operand, offset), element_bytes(operand.tile.dtype), bytes_of(kept, operand, offset));
    });
  }
  subject.payload = std::move(kept);
}

void set_valid(TileDesc& tile, std::int64_t rows, std::int64_t cols) {
  if (!has_dynamic_rows(tile) && tile.static_valid_rows == tile.valid_rows) tile.static_valid_rows = rows;
  if (!has_dynamic_cols(tile) && tile.static_valid_cols == tile.valid_cols) tile.static_valid_cols = cols;
  tile.valid_rows = rows;
  tile.valid_cols = cols;
}

void set_shape(TileDesc& tile, std::int64_t rows, std::int64_t cols) {
  set_valid(tile, tile.valid_rows == tile.rows ? rows : std::min(tile.valid_rows, rows),
            tile.valid_cols == tile.cols ? cols : std::min(tile.valid_cols, cols));
  tile.rows = rows;
  tile.cols = cols;
}

void retype(Tuple& tuple, DType old, DType other, Keep keep) {
  const auto scaled = [&](std::int64_t extent) {
    return std::max<std::int64_t>(extent * element_bytes(old) / element_bytes(other), 1);
  };
  for (TileOperand& operand : tuple.tiles) {
    TileDesc& tile = operand.tile;
    if (tile.dtype != old) continue;
    tile.dtype = other;
    set_shape(tile, keep == Keep::column_bytes ? scaled(tile.rows) : tile.rows,
              keep == Keep::row_bytes ? scaled(tile.cols) : tile.cols);
  }
  for (ScalarOperand& scalar : tuple.scalars)
    if (scalar.dtype == old) scalar.dtype = other;
}

}  // namespace pto_cts::generators
