// SPDX-License-Identifier: MIT
// Slow arithmetic for comparison: a result is rounded by searching all encodings for the nearest one.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "pto_cts/types/dtype.h"

namespace pto_cts {

inline constexpr DType kKernelTypes[] = {DType::u8,  DType::i8,  DType::u16,  DType::i16, DType::u32,
                                         DType::i32, DType::f16, DType::bf16, DType::f32};

inline int fraction_bits(DType dtype) {
  return dtype == DType::f16 ? 10 : dtype == DType::bf16 ? 7 : 23;
}
inline std::uint64_t infinity_bits(DType dtype) {
  return dtype == DType::f16 ? 0x7C00 : dtype == DType::bf16 ? 0x7F80 : 0x7F800000;
}
inline std::uint64_t sign_bit(DType dtype) {
  return dtype == DType::f32 ? 0x80000000u : 0x8000u;
}
inline bool is_nan(DType dtype, std::uint64_t bits) {
  return is_float(dtype) && (bits & (sign_bit(dtype) - 1)) > infinity_bits(dtype);
}

inline double value_of(DType dtype, std::uint64_t bits) {
  if (dtype == DType::bf16) return value_of(DType::f32, bits << 16);
  if (dtype == DType::f32) {
    const auto word = static_cast<std::uint32_t>(bits);
    float value;
    std::memcpy(&value, &word, 4);
    return value;
  }
  const auto half = static_cast<std::uint16_t>(bits);
  _Float16 value;
  std::memcpy(&value, &half, 2);
  return static_cast<double>(static_cast<float>(value));
}

/// To nearest, ties to even. pre: not a NaN; the value is exact, or rounded to at least 2p + 2 bits.
inline std::uint64_t nearest(DType dtype, double value) {
  const double size = std::abs(value);
  std::uint64_t low = 0, high = infinity_bits(dtype);
  while (low < high) {  // largest encoding not above the size
    const std::uint64_t middle = (low + high + 1) / 2;
    if (value_of(dtype, middle) <= size)
      low = middle;
    else
      high = middle - 1;
  }
  if (low < infinity_bits(dtype)) {
    const bool last = low + 1 == infinity_bits(dtype);
    const double below = value_of(dtype, low);
    const double above = last ? 2 * below - value_of(dtype, low - 1) : value_of(dtype, low + 1);
    if (size - below > above - size || (size - below == above - size && low % 2 == 1)) ++low;
  }
  return low | (std::signbit(value) ? sign_bit(dtype) : 0);
}

inline std::uint64_t wrap(DType dtype, std::uint64_t bits) {
  return element_bytes(dtype) == 8 ? bits : bits & ((std::uint64_t{1} << (8 * element_bytes(dtype))) - 1);
}

/// The result of + or *; for a NaN, some NaN.
inline std::uint64_t calculate(DType dtype, char op, std::uint64_t a, std::uint64_t b) {
  if (!is_float(dtype)) return wrap(dtype, op == '+' ? a + b : a * b);
  const double x = value_of(dtype, a), y = value_of(dtype, b);
  const double exact = op == '+' ? x + y : x * y;
  return std::isnan(exact) ? infinity_bits(dtype) | 1 : nearest(dtype, exact);
}

inline bool agree(DType dtype, std::uint64_t expected, std::uint64_t actual) {
  return is_nan(dtype, expected) ? is_nan(dtype, actual) : expected == actual;
}

/// Bits of interest: zeros, ones, extremes, and for floats both sides of each boundary, NaNs with payload.
inline std::vector<std::uint64_t> special_values(DType dtype) {
  std::vector<std::uint64_t> values;
  const std::uint64_t top = std::uint64_t{1} << (8 * element_bytes(dtype) - 1);
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, top - 1})
    values.push_back(bits);
  if (is_float(dtype)) {
    const std::uint64_t normal = std::uint64_t{1} << fraction_bits(dtype), inf = infinity_bits(dtype);
    for (const std::uint64_t bits : {normal - 1, normal, normal + 1, inf - 1, inf, inf + 1, inf + normal / 2, inf / 2,
                                     inf / 2 + 1, inf / 2 - normal})
      values.push_back(bits);
  }
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) values.push_back(values[i] | top);
  return values;
}

}  // namespace pto_cts
