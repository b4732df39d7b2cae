// SPDX-License-Identifier: MIT
// from_double is one correct rounding to nearest even.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "mpfr_reference.h"
#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::rounding_test {
namespace {

using reference::Reference;
using samples::kFloats;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Compares a double, its negative, and its neighbours with MPFR.
void expect_rounded_as_mpfr(Reference& mpfr, DType dtype, double value) {
  for (const double x : {value, std::nextafter(value, kInfinity), std::nextafter(value, -kInfinity)})
    for (const double signed_x : {x, -x})
      ASSERT_EQ(from_double(dtype, signed_x), mpfr.round(signed_x)) << name(dtype) << ' ' << std::hexfloat << signed_x;
}

TEST(Rounding, KnownTiesGoToTheEvenNeighbour) {
  EXPECT_EQ(from_double(DType::f16, 1 + 0x1p-11), 0x3C00U);
  EXPECT_EQ(from_double(DType::f16, 1 + 0x3p-11), 0x3C02U);
  EXPECT_EQ(from_double(DType::f16, 1 + 0x1p-11 + 0x1p-52), 0x3C01U);
  EXPECT_EQ(from_double(DType::f16, 0x1p-25), 0x0000U);            // half of the least subnormal
  EXPECT_EQ(from_double(DType::f16, 0x1p-25 + 0x1p-77), 0x0001U);  // a little more
  EXPECT_EQ(from_double(DType::f16, 0x3p-25), 0x0002U);
  EXPECT_EQ(from_double(DType::f16, 0x1p-14 - 0x1p-25), 0x0400U);  // rounds up to the least normal
  EXPECT_EQ(from_double(DType::f16, 65520.0), 0x7C00U);            // half an ulp above the largest finite value
  EXPECT_EQ(from_double(DType::f16, std::nextafter(65520.0, 0.0)), 0x7BFFU);
  EXPECT_EQ(from_double(DType::f16, -65520.0), 0xFC00U);
  EXPECT_EQ(from_double(DType::bf16, 1 + 0x1p-8), 0x3F80U);
  EXPECT_EQ(from_double(DType::f32, -0x1p-150), 0x80000000U);
}

TEST(Rounding, DoubleSpecialsRoundAsMpfrDoes) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    for (const double value : {0.0, std::numeric_limits<double>::denorm_min(), std::numeric_limits<double>::min(), 0.5,
                               1.0, std::numeric_limits<double>::max(), kInfinity,
                               std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::signaling_NaN()})
      expect_rounded_as_mpfr(mpfr, dtype, value);
  }
}

TEST(Rounding, EveryMidpointOfA16BitFormatRoundsAsMpfrDoes) {
  for (const DType dtype : {DType::f16, DType::bf16}) {
    Reference mpfr(dtype);
    for (std::uint64_t bits = 0; bits < max_finite(dtype) && !samples::failed(); ++bits)
      expect_rounded_as_mpfr(mpfr, dtype, (to_double(dtype, bits) + to_double(dtype, bits + 1)) / 2);
  }
}

TEST(Rounding, RandomMidpointsOfF32RoundAsMpfrDoes) {
  Reference mpfr(DType::f32);
  samples::Random random(DType::f32);
  for (int i = 0; i < 100'000 && !samples::failed(); ++i) {
    const std::uint64_t bits = random.element() & 0x7FFFFFFF;
    if (bits >= max_finite(DType::f32)) continue;
    expect_rounded_as_mpfr(mpfr, DType::f32, (to_double(DType::f32, bits) + to_double(DType::f32, bits + 1)) / 2);
  }
}

TEST(Rounding, BoundariesOfTheRangeRoundAsMpfrDoes) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    const double least = to_double(dtype, 1);
    const double least_normal = to_double(dtype, min_normal(dtype));
    const double largest = to_double(dtype, max_finite(dtype));
    const double last_step = largest - to_double(dtype, max_finite(dtype) - 1);
    for (int eighths = 0; eighths <= 32; ++eighths) {
      expect_rounded_as_mpfr(mpfr, dtype, least * eighths / 8);
      expect_rounded_as_mpfr(mpfr, dtype, least_normal + least * (eighths - 16) / 8);
      expect_rounded_as_mpfr(mpfr, dtype, largest + last_step * (eighths - 16) / 8);
    }
  }
}

TEST(Rounding, RandomDoublesRoundAsMpfrDoes) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    samples::Random random(dtype);
    for (int i = 0; i < 200'000; ++i) {
      const auto anywhere = std::bit_cast<double>(random.word());
      ASSERT_EQ(from_double(dtype, anywhere), mpfr.round(anywhere)) << name(dtype) << std::hexfloat << anywhere;
      const double value = to_double(dtype, random.element());  // and somewhere within an ulp of it
      const double fraction = static_cast<double>(random.word() >> 11) * 0x1p-53;
      const double near = value * (1 + fraction * std::ldexp(1.0, -samples::shape(dtype).mantissa));
      ASSERT_EQ(from_double(dtype, near), mpfr.round(near)) << name(dtype) << std::hexfloat << near;
    }
  }
}

}  // namespace
}  // namespace pto_cts::numerics::rounding_test
