// SPDX-License-Identifier: MIT
#include "extents.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>

namespace pto_cts::generators {
namespace {

constexpr std::int64_t kLargestTile = 32768;
constexpr std::int64_t kCapacityUnit = 512;
constexpr std::int64_t kMostBytes = 2 * kLargestTile;

std::vector<std::int64_t> edge_extents() {
  std::set<std::int64_t> extents;
  for (std::int64_t i = 1; i <= 34; ++i) extents.insert(i);
  for (std::int64_t power = 64; power <= kMostBytes; power *= 2)
    for (const std::int64_t extent : {power - 1, power, power + 1, power + power / 2}) extents.insert(extent);
  return {extents.begin(), extents.end()};
}

std::vector<Shape> enumerate(std::int64_t bytes) {
  std::set<Shape> shapes;
  for (std::int64_t cols = 32 / bytes; cols * bytes <= kLargestTile; cols += 32 / bytes)
    for (std::int64_t rows = 1; rows * cols * bytes <= kLargestTile; ++rows)
      if (rows * cols * bytes % kCapacityUnit == 0) shapes.insert({rows, cols});
  const std::vector<std::int64_t> edges = edge_extents();
  for (const std::int64_t rows : edges)
    for (const std::int64_t cols : edges)
      if (rows * cols * bytes <= kMostBytes) shapes.insert({rows, cols});
  std::vector<Shape> sorted(shapes.begin(), shapes.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Shape& a, const Shape& b) { return a.rows * a.cols < b.rows * b.cols; });
  return sorted;
}

}  // namespace

DifferenceBounds::DifferenceBounds(int variables)
    : n_(variables), d_(static_cast<std::size_t>((variables + 1) * (variables + 1)), kNone) {
  for (int x = 0; x <= n_; ++x) d_[index(x, x)] = 0;
}

bool DifferenceBounds::add(int x, int y, std::int64_t c) {
  if (c >= at(x, y)) return true;
  if (at(y, x) != kNone && at(y, x) + c < 0) return false;
  for (int i = 0; i <= n_; ++i) {
    if (at(i, x) == kNone) continue;
    for (int j = 0; j <= n_; ++j)
      if (at(y, j) != kNone) d_[index(i, j)] = std::min(at(i, j), at(i, x) + c + at(y, j));
  }
  return true;
}

DifferenceBounds::Range DifferenceBounds::range(int x, const std::vector<std::int64_t>& values,
                                                const std::vector<char>& known) const {
  Range range{-at(zero(), x), at(x, zero())};
  for (int y = 0; y < n_; ++y) {
    if (!known[static_cast<std::size_t>(y)]) continue;
    const std::int64_t value = values[static_cast<std::size_t>(y)];
    if (at(x, y) != kNone) range.high = std::min(range.high, value + at(x, y));
    if (at(y, x) != kNone) range.low = std::max(range.low, value - at(y, x));
  }
  return range;
}

std::span<const Shape> shape_universe(int bytes) {
  static const std::array<std::vector<Shape>, 4> kUniverses = {enumerate(1), enumerate(2), enumerate(4), enumerate(8)};
  return kUniverses[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(bytes)))];
}

}  // namespace pto_cts::generators
