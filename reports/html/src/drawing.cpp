// SPDX-License-Identifier: MIT
#include "drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace pto_cts::reports::html {
namespace {

constexpr std::int64_t kRows = 24, kCols = 32;
constexpr int kCell = 20, kLeft = 44, kTop = 22;

int x_of(std::int64_t col) { return kLeft + static_cast<int>(col) * kCell; }
int y_of(std::int64_t row) { return kTop + static_cast<int>(row) * kCell; }

// One shape for each look, so that colour is not needed.
std::string glyph(Look look, std::int64_t row, std::int64_t col) {
  const int x = x_of(col), y = y_of(row);
  switch (look) {
    case Look::wrong:
    case Look::wrong_pad: return fmt::format("M{} {}l10 10m0-10l-10 10", x + 5, y + 5);
    case Look::pad: return fmt::format("M{} {}h0", x + 10, y + 10);
    case Look::preserved: return fmt::format("M{} {}h8", x + 6, y + 10);
    case Look::unspecified:
    case Look::undefined: return fmt::format("M{} {}l6-6", x + 7, y + 13);
    case Look::value:
    case Look::read: break;
  }
  return {};
}

std::string fills(const TilePicture& picture) {
  std::string svg;
  for (std::int64_t row = 0; row < picture.window.rows; ++row) {
    const std::string line = picture.look.substr(static_cast<std::size_t>(row * picture.window.cols), static_cast<std::size_t>(picture.window.cols));
    for (std::size_t begin = 0; begin < line.size();) {
      const std::size_t end = std::min(line.find_first_not_of(line[begin], begin), line.size());
      svg += fmt::format("<rect class=\"e-{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", line[begin], x_of(static_cast<std::int64_t>(begin)),
                         y_of(row), static_cast<int>(end - begin) * kCell, kCell);
      begin = end;
    }
  }
  return svg;
}

std::string glyphs(const TilePicture& picture) {
  std::string svg;
  for (const Look look : {Look::pad, Look::preserved, Look::unspecified, Look::undefined, Look::wrong, Look::wrong_pad}) {
    std::string path;
    for (std::size_t at = 0; at < picture.look.size(); ++at)
      if (picture.look[at] == static_cast<char>(look))
        path += glyph(look, static_cast<std::int64_t>(at) / picture.window.cols, static_cast<std::int64_t>(at) % picture.window.cols);
    if (!path.empty()) svg += fmt::format("<path class=\"g-{}\" d=\"{}\"/>", static_cast<char>(look), path);
  }
  return svg;
}

std::string grid_lines(const Window& window) {
  std::string path;
  for (std::int64_t row = 0; row <= window.rows; ++row) path += fmt::format("M{} {}H{}", kLeft, y_of(row), x_of(window.cols));
  for (std::int64_t col = 0; col <= window.cols; ++col) path += fmt::format("M{} {}V{}", x_of(col), kTop, y_of(window.rows));
  return fmt::format("<path class=\"lines\" d=\"{}\"/>", path);
}

std::string numbers(const Window& window) {
  std::string svg;
  const std::int64_t step = window.col + window.cols > 100 ? 4 : window.cols > 16 ? 2 : 1;
  for (std::int64_t col = 0; col < window.cols; ++col)
    if (col % step == 0) svg += fmt::format("<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>", x_of(col) + kCell / 2, kTop - 7, window.col + col);
  for (std::int64_t row = 0; row < window.rows; ++row)
    svg += fmt::format("<text class=\"n row\" x=\"{}\" y=\"{}\">{}</text>", kLeft - 7, y_of(row) + 14, window.row + row);
  return svg;
}

// Those borders of the valid region that lie in the window or at its edge.
std::string outline(const TileDesc& tile, const Window& window) {
  const std::int64_t right = std::min(tile.valid_cols - window.col, window.cols), bottom = std::min(tile.valid_rows - window.row, window.rows);
  if (right <= 0 || bottom <= 0) return {};
  const int x = x_of(right), y = y_of(bottom);
  std::string path;
  if (window.row == 0) path += fmt::format("M{} {}H{}", kLeft, kTop, x);
  if (window.col == 0) path += fmt::format("M{} {}V{}", kLeft, kTop, y);
  if (tile.valid_cols - window.col <= window.cols) path += fmt::format("M{} {}V{}", x, kTop, y);
  if (tile.valid_rows - window.row <= window.rows) path += fmt::format("M{} {}H{}", kLeft, y, x);
  return path.empty() ? "" : fmt::format("<path class=\"valid\" d=\"{}\"/>", path);
}

}  // namespace

