// SPDX-License-Identifier: MIT
// How far apart two values of one dtype are, counted in representable values.
#pragma once

#include <cstdint>
#include <optional>

#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics {

/// Steps from one value to the next representable one that lead from a to b; +0 and -0 are one value. For integers
/// the absolute difference. Nothing if either is a NaN, an infinity, or does not fit the dtype's width, so that a
/// tolerance can never accept one: compare as `d && *d <= limit`.
///
/// Laws, for finite a, b, c: distance(a, b) == distance(b, a); distance(a, b) == 0 iff a and b are equal values;
/// distance(a, c) <= distance(a, b) + distance(b, c), with equality where b lies between.
std::optional<std::uint64_t> ulp_distance(DType dtype, std::uint64_t a, std::uint64_t b);

}  // namespace pto_cts::numerics
