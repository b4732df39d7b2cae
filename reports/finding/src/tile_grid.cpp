// SPDX-License-Identifier: MIT
#include "tile_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "pto_cts/evaluate/expectation.h"

namespace pto_cts::reports {
namespace {

using evaluate::ElementClass;

constexpr std::int64_t kRows = 16;
constexpr std::int64_t kLineWidth = 56;  // Of one of the two sides.

using Place = std::pair<std::int64_t, std::int64_t>;

struct Window {
  std::int64_t row = 0, rows = 0, col = 0, cols = 0;
};

// Around an element, and no larger than the tile.
Window around(const TileDesc& tile, Place wrong) {
  const std::int64_t width = 2 * element_bytes(tile.dtype) + 2;
  Window window;
  window.rows = std::min(tile.rows, kRows);
  window.cols = std::min(tile.cols, std::max<std::int64_t>(kLineWidth / width, 1));
  window.row = std::clamp<std::int64_t>(wrong.first - window.rows / 2, 0, tile.rows - window.rows);
  window.col = std::clamp<std::int64_t>(wrong.second - window.cols / 2, 0, tile.cols - window.cols);
  return window;
}

std::string bits_text(DType dtype, std::uint64_t bits) { return fmt::format("{:0{}x}", bits, 2 * element_bytes(dtype)); }

// The bits in "1.5 (0x3e00)".
std::string bits_in(const std::string& text) {
  const std::size_t begin = text.rfind("(0x"), end = text.rfind(')');
  return begin == std::string::npos || end == std::string::npos ? text : text.substr(begin + 3, end - begin - 3);
}

std::string heading(const Window& window, int width) {
  std::string line;
  for (std::int64_t col = window.col; col < window.col + window.cols; ++col) line += fmt::format("{:>{}} ", col, width);
  return line;
}

std::string destination(const evaluate::ExpectedTile& expected, const TileOperand& operand, const std::map<Place, std::string>& wrong) {
  const TileDesc& tile = operand.tile;
  const Window window = around(tile, wrong.begin()->first);
  const int width = 2 * element_bytes(tile.dtype) + 1;
  std::string text = fmt::format("  {}  (left: expected; right: actual; * wrong, = as expected, p pad, . not judged)\n", operand.name);
  text += fmt::format("  {:>5} {}| {}\n", "", heading(window, width), heading(window, width));
  for (std::int64_t row = window.row; row < window.row + window.rows; ++row) {
    std::string left, right;
    for (std::int64_t col = window.col; col < window.col + window.cols; ++col) {
      const auto at = static_cast<std::size_t>(row * tile.cols + col);
      const ElementClass kind = expected.classes[at];
      const bool judged = kind == ElementClass::value || kind == ElementClass::pad;
      const std::string wanted = judged ? bits_text(tile.dtype, expected.bits[at]) + (kind == ElementClass::pad ? "p" : " ") : ". ";
      const auto actual = wrong.find({row, col});
      const std::string got = actual != wrong.end() ? bits_in(actual->second) + "*" : kind == ElementClass::unspecified ? ". " : "= ";
      left += fmt::format("{:>{}}", wanted, width + 1);
      right += fmt::format("{:>{}}", got, width + 1);
    }
    text += fmt::format("  {:>5} {}| {}\n", row, left, right);
  }
  if (window.rows < tile.rows || window.cols < tile.cols)
    text += fmt::format("  rows {} to {} of {}, columns {} to {} of {}\n", window.row, window.row + window.rows - 1, tile.rows, window.col,
                        window.col + window.cols - 1, tile.cols);
  return text;
}

std::string source(const evaluate::Contents& contents, int index) {
  const TileOperand& operand = contents.tuple().tiles[static_cast<std::size_t>(index)];
  TileDesc valid = operand.tile;
  valid.rows = valid.valid_rows;
  valid.cols = valid.valid_cols;
  if (valid.rows < 1 || valid.cols < 1) return fmt::format("  {}  has no valid element\n", operand.name);
  const Window window = around(valid, {0, 0});
  const int width = 2 * element_bytes(valid.dtype) + 1;
  std::string text = fmt::format("  {}  (its valid region)\n  {:>5} {}\n", operand.name, "", heading(window, width));
  for (std::int64_t row = 0; row < window.rows; ++row) {
    text += fmt::format("  {:>5} ", row);
    for (std::int64_t col = 0; col < window.cols; ++col)
      text += fmt::format("{:>{}} ", bits_text(valid.dtype, contents.element(index, row, col)), width);
    text += "\n";
  }
  if (window.rows < valid.rows || window.cols < valid.cols)
    text += fmt::format("  the first {} of {} rows, {} of {} columns\n", window.rows, valid.rows, window.cols, valid.cols);
  return text;
}

}  // namespace

std::string tile_grids(const terms::Instruction& instruction, const Case& subject, const record::MismatchCensus& wrong) {
  const evaluate::Expectation expectation(instruction, subject);
  std::map<std::string, std::map<Place, std::string>> by_operand;
  for (const record::Mismatch& one : wrong.first) by_operand[one.operand][{one.row, one.col}] = one.actual;
  std::string text;
  for (const evaluate::ExpectedTile& expected : expectation.tiles()) {
    const TileOperand& operand = subject.tuple.tiles[static_cast<std::size_t>(expected.tile)];
    if (const auto found = by_operand.find(operand.name); found != by_operand.end()) text += destination(expected, operand, found->second);
  }
  const evaluate::Contents contents(subject);
  for (int i = 0; i < static_cast<int>(subject.tuple.tiles.size()); ++i)
    if (is_read(subject.tuple.tiles[static_cast<std::size_t>(i)].role)) text += source(contents, i);
  return text;
}

}  // namespace pto_cts::reports
