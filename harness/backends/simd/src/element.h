// SPDX-License-Identifier: MIT
// The element types one value at a time: for layouts without lines, and for machines without vectors. Floats are
// computed in double and rounded once: of two f16, bf16 or f32 numbers the product is exact, and a sum rounded first to
// the 53 bits of a double is rounded as if it were.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "pto_cts/types/dtype.h"

namespace pto_cts::simd {

/// An IEEE format of 16 bits.
template <int kFractionBits>
struct Float16Bits {
  using Bits = std::uint16_t;
  using Value = double;
  static constexpr int kBias = (1 << (14 - kFractionBits)) - 1;
  static constexpr std::int64_t kInfinity = 0x8000 - (1 << kFractionBits);

  static double decode(Bits bits) {
    const int exponent = (bits & 0x7fff) >> kFractionBits;
    const int fraction = bits & ((1 << kFractionBits) - 1);
    double size =
        std::ldexp(fraction + (exponent > 0 ? 1 << kFractionBits : 0), std::max(exponent, 1) - kBias - kFractionBits);
    if ((bits & kInfinity) == kInfinity)
      size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    return std::copysign(size, bits & 0x8000 ? -1.0 : 1.0);
  }

  /// Rounds to nearest, ties to even.
  static Bits encode(double value) {
    const auto sign = static_cast<Bits>(std::signbit(value) ? 0x8000 : 0);
    if (std::isnan(value)) return static_cast<Bits>(sign | kInfinity | 1 << (kFractionBits - 1));
    if (value == 0) return sign;
    if (std::isinf(value)) return static_cast<Bits>(sign | kInfinity);
    const int exponent = std::max(std::ilogb(value), 1 - kBias);
    const auto quanta =
        static_cast<std::int64_t>(std::nearbyint(std::ldexp(std::abs(value), kFractionBits - exponent)));
    // Encodings of positive numbers count up in steps of one quantum, through every exponent to infinity.
    const std::int64_t size = (static_cast<std::int64_t>(exponent + kBias - 1) << kFractionBits) + quanta;
    return static_cast<Bits>(sign | std::min(size, kInfinity));
  }
};

struct Float32Bits {
  using Bits = std::uint32_t;
  using Value = double;
  static double decode(Bits bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  static Bits encode(double value) {
    const auto rounded = static_cast<float>(value);
    Bits bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    return bits;
  }
};

template <std::integral T>
struct IntegerBits {
  using Bits = std::make_unsigned_t<T>;
  using Value = T;
  static T decode(Bits bits) { return static_cast<T>(bits); }
  static Bits encode(T value) { return static_cast<Bits>(value); }
};

/// Calls f with the codec of an element type, which has types Bits and Value and functions decode and encode.
template <typename F>
auto with_codec(DType dtype, F&& f) {
  switch (dtype) {
    case DType::u8: return f(IntegerBits<std::uint8_t>());
    case DType::i8: return f(IntegerBits<std::int8_t>());
    case DType::u16: return f(IntegerBits<std::uint16_t>());
    case DType::i16: return f(IntegerBits<std::int16_t>());
    case DType::u32: return f(IntegerBits<std::uint32_t>());
    case DType::i32: return f(IntegerBits<std::int32_t>());
    case DType::u64: return f(IntegerBits<std::uint64_t>());
    case DType::i64: return f(IntegerBits<std::int64_t>());
    case DType::f16: return f(Float16Bits<10>());
    case DType::bf16: return f(Float16Bits<7>());
    case DType::f32: return f(Float32Bits());
  }
  return f(IntegerBits<std::uint8_t>());
}

/// Integers wrap.
template <typename T>
T add(T a, T b) {
  if constexpr (std::integral<T>)
    return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  else
    return a + b;
}

template <typename T>
T multiply(T a, T b) {
  if constexpr (std::integral<T>)
    return static_cast<T>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  else
    return a * b;
}

}  // namespace pto_cts::simd
