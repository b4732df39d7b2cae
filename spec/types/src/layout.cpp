// SPDX-License-Identifier: MIT
#include "pto_cts/types/layout.h"

namespace pto_cts {

Layout layout_of(BLayout blayout, SLayout slayout) {
  const bool by_rows = blayout == BLayout::RowMajor;
  switch (slayout) {
    case SLayout::NoneBox: return by_rows ? Layout::ND : Layout::DN;
    case SLayout::RowMajor: return by_rows ? Layout::Zz : Layout::Nz;
    case SLayout::ColMajor: return by_rows ? Layout::Zn : Layout::Nn;
  }
  return Layout::ND;
}

std::optional<Box> box_of(const TileDesc& tile) {
  if (tile.slayout == SLayout::NoneBox) return Box{};
  Box box;
  switch (tile.fractal_bytes) {
    case 512: box = {16, 32 / element_bytes(tile.dtype)}; break;
    case 1024: return Box{16, 16};
    case 32: box = {16, 2}; break;
    default: return std::nullopt;
  }
  if (tile.slayout == SLayout::ColMajor) box = {box.cols, box.rows};
  return box;
}

LayoutMap::LayoutMap(const TileDesc& tile)
    : layout_(layout_of(tile)),
      rows_(tile.rows),
      cols_(tile.cols),
      box_(box_of(tile).value()),
      strides_(strides_of<std::int64_t>(layout_, rows_, cols_, box_.rows, box_.cols)) {}

std::int64_t LayoutMap::element_offset(std::int64_t row, std::int64_t col) const {
  if (layout_ == Layout::ND || layout_ == Layout::DN) return row * strides_.box_row + col * strides_.box_col;
  return row / box_.rows * strides_.box_row + row % box_.rows * strides_.row + col / box_.cols * strides_.box_col +
         col % box_.cols * strides_.col;
}

LayoutMap::Coordinates LayoutMap::coordinates(std::int64_t offset) const {
  if (layout_ == Layout::ND) return {offset / cols_, offset % cols_};
  if (layout_ == Layout::DN) return {offset % rows_, offset / rows_};
  const std::int64_t box_size = box_.rows * box_.cols;
  const std::int64_t box = offset / box_size, inside = offset % box_size;
  const bool boxes_by_columns = layout_ == Layout::Nz || layout_ == Layout::Nn;
  const std::int64_t boxes_per_run = boxes_by_columns ? rows_ / box_.rows : cols_ / box_.cols;
  const std::int64_t box_row = boxes_by_columns ? box % boxes_per_run : box / boxes_per_run;
  const std::int64_t box_col = boxes_by_columns ? box / boxes_per_run : box % boxes_per_run;
  const bool inside_by_rows = layout_ == Layout::Nz || layout_ == Layout::Zz;
  const std::int64_t in_row = inside_by_rows ? inside / box_.cols : inside % box_.rows;
  const std::int64_t in_col = inside_by_rows ? inside % box_.cols : inside / box_.rows;
  return {box_row * box_.rows + in_row, box_col * box_.cols + in_col};
}

std::optional<std::int64_t> LayoutMap::column_stride() const {
  if (layout_ == Layout::ND) return 1;
  if (layout_ == Layout::DN) return rows_;
  return std::nullopt;
}

bool has_sound_layout(const TileDesc& tile) {
  const auto box = box_of(tile);
  return box && tile.rows > 0 && tile.cols > 0 && tile.rows % box->rows == 0 && tile.cols % box->cols == 0;
}

bool has_places(const TileDesc& tile) {
  return has_sound_layout(tile) && 0 <= tile.valid_rows && tile.valid_rows <= tile.rows && 0 <= tile.valid_cols &&
         tile.valid_cols <= tile.cols;
}

}  // namespace pto_cts
