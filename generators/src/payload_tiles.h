// SPDX-License-Identifier: MIT
// The tiles of a payload: written in the order of their storage, by numbers for their places; and those of index
// operands.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"
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

/// Numbers for the places of a tile, modulo a power of two: linear in row and column, but for a jump where they would
/// repeat. Of the code of a place the low `bits` bits count: start + row * row_step + col * col_step, with a jump at
/// each multiple of 2^bits rows or columns.
struct Codes {
  int bits = 64;
  std::uint64_t start = 0;
  std::uint64_t row_step = 0;
  std::uint64_t col_step = 1;
  std::uint64_t row_jump = 0;
  std::uint64_t col_jump = 0;

  /// The multiple of 2^bits below a row or column, in units of that.
  std::uint64_t lap(std::int64_t place) const { return bits < 63 ? static_cast<std::uint64_t>(place) >> bits : 0; }

  std::uint64_t at(std::int64_t row, std::int64_t col) const {
    return start + static_cast<std::uint64_t>(row) * row_step + static_cast<std::uint64_t>(col) * col_step +
           lap(row) * row_jump + lap(col) * col_jump;
  }

  /// How many rows or columns from `place` on come before the next jump.
  std::int64_t until_jump(std::int64_t place) const {
    if (bits >= 62) return INT64_MAX;
    const std::int64_t period = std::int64_t{1} << bits;
    return period - place % period;
  }
};

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

/// What the offsets of one index operand may lead to. Offsets are counted in units here; a slot is an aligned unit.
struct IndexTargets {
  std::uint64_t unit = 1;
  std::uint64_t bytes = 0;           ///< of the source tile
  std::uint64_t slots = 0;           ///< inside the source tile and within reach of the index type; 0 if there are none
  std::vector<std::uint32_t> valid;  ///< slots whose elements are all valid; all slots if there are none
  std::vector<std::uint32_t> beyond;  ///< other slots, which touch an element just right of or below the valid region
};

IndexTargets index_targets(const TileDesc& source, std::int64_t unit, DType index_dtype);

/// Stands in for the targets of an index operand whose use is not known: up to four slots of 32 bytes in a storage of
/// that size.
IndexTargets unknown_targets(std::int64_t bytes);

/// Fills the index tile at `bytes`.
void fill_index(const TileDesc& tile, std::uint8_t* bytes, IndexClass index_class, const IndexTargets& targets,
                Stream& stream);

/// Two aligned offsets in range, different if there are two.
std::pair<std::uint64_t, std::uint64_t> index_poison(const IndexTargets& targets, Stream& stream);

}  // namespace pto_cts::generators::detail
