// SPDX-License-Identifier: MIT
#include "program_data.h"

#include <fmt/format.h>

#include <algorithm>

namespace pto_cts::render {
namespace {

// The division and the remainder of one coordinate, where the tile has boxes in its direction.
std::string term(const std::string& coordinate, std::int64_t stride) {
  return stride == 1 ? coordinate : fmt::format("{} * {}", coordinate, stride);
}

std::string along(const char* coordinate, std::int64_t box, std::int64_t box_stride, std::int64_t stride) {
  if (box == 1) return term(coordinate, box_stride);
  return fmt::format("{} + {}", term(fmt::format("{} / {}", coordinate, box), box_stride),
                     term(fmt::format("{} % {}", coordinate, box), stride));
}

std::string row_text(DType dtype, const Matrix& matrix, std::int64_t row) {
  std::int64_t length = matrix.cols;
  while (length > 0 && matrix.at(row, length - 1) == 0) --length;
  std::string text;
  for (std::int64_t col = 0; col < length; ++col) text += (col == 0 ? "" : ", ") + bits_text(dtype, matrix.at(row, col));
  return text;
}

}  // namespace

std::string bits_type(DType dtype) { return fmt::format("std::uint{}_t", 8 * element_bytes(dtype)); }

std::string bits_text(DType dtype, std::uint64_t bits) {
  const int width = 8 * element_bytes(dtype);
  return fmt::format("0x{:0{}x}", width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1), width / 4);
}

bool Matrix::is_uniform() const {
  return std::all_of(bits.begin(), bits.end(), [&](std::uint64_t one) { return one == bits.front(); });
}

std::string definition(DType dtype, const std::string& name, const Matrix& matrix) {
  if (matrix.bits.empty()) return {};
  if (matrix.is_uniform()) return fmt::format("const {} {} = {};  // everywhere\n", bits_type(dtype), name, bits_text(dtype, matrix.bits.front()));
  std::string text = fmt::format("const {} {}[{}][{}] = {{\n", bits_type(dtype), name, matrix.rows, matrix.cols);
  std::vector<std::string> rows;
  for (std::int64_t row = 0; row < matrix.rows; ++row) rows.push_back(row_text(dtype, matrix, row));
  while (rows.back().empty()) rows.pop_back();
  for (const std::string& row : rows) text += fmt::format("    {{{}}},\n", row);
  return text + "};\n";
}

std::string element_of(const std::string& name, const Matrix& matrix) { return matrix.is_uniform() ? name : name + "[r][c]"; }

std::string byte_offset(const TileDesc& tile) {
  const Box box = box_of(tile).value();
  const Strides<std::int64_t> strides = strides_of<std::int64_t>(layout_of(tile), tile.rows, tile.cols, box.rows, box.cols);
  const std::string elements = along("r", box.rows, strides.box_row, strides.row) + " + " + along("c", box.cols, strides.box_col, strides.col);
  return element_bytes(tile.dtype) == 1 ? elements : fmt::format("{} * ({})", element_bytes(tile.dtype), elements);
}

}  // namespace pto_cts::render
