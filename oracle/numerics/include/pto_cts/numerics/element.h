// SPDX-License-Identifier: MIT
// Elements as raw bits: how wide they are, how an integer type reads them, what pads them, and how far apart two are.
//
// Throughout pto_cts::numerics an element is held in the low bits of a std::uint64_t ("bits") with its DType beside
// it; the bits above the element's width are zero.
#pragma once

#include <cstdint>
#include <optional>

#include "pto_cts/types/dtype.h"
#include "pto_cts/types/tile.h"

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

/// Null: nothing. Zero: all bits 0. Max and Min: the largest and smallest integer; +infinity and -infinity for floats.
std::optional<std::uint64_t> pad_bits(DType dtype, PadValue pad);

/// Steps from one value to the next representable one that lead from a to b; +0 and -0 are one value. For integers
/// the absolute difference. Nothing if either is a NaN, an infinity, or does not fit the dtype's width, so that a
/// tolerance can never accept one: compare as `d && *d <= limit`.
///
/// Laws, for finite a, b, c: distance(a, b) == distance(b, a); distance(a, b) == 0 iff a and b are equal values;
/// distance(a, c) <= distance(a, b) + distance(b, c), with equality where b lies between.
std::optional<std::uint64_t> ulp_distance(DType dtype, std::uint64_t a, std::uint64_t b);

}  // namespace pto_cts::numerics
