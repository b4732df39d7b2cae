// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "mpfr_reference.h"
#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::float_arithmetic_test {
namespace {

using reference::Reference;
using samples::kFloats;

void expect_same_as_mpfr(Reference& mpfr, DType dtype, std::uint64_t a, std::uint64_t b) {
  ASSERT_EQ(add(dtype, a, b), mpfr.add(a, b)) << name(dtype) << std::hex << " 0x" << a << " + 0x" << b;
  ASSERT_EQ(multiply(dtype, a, b), mpfr.multiply(a, b)) << name(dtype) << std::hex << " 0x" << a << " * 0x" << b;
}

TEST(FloatArithmetic, KnownResults) {
  EXPECT_EQ(add(DType::f16, 0x3C00, 0x3C00), 0x4000U);                   // 1 + 1 = 2
  EXPECT_EQ(add(DType::f16, 0x3C00, 0xBC00), 0x0000U);                   // 1 - 1 = +0
  EXPECT_EQ(add(DType::f16, 0x8000, 0x8000), 0x8000U);                   // -0 - 0 = -0
  EXPECT_EQ(add(DType::f16, 0x6800, 0x3C00), 0x6800U);                   // 2048 + 1: tie to even
  EXPECT_EQ(add(DType::f16, 0x6801, 0x3C00), 0x6802U);                   // 2050 + 1: tie to even
  EXPECT_EQ(add(DType::f16, 0x7BFF, 0x7BFF), 0x7C00U);                   // overflow
  EXPECT_EQ(multiply(DType::f16, 0x0001, 0x3800), 0x0000U);              // least subnormal / 2: tie to even
  EXPECT_EQ(multiply(DType::f16, 0x8001, 0x3800), 0x8000U);              // and the sign is kept
  EXPECT_EQ(multiply(DType::bf16, 0x4040, 0x4040), 0x4110U);             // 3 * 3 = 9
  EXPECT_EQ(multiply(DType::f32, 0x7F800000, 0x00000000), 0x7FC00000U);  // infinity * 0
  EXPECT_EQ(add(DType::f32, 0x7F800000, 0xFF800000), 0x7FC00000U);       // infinity - infinity
  EXPECT_EQ(add(DType::f32, 0x7F800001, 0x3F800000), 0x7FC00000U);       // signalling NaN
  EXPECT_EQ(multiply(DType::f32, 0x00800001, 0x3F7FFFFE), 0x00800000U);  // just below the least normal, rounded up
}

TEST(FloatArithmetic, EveryPairOfSpecialValuesIsAsMpfrHasIt) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    const auto specials = samples::special_floats(dtype);
    ASSERT_GE(specials.size(), 60U);
    for (const std::uint64_t a : specials)
      for (const std::uint64_t b : specials) {
        if (samples::failed()) return;
        expect_same_as_mpfr(mpfr, dtype, a, b);
      }
  }
}

TEST(FloatArithmetic, AMillionRandomPairsAreAsMpfrHasThem) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    samples::Random random(dtype);
    for (int i = 0; i < 1'000'000 && !samples::failed(); ++i)
      expect_same_as_mpfr(mpfr, dtype, random.element(), random.element());
  }
}

TEST(FloatArithmetic, Every16BitValueWithItsTieMakersIsAsMpfrHasIt) {
  for (const DType dtype : {DType::f16, DType::bf16}) {
    Reference mpfr(dtype);
    const auto [mantissa, one, infinity, sign] = samples::shape(dtype);
    const std::uint64_t half = one - (1ULL << mantissa);
    for (std::uint64_t a = 0; a <= 0xFFFF && !samples::failed(); ++a)
      for (const std::uint64_t b : {half, half + 1, one - 1, one + 1, std::uint64_t{1}})
        expect_same_as_mpfr(mpfr, dtype, a, b);
  }
}

TEST(FloatArithmetic, MaximumAndMinimumFollowTheOrderOfTheValues) {
  for (const DType dtype : kFloats) {
    samples::Random random(dtype);
    for (int i = 0; i < 200'000; ++i) {
      const std::uint64_t a = random.element();
      const std::uint64_t b = random.element();
      const double x = to_double(dtype, a);
      const double y = to_double(dtype, b);
      if (std::isnan(x) || std::isnan(y)) {
        ASSERT_EQ(maximum(dtype, a, b), quiet_nan(dtype));
        ASSERT_EQ(minimum(dtype, a, b), quiet_nan(dtype));
      } else if (x != y) {
        ASSERT_EQ(maximum(dtype, a, b), x > y ? a : b) << name(dtype) << std::hex << " 0x" << a << " 0x" << b;
        ASSERT_EQ(minimum(dtype, a, b), x > y ? b : a) << name(dtype) << std::hex << " 0x" << a << " 0x" << b;
      }
    }
  }
}

TEST(FloatArithmetic, NegativeZeroIsBelowPositiveZero) {
  for (const DType dtype : kFloats) {
    EXPECT_EQ(maximum(dtype, zero(dtype, true), 0), 0U);
    EXPECT_EQ(maximum(dtype, 0, zero(dtype, true)), 0U);
    EXPECT_EQ(minimum(dtype, zero(dtype, true), 0), zero(dtype, true));
    EXPECT_EQ(minimum(dtype, 0, zero(dtype, true)), zero(dtype, true));
  }
}

TEST(FloatArithmetic, EveryOperationIsCommutative) {
  for (const DType dtype : kFloats)
    for (const std::uint64_t a : samples::special_floats(dtype))
      for (const std::uint64_t b : samples::special_floats(dtype))
        for (const auto op : {ArithmeticOp::add, ArithmeticOp::multiply, ArithmeticOp::maximum, ArithmeticOp::minimum})
          ASSERT_EQ(apply(op, dtype, a, b), apply(op, dtype, b, a));
}

}  // namespace
}  // namespace pto_cts::numerics::float_arithmetic_test
