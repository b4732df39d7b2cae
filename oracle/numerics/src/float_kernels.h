// SPDX-License-Identifier: MIT
// Conversion between a float format known at compile time and double, without branches, so that rows of special values
// cost no more than rows of ordinary ones.
#pragma once

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#include "pto_cts/numerics/format.h"

namespace pto_cts::numerics::detail {

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0,
              "build without -ffast-math and with double arithmetic evaluated as double");

inline constexpr FloatFormat kDouble = {11, 52};

/// The encoding of 2^exponent as a double, for the exponents of normal doubles.
constexpr std::uint64_t double_power_of_two(int exponent) {
  return static_cast<std::uint64_t>(kDouble.bias() + exponent) << kDouble.mantissa_bits;
}

/// Exact; a NaN stays a NaN. No subnormal double occurs on the way.
template <FloatFormat F>
inline double widen(std::uint64_t bits) {
  static_assert(F.exponent_bits < kDouble.exponent_bits && F.mantissa_bits < kDouble.mantissa_bits);
  constexpr int kAdded = kDouble.mantissa_bits - F.mantissa_bits;
  constexpr std::uint64_t kRebias = static_cast<std::uint64_t>(kDouble.bias() - F.bias()) << kDouble.mantissa_bits;
  constexpr auto kLeastSubnormal = std::bit_cast<double>(double_power_of_two(1 - F.bias() - F.mantissa_bits));

  const std::uint64_t sign = (bits & F.sign_mask()) << (63 - F.exponent_bits - F.mantissa_bits);
  const std::uint64_t magnitude = bits & (F.sign_mask() - 1);
  const double subnormal = static_cast<double>(static_cast<std::int64_t>(magnitude)) * kLeastSubnormal;
  std::uint64_t wide = (magnitude << kAdded) + kRebias;
  wide = magnitude < F.min_normal() ? std::bit_cast<std::uint64_t>(subnormal) : wide;
  wide = magnitude >= F.infinity() ? (magnitude << kAdded) | kDouble.infinity() : wide;
  return std::bit_cast<double>(wide | sign);
}

/// Nearest, ties to even, in one rounding; every NaN becomes the canonical one.
template <FloatFormat F>
inline std::uint64_t narrow(double value) {
  constexpr int kDropped = kDouble.mantissa_bits - F.mantissa_bits;
  constexpr std::uint64_t kRebias = static_cast<std::uint64_t>(kDouble.bias() - F.bias()) << kDouble.mantissa_bits;
  constexpr std::uint64_t kBelowHalf = (std::uint64_t{1} << (kDropped - 1)) - 1;
  constexpr std::uint64_t kMinNormal = double_power_of_two(1 - F.bias());
  // The power of two whose last mantissa bit, as a double, weighs as much as the least subnormal of F.
  constexpr std::uint64_t kAligned = double_power_of_two(1 - F.bias() + kDropped);

  const auto wide = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t sign = (wide >> 63) << (F.exponent_bits + F.mantissa_bits);
  const std::uint64_t magnitude = wide & (kDouble.sign_mask() - 1);
  // A normal result: drop the low bits. A carry runs into the exponent, which is how the encoding goes on from one
  // binade to the next and from the largest finite value to infinity; whatever is beyond is infinity too.
  const std::uint64_t last_kept = (magnitude >> kDropped) & 1;
  const std::uint64_t rounded = (magnitude - kRebias + kBelowHalf + last_kept) >> kDropped;
  const std::uint64_t normal = std::min(rounded, F.infinity());
  // A subnormal or zero result: adding kAligned makes the machine round at the least subnormal, and leaves the result
  // in the low mantissa bits. A subnormal double among the operands rounds to zero here, whether the host flushes it or
  // not.
  const double sum = std::bit_cast<double>(magnitude) + std::bit_cast<double>(kAligned);
  const std::uint64_t tiny = std::bit_cast<std::uint64_t>(sum) - kAligned;

  const std::uint64_t result = magnitude < kMinNormal ? tiny : normal;
  return magnitude > kDouble.infinity() ? F.quiet_nan() : result | sign;
}

}  // namespace pto_cts::numerics::detail
