// SPDX-License-Identifier: MIT
// The binary float formats f16, bf16 and f32: their encodings, classes, and conversion to and from double.
//
// No element passes through a float type of its own width, and no conversion depends on whether the host flushes
// subnormals. from_double needs the host to round to nearest (arithmetic.h). Functions that need a float format throw
// std::invalid_argument for an integer dtype; the questions (is_nan, ...) answer false for one, except is_zero.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "pto_cts/numerics/element.h"
#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics {

/// An IEEE 754 binary interchange layout: sign, exponent with all-ones for infinity and NaN, mantissa.
struct FloatFormat {
  int exponent_bits;
  int mantissa_bits;  ///< without the hidden bit

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr std::uint64_t sign_mask() const { return std::uint64_t{1} << (exponent_bits + mantissa_bits); }
  constexpr std::uint64_t infinity() const { return sign_mask() - min_normal(); }
  constexpr std::uint64_t quiet_nan() const { return infinity() | (min_normal() >> 1); }
  constexpr std::uint64_t max_finite() const { return infinity() - 1; }
  constexpr std::uint64_t min_normal() const { return std::uint64_t{1} << mantissa_bits; }
};

constexpr FloatFormat float_format(DType dtype) {
  switch (dtype) {
    case DType::f16: return {5, 10};
    case DType::bf16: return {8, 7};
    case DType::f32: return {8, 23};
    default: throw std::invalid_argument("an integer dtype has no float format");
  }
}

/// The canonical NaN: positive, quiet, no payload. Every NaN that this library computes is this one.
constexpr std::uint64_t quiet_nan(DType dtype) {
  return float_format(dtype).quiet_nan();
}

/// A zero, an infinity, the largest finite and the least normal value, with the sign asked for.
constexpr std::uint64_t zero(DType dtype, bool negative) {
  return negative ? float_format(dtype).sign_mask() : 0;
}
constexpr std::uint64_t infinity(DType dtype, bool negative) {
  return float_format(dtype).infinity() | zero(dtype, negative);
}
constexpr std::uint64_t max_finite(DType dtype, bool negative = false) {
  return float_format(dtype).max_finite() | zero(dtype, negative);
}
constexpr std::uint64_t min_normal(DType dtype, bool negative = false) {
  return float_format(dtype).min_normal() | zero(dtype, negative);
}

/// Classes of float bits: each pattern of the dtype's width is exactly one of NaN, infinite, zero, subnormal or normal.
/// Bits that do not fit the width are none of them.
bool is_nan(DType dtype, std::uint64_t bits);
bool is_inf(DType dtype, std::uint64_t bits);
bool is_zero(DType dtype, std::uint64_t bits);  ///< +0 or -0; for an integer dtype, 0
bool is_subnormal(DType dtype, std::uint64_t bits);
bool is_finite(DType dtype, std::uint64_t bits);  ///< zero, subnormal or normal

/// The sign bit of a float, also of -0 and of NaN.
bool sign_bit(DType dtype, std::uint64_t bits);

/// The value of float bits, exactly. A NaN becomes a NaN.
double to_double(DType dtype, std::uint64_t bits);

/// The float nearest to `value`, ties to even: one correct rounding, subnormal results included, overflow to infinity.
/// A NaN becomes quiet_nan(dtype). Law: from_double(dtype, to_double(dtype, bits)) == bits for every bits but a NaN's.
std::uint64_t from_double(DType dtype, double value);

}  // namespace pto_cts::numerics
