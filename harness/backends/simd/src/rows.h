// SPDX-License-Identifier: MIT
// Rows of a tile as dense bytes, whatever the tile's layout.
#pragma once

#include "tile_view.h"

namespace pto_cts::simd {

/// True where the first rows of all tiles, `cols` wide, follow one another without a gap.
template <class... Views>
bool are_one_line(std::int64_t cols, const Views&... views) {
  return (... && (views.plain && views.cols == cols));
}

class RowReader {
 public:
  /// Elements [col, col + count) of a row; valid until the next call.
  const std::byte* read(const TileView& tile, std::int64_t row, std::int64_t col, std::int64_t count);

 private:
  std::vector<std::byte> buffer_;
};

class RowWriter {
 public:
  /// Room for elements [col, col + count) of a row. All of it must be written; end() puts it into the tile.
  std::byte* begin(const TileView& tile, std::int64_t row, std::int64_t col, std::int64_t count);
  void end();

 private:
  TileView tile_ = {};
  std::int64_t row_ = 0, col_ = 0, count_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace pto_cts::simd
