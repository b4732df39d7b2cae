// SPDX-License-Identifier: MIT
// The static shapes that are ever considered.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pto_cts::generators {

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
