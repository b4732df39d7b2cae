// SPDX-License-Identifier: MIT
// Tiles drawn as SVG, in classes that the style sheet colours.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/types/tuple.h"

namespace pto_cts::reports::html {

/// How an element is drawn. The letters stand in TilePicture::look, one for each element in row-major order.
enum class Look : char {
  value = 'v',        ///< Right, as far as is known.
  pad = 'p',
  preserved = 'k',
  unspecified = 'u',  ///< May hold anything.
  wrong = 'w',
  wrong_pad = 'x',
  read = 'r',         ///< Of a source: inside its valid region.
  undefined = 'o'     ///< Of a source: outside it.
};

/// A part of a tile.
struct Window {
  std::int64_t row = 0, rows = 0, col = 0, cols = 0;
};

/// The part of at most 24 x 32 elements around one of them.
Window window_around(const TileDesc& tile, std::int64_t row, std::int64_t col);

struct TilePicture {
  std::string id;  ///< Of the drawing in the page.
  TileOperand operand;
  Window window;
  std::string look;
  std::vector<std::pair<std::int64_t, std::int64_t>> wrong;  ///< In the whole tile.
};

/// The elements of the window, with the outline of the valid region.
std::string window_svg(const TilePicture& picture);

/// The whole tile: where the valid region, the wrong elements and the window are. Empty where the window is the whole.
std::string overview_svg(const TilePicture& picture);

/// Shapes and valid regions of all operands to one scale, one drawing each.
std::vector<std::string> shapes_svg(const Tuple& tuple);

}  // namespace pto_cts::reports::html
