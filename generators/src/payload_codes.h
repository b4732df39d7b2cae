// SPDX-License-Identifier: MIT
// Numbers for the places of a tile, modulo a power of two: linear in row and column, but for a jump where they would
// repeat.
#pragma once

#include <cstdint>

namespace pto_cts::generators::detail {

/// The code of a place, of which the low `bits` bits count: start + row * row_step + col * col_step, with a jump at
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

/// What the codes of one case have in common. pre: multiplier is odd.
struct CodeFamily {
  std::uint64_t multiplier = 1;
  std::uint64_t base = 0;
};

/// Codes of `bits` bits, 3 to 64, for the operand with that ordinal. Both steps and, from 8 bits on, a step from one
/// lap to the next change the code: no shift by whole rows, by whole columns, or by powers of two of them, leaves all
/// codes as they were. Between jumps, two places of one operand with the same code are at least 0.6 * 2^(bits/2)
/// apart. From 8 bits on this is 0.35 * 2^(bits/2) for two places of different operands, of the first four, or on both
/// sides of a jump.
Codes codes_of(const CodeFamily& family, int bits, int ordinal);

}  // namespace pto_cts::generators::detail
