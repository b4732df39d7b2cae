// SPDX-License-Identifier: MIT
// What a kernel is, where the families of kernels are found, and a tile operand as a kernel sees it: bytes, extents
// made safe, where each element lies, and rows as dense bytes, whatever the tile's layout.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::simd {

struct Kernel {
  std::string_view mnemonic;
  backend::Outcome (*run)(const backend::Call&);
};

// One function for each family, in the family's own file; a new instruction of a family is added there alone.
std::span<const Kernel> fill_pad_kernels();
std::span<const Kernel> gather_kernels();
std::span<const Kernel> partial_kernels();
std::span<const Kernel> tile_scalar_kernels();

inline backend::Outcome executed() {
  return {backend::OutcomeKind::executed, {}};
}
inline backend::Outcome rejected(std::string_view why) {
  return {backend::OutcomeKind::rejected, std::string(why)};
}

/// Where an element lies, in elements from the tile's start. Every layout is a grid of equal boxes with one step per
/// direction among the boxes and one within; a row-major tile without boxes has boxes of one whole row.
struct PlaceMap {
  std::int32_t box_rows, box_cols;
  std::int32_t next_box_down, next_box_right;
  std::int32_t next_row, next_col;

  std::int64_t operator()(std::int64_t row, std::int64_t col) const {
    return row / box_rows * next_box_down + col / box_cols * next_box_right + row % box_rows * next_row +
           col % box_cols * next_col;
  }

  /// True where the tile is a sequence of column panels, box_cols wide, each of them dense and row by row.
  bool is_row_panels() const { return next_col == 1 && next_row == box_cols && next_box_down == box_rows * box_cols; }

  friend bool operator==(const PlaceMap&, const PlaceMap&) = default;
};

/// Filled by bind(); members have no defaults, as clearing three of these would take longer than a small tile does.
struct TileView {
  std::byte* data;
  DType dtype;
  bool plain;                           ///< Row by row, without boxes.
  std::int64_t element;                 ///< Bytes.
  std::int64_t rows, cols;              ///< Both at least 1; all elements lie inside the storage.
  std::int64_t valid_rows, valid_cols;  ///< Within [0, rows] and [0, cols], whatever the tuple says.
  PlaceMap place;

  std::int64_t bytes() const { return rows * cols * element; }
  std::byte* at(std::int64_t row, std::int64_t col) const { return data + place(row, col) * element; }
  /// pre: plain.
  std::byte* line(std::int64_t row) const { return data + row * cols * element; }
};

inline bool same_geometry(const TileView& a, const TileView& b) {
  return a.element == b.element && a.rows == b.rows && a.cols == b.cols && a.place == b.place;
}

/// Views of all tile operands of a call, in order. Returns why they cannot be had, or an empty text.
std::string_view bind(const backend::Call& call, std::span<TileView> views);

/// Moves `source` to a copy in `buffer` where writing `dst` could destroy elements not yet read.
inline void keep_apart(TileView& source, const TileView& dst, std::vector<std::byte>& buffer) {
  if (source.data != dst.data || same_geometry(source, dst)) return;
  buffer.assign(source.data, source.data + source.bytes());
  source.data = buffer.data();
}

template <typename Bits>
Bits load(const std::byte* from) {
  Bits bits;
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

template <typename Bits>
void store(Bits bits, std::byte* to) {
  std::memcpy(to, &bits, sizeof bits);
}

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
