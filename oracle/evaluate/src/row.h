// SPDX-License-Identifier: MIT
// Terms evaluated for a whole row of destination elements at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/terms/node.h"

namespace pto_cts::evaluate {

/// Numbers along a row: one for all lanes, or one each. A lane that read an undefined element is undefined.
struct NumberRow {
  bool uniform = true;
  std::int64_t value = 0;
  std::vector<std::int64_t> lanes;
  std::vector<std::uint8_t> undefined;  ///< Empty where every lane is defined.

  std::int64_t at(std::size_t i) const { return uniform ? value : lanes[i]; }
  bool defined(std::size_t i) const { return undefined.empty() || !undefined[i]; }
};

enum LaneFlags : std::uint8_t { kDefined = 1, kPad = 2, kArithmetic = 4 };

/// Elements along a row: bits in the destination's type, and how they came about.
struct ElementRow {
  std::vector<std::uint64_t> bits;
  std::vector<std::uint8_t> flags;
};

class RowEvaluator {
 public:
  /// Evaluates for destination tile `destination`, whose type the elements take; lane 0 is column `first_col`.
  RowEvaluator(const Contents& contents, int destination, std::int64_t first_col = 0)
      : contents_(contents), destination_(destination), first_col_(first_col) {}

  /// Value of an integer, enumeration or boolean term for `count` elements of a row.
  NumberRow numbers(const terms::Node& node, std::int64_t row, std::size_t count) const;

  ElementRow elements(const terms::Node& node, std::int64_t row, std::size_t count) const;

 private:
  NumberRow index_values(const terms::Node& node, std::int64_t row, std::size_t count) const;
  ElementRow read(const terms::Node& node, std::int64_t row, std::size_t count) const;
  ElementRow load(const terms::Node& node, std::int64_t row, std::size_t count) const;
  ElementRow select(const terms::Node& node, std::int64_t row, std::size_t count) const;
  ElementRow arithmetic(const terms::Node& node, std::int64_t row, std::size_t count) const;
  NumberRow columns(std::size_t count) const;
  bool reads_row_start(const terms::Node& node) const;
  DType destination_type() const;

  const Contents& contents_;
  int destination_;
  std::int64_t first_col_;
};

/// The valid region, cut to the static shape: nothing is ever read beyond that.
inline std::int64_t valid_rows_inside(const TileDesc& tile) { return std::min(tile.valid_rows, tile.rows); }
inline std::size_t valid_cols_inside(const TileDesc& tile) {
  return static_cast<std::size_t>(std::clamp<std::int64_t>(tile.valid_cols, 0, tile.cols));
}
inline bool is_readable(const TileDesc& tile, std::int64_t row, std::int64_t col) {
  return in_valid_region(tile, row, col) && row < tile.rows && col < tile.cols;
}

/// A leaf that does not depend on the lane or on contents, and its value: constant, field, attribute, storage; the
/// comparison of an attribute with a text counts as one.
bool is_leaf(const terms::Node& node);
std::int64_t leaf(const terms::Node& node, const Tuple& tuple);

}  // namespace pto_cts::evaluate
