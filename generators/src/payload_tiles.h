// SPDX-License-Identifier: MIT
// Writing a tile in the order of its storage.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "payload_codes.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators::detail {

/// Elements that lie one after another, in one row or in one column.
struct Run {
  std::int64_t row;  ///< of the first element
  std::int64_t col;
  bool along_row;
  std::int64_t count;
  std::int64_t offset;  ///< of the first element in the storage, in elements
};

/// Calls visit(run) for runs that make up the whole static shape, in the order of the storage; for none if there is no
/// element. Without a sound layout, rows lie one after another.
template <typename Visit>
void for_each_run(const TileDesc& tile, Visit&& visit) {
  if (tile.rows <= 0 || tile.cols <= 0) return;
  if (!has_sound_layout(tile)) {
    for (std::int64_t row = 0; row < tile.rows; ++row) visit(Run{row, 0, true, tile.cols, row * tile.cols});
    return;
  }
  const LayoutMap map(tile);
  const Layout layout = layout_of(tile);
  const bool along_row = layout == Layout::ND || layout == Layout::Nz || layout == Layout::Zz;
  const bool boxed = tile.slayout != SLayout::NoneBox;
  const Box line = boxed ? box_of(tile).value() : Box{tile.rows, tile.cols};
  const std::int64_t count = along_row ? line.cols : line.rows;
  for (std::int64_t offset = 0; offset < tile.rows * tile.cols; offset += count) {
    const auto [row, col] = map.coordinates(offset);
    visit(Run{row, col, along_row, count, offset});
  }
}

/// Calls body<Word>() with the unsigned type of the element's width.
template <typename Body>
void with_word(DType dtype, Body body) {
  switch (element_bytes(dtype)) {
    case 1: return body.template operator()<std::uint8_t>();
    case 2: return body.template operator()<std::uint16_t>();
    case 4: return body.template operator()<std::uint32_t>();
    default: return body.template operator()<std::uint64_t>();
  }
}

// Little-endian hosts only, as everywhere in the suite.
template <typename Word>
void store(std::uint8_t* bytes, std::int64_t element, Word word) {
  std::memcpy(bytes + element * static_cast<std::int64_t>(sizeof(Word)), &word, sizeof(Word));
}

/// Writes value(code) to every element of a tile at `bytes`; value returns what converts to Word.
template <typename Word, typename Value>
void store_by_code(const TileDesc& tile, const Codes& codes, std::uint8_t* bytes, Value value) {
  for_each_run(tile, [&](Run run) {
    const std::uint64_t step = run.along_row ? codes.col_step : codes.row_step;
    std::int64_t& place = run.along_row ? run.col : run.row;
    while (run.count > 0) {
      const std::int64_t count = std::min(run.count, codes.until_jump(place));
      const std::uint64_t first = codes.at(run.row, run.col);
      for (std::int64_t i = 0; i < count; ++i)
        store(bytes, run.offset + i, static_cast<Word>(value(first + static_cast<std::uint64_t>(i) * step)));
      place += count;
      run.offset += count;
      run.count -= count;
    }
  });
}

}  // namespace pto_cts::generators::detail
