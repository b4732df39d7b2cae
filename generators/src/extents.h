// SPDX-License-Identifier: MIT
// What is known of extents: conjunctions of x - y <= c, and the static shapes that are ever considered.
#pragma once

#include <cstdint>
#include <span>
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

struct Shape {
  std::int64_t rows = 0;
  std::int64_t cols = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
  friend auto operator<=>(const Shape&, const Shape&) = default;
};

/// Every shape of 512 B to 32 KiB in units of 512 B whose rows are whole multiples of 32 bytes, which is what the tile page
/// admits; and, of all others of up to 64 KiB, those whose extents are small or lie near a power of two.
/// Sorted by bytes, then rows. `bytes` is the element size: 1, 2, 4 or 8.
std::span<const Shape> shape_universe(int bytes);

}  // namespace pto_cts::generators
