// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/format.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mpfr_reference.h"
#include "samples.h"

namespace pto_cts::numerics::format_test {
namespace {

using reference::Reference;
using samples::kFloats;

/// Every pattern of a 16-bit format; specials and a million random patterns of f32.
template <typename Check>
void for_each_pattern(DType dtype, Check check) {
  if (width_bits(dtype) == 16) {
    for (std::uint64_t bits = 0; bits <= 0xFFFF && !samples::failed(); ++bits) check(bits);
    return;
  }
  for (const std::uint64_t bits : samples::special_floats(dtype)) check(bits);
  samples::Random random(dtype);
  for (int i = 0; i < 1'000'000 && !samples::failed(); ++i) check(random.element());
}

TEST(Format, ConstantsAreThoseOfTheInterchangeFormats) {
  EXPECT_EQ(quiet_nan(DType::f16), 0x7E00U);
  EXPECT_EQ(quiet_nan(DType::bf16), 0x7FC0U);
  EXPECT_EQ(quiet_nan(DType::f32), 0x7FC00000U);
  EXPECT_EQ(infinity(DType::f16, false), 0x7C00U);
  EXPECT_EQ(infinity(DType::f16, true), 0xFC00U);
  EXPECT_EQ(infinity(DType::bf16, true), 0xFF80U);
  EXPECT_EQ(infinity(DType::f32, false), 0x7F800000U);
  EXPECT_EQ(max_finite(DType::f16), 0x7BFFU);
  EXPECT_EQ(max_finite(DType::bf16, true), 0xFF7FU);
  EXPECT_EQ(min_normal(DType::f16), 0x0400U);
  EXPECT_EQ(min_normal(DType::bf16), 0x0080U);
  EXPECT_EQ(min_normal(DType::f32, true), 0x80800000U);
  EXPECT_EQ(zero(DType::f32, true), 0x80000000U);
  EXPECT_EQ(to_double(DType::f16, max_finite(DType::f16)), 65504.0);
  EXPECT_EQ(to_double(DType::f32, 1), 0x1p-149);
  EXPECT_EQ(to_double(DType::bf16, 1), 0x1p-133);
  EXPECT_EQ(to_double(DType::f16, 0x8001), -0x1p-24);
}

TEST(Format, EveryPatternIsOfExactlyOneClass) {
  for (const DType dtype : kFloats)
    for_each_pattern(dtype, [&](std::uint64_t bits) {
      const double value = to_double(dtype, bits);
      const bool normal = std::fabs(value) >= to_double(dtype, min_normal(dtype)) && std::isfinite(value);
      ASSERT_EQ(is_nan(dtype, bits) + is_inf(dtype, bits) + is_zero(dtype, bits) + is_subnormal(dtype, bits) + normal,
                1)
          << name(dtype) << " 0x" << std::hex << bits;
    });
}

TEST(Format, ClassesAgreeWithMpfr) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    reference::Number number;
    const mpfr_exp_t least_normal_exponent = dtype == DType::f16 ? -13 : -125;
    for_each_pattern(dtype, [&](std::uint64_t bits) {
      mpfr.decode(bits, number);
      const bool subnormal = mpfr_regular_p(number.get()) != 0 && mpfr_get_exp(number.get()) < least_normal_exponent;
      ASSERT_EQ(is_nan(dtype, bits), mpfr_nan_p(number.get()) != 0) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(is_inf(dtype, bits), mpfr_inf_p(number.get()) != 0) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(is_zero(dtype, bits), mpfr_zero_p(number.get()) != 0) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(is_finite(dtype, bits), mpfr_number_p(number.get()) != 0) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(is_subnormal(dtype, bits), subnormal) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(sign_bit(dtype, bits), bits >> (width_bits(dtype) - 1) != 0)
          << name(dtype) << " 0x" << std::hex << bits;
    });
  }
}

TEST(Format, ToDoubleIsExact) {
  for (const DType dtype : kFloats) {
    Reference mpfr(dtype);
    for_each_pattern(dtype, [&](std::uint64_t bits) {
      const double value = to_double(dtype, bits);
      const double expected = mpfr.value(bits);
      ASSERT_EQ(std::isnan(value), std::isnan(expected)) << name(dtype) << " 0x" << std::hex << bits;
      if (std::isnan(expected)) return;
      ASSERT_EQ(value, expected) << name(dtype) << " 0x" << std::hex << bits;
      ASSERT_EQ(std::signbit(value), std::signbit(expected)) << name(dtype) << " 0x" << std::hex << bits;
    });
  }
}

TEST(Format, EveryValueComesBackFromDoubleAndEveryNanAsTheCanonicalOne) {
  for (const DType dtype : kFloats)
    for_each_pattern(dtype, [&](std::uint64_t bits) {
      const std::uint64_t expected = is_nan(dtype, bits) ? quiet_nan(dtype) : bits;
      ASSERT_EQ(from_double(dtype, to_double(dtype, bits)), expected) << name(dtype) << " 0x" << std::hex << bits;
    });
}

TEST(Format, BitsThatDoNotFitAreOfNoClass) {
  for (const DType dtype : kFloats)
    for (const std::uint64_t bits : samples::special_floats(dtype)) {
      const std::uint64_t wide = bits | (1ULL << width_bits(dtype));
      EXPECT_FALSE(is_nan(dtype, wide) || is_inf(dtype, wide) || is_zero(dtype, wide) || is_subnormal(dtype, wide) ||
                   is_finite(dtype, wide));
    }
}

TEST(Format, IntegersHaveNoFloatClassAndNoFloatFormat) {
  for (const DType dtype : samples::kIntegers) {
    for (const std::uint64_t bits : {std::uint64_t{0}, width_mask(dtype)})
      EXPECT_FALSE(is_nan(dtype, bits) || is_inf(dtype, bits) || is_subnormal(dtype, bits) || is_finite(dtype, bits) ||
                   sign_bit(dtype, bits));
    EXPECT_TRUE(is_zero(dtype, 0));
    EXPECT_FALSE(is_zero(dtype, 1));
    EXPECT_THROW(float_format(dtype), std::invalid_argument);
    EXPECT_THROW(to_double(dtype, 0), std::invalid_argument);
    EXPECT_THROW(from_double(dtype, 0), std::invalid_argument);
  }
}

TEST(Format, IntegerExtremesAreThoseOfTheType) {
  EXPECT_EQ(largest_integer(DType::u8), 0xFFU);
  EXPECT_EQ(largest_integer(DType::i8), 0x7FU);
  EXPECT_EQ(smallest_integer(DType::i8), 0x80U);
  EXPECT_EQ(smallest_integer(DType::u64), 0U);
  EXPECT_EQ(largest_integer(DType::u64), ~std::uint64_t{0});
  EXPECT_EQ(smallest_integer(DType::i64), 1ULL << 63);
  EXPECT_EQ(sign_extend(DType::i16, 0xFFFE), -2);
  EXPECT_EQ(sign_extend(DType::i64, 5), 5);
}

}  // namespace
}  // namespace pto_cts::numerics::format_test
