// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "pto_cts/types/tile.h"

namespace pto_cts::simd {

/// The bits of a pad value: zero, or the largest or smallest value of the type, which for a float is an infinity.
constexpr std::uint64_t pad_bits(PadValue pad, DType dtype) {
  if (pad == PadValue::Null || pad == PadValue::Zero) return 0;
  const bool max = pad == PadValue::Max;
  switch (dtype) {
    case DType::f16: return max ? 0x7C00 : 0xFC00;
    case DType::bf16: return max ? 0x7F80 : 0xFF80;
    case DType::f32: return max ? 0x7F800000 : 0xFF800000;
    default: break;
  }
  const int width = 8 * element_bytes(dtype);
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - width), top = std::uint64_t{1} << (width - 1);
  if (is_signed_integer(dtype)) return max ? ones ^ top : top;
  return max ? ones : 0;
}

/// The same, repeated to eight bytes.
constexpr std::uint64_t repeated_pad(PadValue pad, DType dtype) {
  std::uint64_t pattern = pad_bits(pad, dtype);
  for (int width = 8 * element_bytes(dtype); width < 64; width *= 2) pattern |= pattern << width;
  return pattern;
}

}  // namespace pto_cts::simd
