// SPDX-License-Identifier: MIT
// Elements as raw bits: how wide they are, and how an integer type reads them.
//
// Throughout pto_cts::numerics an element is held in the low bits of a std::uint64_t ("bits") with its DType beside
// it; the bits above the element's width are zero.
#pragma once

#include <cstdint>

#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics {

/// Width of an element in bits: 8, 16, 32 or 64.
constexpr int width_bits(DType dtype) {
  return 8 * element_bytes(dtype);
}

/// Ones in the bits that an element occupies.
constexpr std::uint64_t width_mask(DType dtype) {
  return ~std::uint64_t{0} >> (64 - width_bits(dtype));
}

/// The value that a signed integer type gives to `bits`.
constexpr std::int64_t sign_extend(DType dtype, std::uint64_t bits) {
  const int unused = 64 - width_bits(dtype);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// Largest value of an integer type. Law: largest_integer == ~smallest_integer within the width.
constexpr std::uint64_t largest_integer(DType dtype) {
  return is_signed_integer(dtype) ? width_mask(dtype) >> 1 : width_mask(dtype);
}

/// Smallest value of an integer type.
constexpr std::uint64_t smallest_integer(DType dtype) {
  return width_mask(dtype) ^ largest_integer(dtype);
}

}  // namespace pto_cts::numerics
