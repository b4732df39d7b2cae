// SPDX-License-Identifier: MIT
#include "payload_codes.h"

namespace pto_cts::generators::detail {
namespace {

// Places with equal codes form a lattice, and that of the golden ratio is among those with the longest shortest vector.
// The leading bits of the fraction serve each width.
constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
// Found by search: multiples 1, 2 and 3 of its leading bits are far from all lattice points, for the widths in use.
constexpr std::uint64_t kFar = 0xF6ABFECD51D210B7;

}  // namespace

Codes codes_of(const CodeFamily& family, int bits, int ordinal) {
  const int unused = 64 - bits;
  const std::uint64_t row_step = (kGoldenRatio >> unused) | 1;
  const std::uint64_t far_step = kFar >> unused;
  Codes codes;
  codes.bits = bits;
  codes.start = family.base + family.multiplier * static_cast<std::uint64_t>(ordinal) * far_step;
  codes.row_step = family.multiplier * row_step;
  codes.col_step = family.multiplier;
  codes.row_jump = family.multiplier * (3 * far_step | 1);
  codes.col_jump = family.multiplier * (2 * far_step | 1);
  return codes;
}

}  // namespace pto_cts::generators::detail
