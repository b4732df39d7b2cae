// SPDX-License-Identifier: MIT
#include "rows.h"

namespace pto_cts::simd {

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