Window window_around(const TileDesc& tile, std::int64_t row, std::int64_t col) {
  Window window;
  window.rows = std::min(tile.rows, kRows);
  window.cols = std::min(tile.cols, kCols);
  window.row = std::clamp<std::int64_t>(row - window.rows / 2, 0, tile.rows - window.rows);
  window.col = std::clamp<std::int64_t>(col - window.cols / 2, 0, tile.cols - window.cols);
  return window;
}

std::string window_svg(const TilePicture& picture) {
  const int width = x_of(picture.window.cols) + 4, height = y_of(picture.window.rows) + 4;
  return fmt::format("<svg class=\"tile\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", width, height) + fills(picture) +
         grid_lines(picture.window) + glyphs(picture) + outline(picture.operand.tile, picture.window) + numbers(picture.window) +
         fmt::format("<rect class=\"cursor\" width=\"{0}\" height=\"{0}\" visibility=\"hidden\"/></svg>", kCell);
}

std::string overview_svg(const TilePicture& picture) {
  const TileDesc& tile = picture.operand.tile;
  const Window& window = picture.window;
  if (window.rows >= tile.rows && window.cols >= tile.cols) return {};
  // One side is 160 wide at most; thin tiles stay visible.
  const double scale = std::min(160.0 / static_cast<double>(std::max(tile.rows, tile.cols)), 8.0);
  const auto extent = [&](std::int64_t count) { return std::max(static_cast<int>(static_cast<double>(count) * scale + 0.5), 3); };
  const auto place = [&](std::int64_t at) { return static_cast<int>(static_cast<double>(at) * scale) + 2; };
  std::string svg = fmt::format("<svg class=\"overview\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", extent(tile.cols) + 4, extent(tile.rows) + 4);
  svg += fmt::format("<rect class=\"e-u\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", extent(tile.cols), extent(tile.rows));
  if (tile.valid_rows > 0 && tile.valid_cols > 0)
    svg += fmt::format("<rect class=\"e-v\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", extent(std::min(tile.valid_cols, tile.cols)), extent(std::min(tile.valid_rows, tile.rows)));
  std::set<std::pair<int, int>> marks;
  for (const auto& [row, col] : picture.wrong)
    if (row >= 0 && col >= 0 && row < tile.rows && col < tile.cols) marks.insert({place(row), place(col)});
  std::string path;
  for (const auto& [y, x] : marks) path += fmt::format("M{} {}h2v2h-2z", x, y);
  svg += fmt::format("<path class=\"e-w\" d=\"{}\"/>", path);
  svg += fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></svg>", place(window.col), place(window.row), extent(window.cols), extent(window.rows));
  return svg;
}

std::vector<std::string> shapes_svg(const Tuple& tuple) {
  double largest = 1;
  for (const TileOperand& operand : tuple.tiles)
    for (const std::int64_t extent : {operand.tile.rows, operand.tile.cols, operand.tile.valid_rows, operand.tile.valid_cols})
      largest = std::max(largest, static_cast<double>(extent));
  const auto size = [&](std::int64_t extent) { return extent <= 0 ? 0 : std::max(static_cast<int>(static_cast<double>(extent) * 180 / largest + 0.5), 4); };
  std::vector<std::string> drawings;
  for (const TileOperand& operand : tuple.tiles) {
    const TileDesc& tile = operand.tile;
    const int width = std::max({size(tile.cols), size(tile.valid_cols), 4}), height = std::max({size(tile.rows), size(tile.valid_rows), 4});
    const bool fits = tile.valid_rows <= tile.rows && tile.valid_cols <= tile.cols;
    std::string svg = fmt::format("<svg class=\"shape\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" aria-hidden=\"true\">", width + 4, height + 4);
    svg += fmt::format("<rect class=\"e-o\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", size(tile.cols), size(tile.rows));
    if (size(tile.valid_cols) > 0 && size(tile.valid_rows) > 0)
      svg += fmt::format("<rect class=\"region{}\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/>", fits ? "" : " too-large", size(tile.valid_cols), size(tile.valid_rows));
    svg += fmt::format("<rect class=\"edge\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\"/></svg>", size(tile.cols), size(tile.rows));
    drawings.push_back(svg);
  }
  return drawings;
}

}  // namespace pto_cts::reports::html
