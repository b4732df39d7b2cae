// SPDX-License-Identifier: MIT
#include "elements.h"

#include <algorithm>
#include <cstring>

namespace pto_cts::judge {
namespace {

// How the elements of a layout follow one another in storage.
struct Order {
  bool along_rows;          // Neighbours in storage are neighbours in a row; else in a column.
  std::int64_t run;         // So many elements of that row or column are unbroken.
  std::int64_t row_run;     // So many elements of a row,
  std::int64_t row_stride;  // are so many elements apart.
};

Order order_of(const TileDesc& tile) {
  const Box box = box_of(tile).value();
  switch (layout_of(tile)) {
    case Layout::ND: return {true, tile.cols, tile.cols, 1};
    case Layout::DN: return {false, tile.rows, tile.cols, tile.rows};
    case Layout::Nz:
    case Layout::Zz: return {true, box.cols, box.cols, 1};
    case Layout::Zn:
    case Layout::Nn: return {false, box.rows, box.cols, box.rows};
  }
  return {true, 1, 1, 1};
}

// Little-endian hosts only, as in oracle/evaluate.
template <typename Word>
void widen(const std::byte* from, std::int64_t stride, std::span<std::uint64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Word word;
    std::memcpy(&word, from + static_cast<std::int64_t>(i * sizeof(Word)) * stride, sizeof(Word));
    out[i] = word;
  }
}

}  // namespace

void copy_valid(const TileDesc& tile, const std::uint8_t* from, std::byte* to) {
  const LayoutMap map(tile);
  const Order order = order_of(tile);
  const std::int64_t size = element_bytes(tile.dtype);
  const std::int64_t lines = order.along_rows ? tile.valid_rows : tile.valid_cols;
  const std::int64_t length = order.along_rows ? tile.valid_cols : tile.valid_rows;
  for (std::int64_t line = 0; line < lines; ++line)
    for (std::int64_t start = 0; start < length; start += order.run) {
      const std::int64_t offset =
          size * (order.along_rows ? map.element_offset(line, start) : map.element_offset(start, line));
      std::memcpy(to + offset, from + offset, static_cast<std::size_t>(size * std::min(order.run, length - start)));
    }
}

void set_all(const TileDesc& tile, std::uint64_t bits, std::byte* to) {
  const auto size = static_cast<std::size_t>(element_bytes(tile.dtype));
  const auto total = static_cast<std::size_t>(tile_bytes(tile));
  std::memcpy(to, &bits, size);
  for (std::size_t done = size; done < total; done += std::min(done, total - done))
    std::memcpy(to + done, to, std::min(done, total - done));
}

void load_row(const TileDesc& tile, const LayoutMap& map, const std::byte* storage, std::int64_t row,
              std::span<std::uint64_t> out) {
  const Order order = order_of(tile);
  const int size = element_bytes(tile.dtype);
  for (std::int64_t col = 0; col < tile.cols; col += order.row_run) {
    const std::byte* from = storage + map.element_offset(row, col) * size;
    const auto part = out.subspan(static_cast<std::size_t>(col), static_cast<std::size_t>(order.row_run));
    switch (size) {
      case 1: widen<std::uint8_t>(from, order.row_stride, part); break;
      case 2: widen<std::uint16_t>(from, order.row_stride, part); break;
      case 4: widen<std::uint32_t>(from, order.row_stride, part); break;
      default: widen<std::uint64_t>(from, order.row_stride, part); break;
    }
  }
}

std::uint64_t load(const LayoutMap& map, DType dtype, const std::byte* storage, std::int64_t row, std::int64_t col) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, storage + map.element_offset(row, col) * element_bytes(dtype),
              static_cast<std::size_t>(element_bytes(dtype)));
  return bits;
}

}  // namespace pto_cts::judge
