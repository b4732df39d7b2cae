// SPDX-License-Identifier: MIT
// The six maps from (row, column) to a place in the storage.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pto_cts/types/tile.h"

namespace pto_cts {

/// ND and DN have no boxes. In the other four the capital letter orders the boxes and the small one the elements
/// within a box: N/n by columns, Z/z by rows.
enum class Layout : std::uint8_t { ND, DN, Nz, Zn, Zz, Nn };

inline constexpr std::array kAllLayouts = {Layout::ND, Layout::DN, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn};

std::string_view name(Layout layout);
std::optional<Layout> parse_layout(std::string_view text);
Layout layout_of(BLayout blayout, SLayout slayout);
inline Layout layout_of(const TileDesc& tile) { return layout_of(tile.blayout, tile.slayout); }

/// Rows and columns of one box, in elements; 1 x 1 where the tile has no boxes.
struct Box {
  std::int64_t rows = 1;
  std::int64_t cols = 1;
};

/// Box of a tile: 512 bytes give 16 x 32/E (SLayout::RowMajor) or 32/E x 16 (ColMajor), with E the element size;
/// 1024 bytes give 16 x 16; 32 bytes give 16 x 2 or 2 x 16. Nothing for any other size.
std::optional<Box> box_of(const TileDesc& tile);

/// A layout map as four strides: the element (r, c), in box (r / box rows, c / box columns) and there at
/// (r % box rows, c % box columns), lies at the sum of these four numbers times the strides. In elements.
template <typename Number>
struct Strides {
  Number box_row, box_col, row, col;
};

/// The strides of a layout; Number is an integer, or a term that stands for one.
template <typename Number>
Strides<Number> strides_of(Layout layout, const Number& rows, const Number& cols, const Number& box_rows,
                           const Number& box_cols) {
  const Number one(1), box = box_rows * box_cols;
  switch (layout) {
    case Layout::ND: return {cols, one, one, one};
    case Layout::DN: return {one, rows, one, one};
    case Layout::Nz: return {box, rows * box_cols, box_cols, one};
    case Layout::Zn: return {cols * box_rows, box, one, box_rows};
    case Layout::Zz: return {cols * box_rows, box, box_cols, one};
    case Layout::Nn: return {box, rows * box_cols, one, box_rows};
  }
  return {one, one, one, one};
}

/// The map of one tile type, in elements.
///
/// Laws, where box_of() exists and divides both extents: element_offset is injective on [0, rows) x [0, cols), its
/// image is [0, rows * cols), and coordinates() is its inverse.
class LayoutMap {
 public:
  /// pre: box_of(tile) has a value.
  explicit LayoutMap(const TileDesc& tile);

  std::int64_t element_offset(std::int64_t row, std::int64_t col) const;

  struct Coordinates {
    std::int64_t row;
    std::int64_t col;
  };
  /// pre: 0 <= offset < rows * cols, and the box divides both extents.
  Coordinates coordinates(std::int64_t offset) const;

  /// Distance in elements between (row, col) and (row, col + 1) where it is the same along whole rows, else nothing.
  std::optional<std::int64_t> column_stride() const;

 private:
  Layout layout_;
  std::int64_t rows_;
  std::int64_t cols_;
  Box box_;
  Strides<std::int64_t> strides_;
};

/// True where the map of the tile is defined and one-to-one: a known box size that divides both extents.
bool has_sound_layout(const TileDesc& tile);

/// True where rows and columns tell where an element is: a sound layout, and a valid region inside the shape.
bool has_places(const TileDesc& tile);

}  // namespace pto_cts
