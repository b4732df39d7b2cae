// SPDX-License-Identifier: MIT
// Conjunctions of x - y <= c over integers.
#pragma once

#include <cstdint>
#include <vector>

namespace pto_cts::generators {

/// A difference-bound matrix over n variables and the constant zero, always closed: every implied bound is explicit.
///
/// Law: whatever values some variables have been given that respect all bounds among them, the rest can be completed. So
/// drawing one variable after another within range() never fails.
class DifferenceBounds {
 public:
  explicit DifferenceBounds(int variables = 0);

  /// Variable number that stands for zero.
  int zero() const { return n_; }

  /// Adds x - y <= c; false where that leaves no solution, after which the object is of no more use.
  bool add(int x, int y, std::int64_t c);

  /// The tightest c with x - y <= c, or kNone.
  std::int64_t at(int x, int y) const { return d_[index(x, y)]; }

  static constexpr std::int64_t kNone = INT64_C(1) << 40;

  struct Range {
    std::int64_t low, high;
  };
  /// Values left to x, given the variables marked known.
  Range range(int x, const std::vector<std::int64_t>& values, const std::vector<char>& known) const;

 private:
  std::size_t index(int x, int y) const { return static_cast<std::size_t>(x * (n_ + 1) + y); }

  int n_;
  std::vector<std::int64_t> d_;
};

}  // namespace pto_cts::generators
