// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "pto_cts/render/text.h"

namespace pto_cts::render::value_test {
namespace {

TEST(RenderValue, ShowsIntegersInDecimal) {
  EXPECT_EQ(render_value(DType::u8, 0xff), "255 (0xff)");
  EXPECT_EQ(render_value(DType::i8, 0xff), "-1 (0xff)");
  EXPECT_EQ(render_value(DType::u16, 0x8000), "32768 (0x8000)");
  EXPECT_EQ(render_value(DType::i16, 0x8000), "-32768 (0x8000)");
  EXPECT_EQ(render_value(DType::u32, 0x20), "32 (0x00000020)");
  EXPECT_EQ(render_value(DType::i32, 0xffffffff), "-1 (0xffffffff)");
  EXPECT_EQ(render_value(DType::u64, ~std::uint64_t{0}), "18446744073709551615 (0xffffffffffffffff)");
  EXPECT_EQ(render_value(DType::i64, std::uint64_t{1} << 63), "-9223372036854775808 (0x8000000000000000)");
}

TEST(RenderValue, ShowsFloats) {
  EXPECT_EQ(render_value(DType::f16, 0x3e00), "1.5 (0x3e00)");
  EXPECT_EQ(render_value(DType::f16, 0xfbff), "-65504 (0xfbff)");
  EXPECT_EQ(render_value(DType::f16, 0x0001), "5.9604645e-08 (0x0001)");
  EXPECT_EQ(render_value(DType::f16, 0x0400), "6.1035156e-05 (0x0400)");
  EXPECT_EQ(render_value(DType::bf16, 0x3fc0), "1.5 (0x3fc0)");
  EXPECT_EQ(render_value(DType::f32, 0x3dcccccd), "0.1 (0x3dcccccd)");
  EXPECT_EQ(render_value(DType::f32, 0x00000001), "1e-45 (0x00000001)");
}

TEST(RenderValue, ShowsSpecialFloats) {
  EXPECT_EQ(render_value(DType::f16, 0x8000), "-0 (0x8000)");
  EXPECT_EQ(render_value(DType::f16, 0x7c00), "inf (0x7c00)");
  EXPECT_EQ(render_value(DType::f16, 0xfc00), "-inf (0xfc00)");
  EXPECT_EQ(render_value(DType::f16, 0x7c01), "nan (0x7c01)");
  EXPECT_EQ(render_value(DType::f16, 0xfe00), "-nan (0xfe00)");
  EXPECT_EQ(render_value(DType::bf16, 0x7f81), "nan (0x7f81)");
  EXPECT_EQ(render_value(DType::f32, 0xffc00000), "-nan (0xffc00000)");
}

TEST(RenderValue, IgnoresBitsAboveTheType) {
  EXPECT_EQ(render_value(DType::i8, 0x1ff), "-1 (0xff)");
}

TEST(RenderValue, TellsAllHalvesApartByTheirDecimal) {
  for (const DType dtype : {DType::f16, DType::bf16}) {
    std::set<std::string> decimals;
    std::size_t finite = 0;
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
      const std::string text = render_value(dtype, bits);
      if (text.find('n') != std::string::npos) continue;
      ++finite;
      decimals.insert(text.substr(0, text.find(' ')));
    }
    EXPECT_EQ(decimals.size(), finite);
  }
}

}  // namespace
}  // namespace pto_cts::render::value_test
