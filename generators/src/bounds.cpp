// SPDX-License-Identifier: MIT
#include "bounds.h"

#include <algorithm>

namespace pto_cts::generators {

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

}  // namespace pto_cts::generators
