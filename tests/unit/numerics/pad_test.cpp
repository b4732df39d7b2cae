// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/element.h"

#include <gtest/gtest.h>

namespace pto_cts::numerics::pad_test {
namespace {

TEST(Pad, NullIsNoPadAndZeroIsAllBitsZero) {
  for (const DType dtype : kAllDTypes) {
    EXPECT_EQ(pad_bits(dtype, PadValue::Null), std::nullopt);
    EXPECT_EQ(pad_bits(dtype, PadValue::Zero), 0U);
  }
}

TEST(Pad, MaxAndMinOfAnIntegerAreItsExtremes) {
  EXPECT_EQ(pad_bits(DType::u8, PadValue::Max), 0xFFU);
  EXPECT_EQ(pad_bits(DType::u8, PadValue::Min), 0U);
  EXPECT_EQ(pad_bits(DType::i8, PadValue::Max), 0x7FU);
  EXPECT_EQ(pad_bits(DType::i8, PadValue::Min), 0x80U);
  EXPECT_EQ(pad_bits(DType::u16, PadValue::Max), 0xFFFFU);
  EXPECT_EQ(pad_bits(DType::i16, PadValue::Min), 0x8000U);
  EXPECT_EQ(pad_bits(DType::u32, PadValue::Max), 0xFFFFFFFFU);
  EXPECT_EQ(pad_bits(DType::i32, PadValue::Max), 0x7FFFFFFFU);
  EXPECT_EQ(pad_bits(DType::i32, PadValue::Min), 0x80000000U);
  EXPECT_EQ(pad_bits(DType::u64, PadValue::Max), 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(pad_bits(DType::i64, PadValue::Max), 0x7FFFFFFFFFFFFFFFU);
  EXPECT_EQ(pad_bits(DType::i64, PadValue::Min), 0x8000000000000000U);
}

TEST(Pad, MaxAndMinOfAFloatAreTheInfinities) {
  EXPECT_EQ(pad_bits(DType::f32, PadValue::Max), 0x7F800000U);
  EXPECT_EQ(pad_bits(DType::f32, PadValue::Min), 0xFF800000U);
  EXPECT_EQ(pad_bits(DType::f16, PadValue::Max), 0x7C00U);
  EXPECT_EQ(pad_bits(DType::f16, PadValue::Min), 0xFC00U);
  EXPECT_EQ(pad_bits(DType::bf16, PadValue::Max), 0x7F80U);
  EXPECT_EQ(pad_bits(DType::bf16, PadValue::Min), 0xFF80U);
}

}  // namespace
}  // namespace pto_cts::numerics::pad_test
