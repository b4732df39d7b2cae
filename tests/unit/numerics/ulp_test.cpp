// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/element.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::ulp_test {
namespace {

TEST(Ulp, KnownDistances) {
  EXPECT_EQ(ulp_distance(DType::f16, 0x3C00, 0x3C01), 1U);
  EXPECT_EQ(ulp_distance(DType::f16, 0x3BFF, 0x3C01), 2U);  // across a power of two
  EXPECT_EQ(ulp_distance(DType::f16, 0x0001, 0x8001), 2U);  // across zero
  EXPECT_EQ(ulp_distance(DType::f16, 0x0400, 0x03FF), 1U);  // least normal, largest subnormal
  EXPECT_EQ(ulp_distance(DType::f32, 0x7F7FFFFF, 0xFF7FFFFF), 2ULL * 0x7F7FFFFF);
  EXPECT_EQ(ulp_distance(DType::i8, 0x80, 0x7F), 255U);
  EXPECT_EQ(ulp_distance(DType::u8, 0x80, 0x7F), 1U);
  EXPECT_EQ(ulp_distance(DType::i64, 1ULL << 63, (1ULL << 63) - 1), ~std::uint64_t{0});
  EXPECT_EQ(ulp_distance(DType::i32, 0xFFFFFFFF, 1), 2U);
}

TEST(Ulp, TheTwoZerosAreOneValue) {
  for (const DType dtype : samples::kFloats) EXPECT_EQ(ulp_distance(dtype, 0, zero(dtype, true)), 0U);
}

TEST(Ulp, NanInfinityAndBitsThatDoNotFitAreAtNoDistance) {
  for (const DType dtype : samples::kFloats)
    for (const std::uint64_t bits :
         {quiet_nan(dtype), infinity(dtype, false), infinity(dtype, true), std::uint64_t{1} << width_bits(dtype)}) {
      EXPECT_EQ(ulp_distance(dtype, bits, 0), std::nullopt);
      EXPECT_EQ(ulp_distance(dtype, max_finite(dtype), bits), std::nullopt);
      EXPECT_EQ(ulp_distance(dtype, bits, bits), std::nullopt);
    }
  EXPECT_EQ(ulp_distance(DType::u8, 0x100, 0), std::nullopt);
}

TEST(Ulp, NeighboursInValueAreOneApartOverAWhole16BitFormat) {
  for (const DType dtype : {DType::f16, DType::bf16})
    for (std::uint64_t bits = 0; bits < max_finite(dtype); ++bits)
      for (const std::uint64_t sign : {zero(dtype, false), zero(dtype, true)}) {
        ASSERT_EQ(ulp_distance(dtype, bits | sign, (bits + 1) | sign), 1U);
        ASSERT_LT(std::fabs(to_double(dtype, bits)), std::fabs(to_double(dtype, bits + 1)));
      }
}

TEST(Ulp, IsSymmetricAndZeroExactlyForEqualValues) {
  for (const DType dtype : kAllDTypes) {
    samples::Random random(dtype);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t a = random.element();
      const std::uint64_t b = i % 4 == 0 ? a : random.element();
      const auto distance = ulp_distance(dtype, a, b);
      ASSERT_EQ(distance, ulp_distance(dtype, b, a));
      if (!distance) continue;
      const bool equal = is_float(dtype) ? to_double(dtype, a) == to_double(dtype, b) : a == b;
      ASSERT_EQ(*distance == 0, equal) << name(dtype) << std::hex << " 0x" << a << " 0x" << b;
    }
  }
}

TEST(Ulp, DistancesAddUpAlongTheLine) {
  for (const DType dtype : samples::kFloats) {
    samples::Random random(dtype);
    for (int i = 0; i < 50'000; ++i) {
      std::array bits = {random.element(), random.element(), random.element()};
      if (!std::ranges::all_of(bits, [&](std::uint64_t x) { return is_finite(dtype, x); })) continue;
      std::ranges::sort(bits, {}, [&](std::uint64_t x) { return to_double(dtype, x); });
      ASSERT_EQ(*ulp_distance(dtype, bits[0], bits[2]),
                *ulp_distance(dtype, bits[0], bits[1]) + *ulp_distance(dtype, bits[1], bits[2]));
    }
  }
}

}  // namespace
}  // namespace pto_cts::numerics::ulp_test
