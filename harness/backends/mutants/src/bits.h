// SPDX-License-Identifier: MIT
// Just enough about number formats to get them wrong.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "pto_cts/types/dtype.h"

namespace pto_cts::mutants {

inline int fraction_bits(DType dtype) {
  return dtype == DType::f16 ? 10 : dtype == DType::bf16 ? 7 : 23;
}
inline std::uint64_t sign_bit(DType dtype) {
  return std::uint64_t{1} << (8 * element_bytes(dtype) - 1);
}
/// Of a float.
inline std::uint64_t infinity(DType dtype) {
  return sign_bit(dtype) - (std::uint64_t{1} << fraction_bits(dtype));
}
inline std::uint64_t size_bits(DType dtype, std::uint64_t bits) {
  return bits & (sign_bit(dtype) - 1);
}

inline bool is_nan(DType t, std::uint64_t bits) {
  return is_float(t) && size_bits(t, bits) > infinity(t);
}
inline bool is_infinite(DType t, std::uint64_t bits) {
  return is_float(t) && size_bits(t, bits) == infinity(t);
}
inline bool is_subnormal(DType t, std::uint64_t bits) {
  return is_float(t) && size_bits(t, bits) != 0 && size_bits(t, bits) >> fraction_bits(t) == 0;
}

/// A float's value.
inline double value(DType dtype, std::uint64_t bits) {
  const std::uint64_t size = size_bits(dtype, bits);
  const int fraction = fraction_bits(dtype), exponent = static_cast<int>(size >> fraction);
  const int bias = static_cast<int>(infinity(dtype) >> fraction) / 2;
  const double digits = static_cast<double>(size & ((std::uint64_t{1} << fraction) - 1));
  const double whole = exponent == 0 ? digits : digits + std::ldexp(1.0, fraction);
  double result = std::ldexp(whole, std::max(exponent, 1) - bias - fraction);
  if (size == infinity(dtype)) result = HUGE_VAL;
  if (size > infinity(dtype)) result = NAN;
  return (bits & sign_bit(dtype)) != 0 ? -result : result;
}

/// An integer's value. pre: at most 32 bits.
inline std::int64_t integer(DType dtype, std::uint64_t bits) {
  const bool negative = is_signed_integer(dtype) && (bits & sign_bit(dtype)) != 0;
  return static_cast<std::int64_t>(bits) - (negative ? static_cast<std::int64_t>(2 * sign_bit(dtype)) : 0);
}

}  // namespace pto_cts::mutants
