// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/numerics/element.h"
#include "samples.h"

namespace pto_cts::numerics::integer_arithmetic_test {
namespace {

using samples::kIntegers;

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// The mathematical value of an element, by subtraction and not by sign extension.
Wide value(DType dtype, std::uint64_t bits) {
  const Wide modulus = Wide{1} << width_bits(dtype);
  const Wide v = bits;
  return is_signed_integer(dtype) && v >= modulus / 2 ? v - modulus : v;
}

/// The element congruent to a mathematical value modulo 2^width.
std::uint64_t wrap(DType dtype, UnsignedWide v) {
  return static_cast<std::uint64_t>(v % (UnsignedWide{1} << width_bits(dtype)));
}

void expect_wrapped(DType dtype, std::uint64_t a, std::uint64_t b) {
  const Wide x = value(dtype, a);
  const Wide y = value(dtype, b);
  // The product is taken modulo 2^128, of which every modulus here is a divisor.
  const UnsignedWide product = static_cast<UnsignedWide>(x) * static_cast<UnsignedWide>(y);
  ASSERT_EQ(add(dtype, a, b), wrap(dtype, static_cast<UnsignedWide>(x + y))) << name(dtype) << ' ' << a << ' ' << b;
  ASSERT_EQ(multiply(dtype, a, b), wrap(dtype, product)) << name(dtype) << ' ' << a << ' ' << b;
  ASSERT_EQ(value(dtype, maximum(dtype, a, b)), std::max(x, y)) << name(dtype) << ' ' << a << ' ' << b;
  ASSERT_EQ(value(dtype, minimum(dtype, a, b)), std::min(x, y)) << name(dtype) << ' ' << a << ' ' << b;
}

TEST(IntegerArithmetic, KnownResults) {
  EXPECT_EQ(add(DType::u8, 200, 100), 44U);
  EXPECT_EQ(add(DType::i32, 0x7FFFFFFF, 1), 0x80000000U);
  EXPECT_EQ(multiply(DType::i8, 0x80, 0xFF), 0x80U);  // -128 * -1
  EXPECT_EQ(multiply(DType::u64, ~std::uint64_t{0}, ~std::uint64_t{0}), 1U);
  EXPECT_EQ(maximum(DType::i8, 0xFF, 1), 1U);
  EXPECT_EQ(maximum(DType::u8, 0xFF, 1), 0xFFU);
  EXPECT_EQ(minimum(DType::i64, 1ULL << 63, 0), 1ULL << 63);
}

TEST(IntegerArithmetic, EveryPairOf8BitValuesWrapsModulo256) {
  for (const DType dtype : {DType::u8, DType::i8})
    for (std::uint64_t a = 0; a < 256 && !samples::failed(); ++a)
      for (std::uint64_t b = 0; b < 256; ++b) expect_wrapped(dtype, a, b);
}

TEST(IntegerArithmetic, RandomPairsWrapModuloTheWidth) {
  for (const DType dtype : kIntegers) {
    samples::Random random(dtype);
    for (int i = 0; i < 200'000 && !samples::failed(); ++i) expect_wrapped(dtype, random.element(), random.element());
  }
}

}  // namespace
}  // namespace pto_cts::numerics::integer_arithmetic_test
