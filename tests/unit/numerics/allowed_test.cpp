// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/allowed.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::allowed_test {
namespace {

using enum ArithmeticOp;
using Values = std::set<std::uint64_t>;

constexpr FlushRules kStrict{false, false};
constexpr FlushRules kInputs{true, false};
constexpr FlushRules kResults{false, true};
constexpr FlushRules kBoth{true, true};
constexpr std::array kAllRules = {kStrict, kInputs, kResults, kBoth};
constexpr std::array kOps = {add, multiply, maximum, minimum};

Values values(const AllowedSet& set) {
  return {set.values().begin(), set.values().end()};
}

/// The values of a set in which no NaN is allowed.
Values no_nan(const AllowedSet& set) {
  EXPECT_FALSE(set.any_nan);
  return values(set);
}

/// The values of a set in which any NaN is allowed.
Values any_nan_or(const AllowedSet& set) {
  EXPECT_TRUE(set.any_nan);
  return values(set);
}

TEST(Allowed, ASubnormalTimesOneMayBeKeptOrFlushedToEitherZero) {
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0001, 0x3C00, kBoth)), (Values{0x0001, 0x0000, 0x8000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0001, 0x3C00, kInputs)), (Values{0x0001, 0x0000, 0x8000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0001, 0x3C00, kResults)), (Values{0x0001, 0x0000, 0x8000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0001, 0x3C00, kStrict)), (Values{0x0001}));
}

TEST(Allowed, ASubnormalTimesALargeValueIsKeptOrFlushedAsAnInputOnly) {
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0200, 0x4400, kBoth)),
            (Values{0x0800, 0x0000, 0x8000}));  // 2^-15 * 4
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0200, 0x4400, kResults)), (Values{0x0800}));
}

TEST(Allowed, ASubnormalTimesInfinityMayBeInfinityOrANan) {
  const AllowedSet set = allowed(multiply, DType::f16, 0x0001, 0xFC00, kBoth);
  EXPECT_EQ(any_nan_or(set), (Values{0xFC00}));
  EXPECT_TRUE(set.contains(DType::f16, 0xFE55));
  EXPECT_FALSE(set.contains(DType::f16, 0x7C00));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0001, 0xFC00, kResults)), (Values{0xFC00}));
}

TEST(Allowed, ASubnormalPlusANormalMayLoseTheSubnormal) {
  EXPECT_EQ(no_nan(allowed(add, DType::f16, 0x0001, 0x0400, kBoth)), (Values{0x0401, 0x0400}));
  EXPECT_EQ(no_nan(allowed(add, DType::f16, 0x0001, 0x0400, kStrict)), (Values{0x0401}));
}

TEST(Allowed, TwoSubnormalsMayAddUpToANormalOrToEitherZero) {
  EXPECT_EQ(no_nan(allowed(add, DType::f16, 0x0200, 0x0200, kBoth)), (Values{0x0400, 0x0000, 0x8000}));
  EXPECT_EQ(no_nan(allowed(add, DType::f16, 0x0200, 0x0200, kResults)), (Values{0x0400}));
}

TEST(Allowed, ASubnormalDifferenceOfNormalsMayBeFlushedAsAResult) {
  EXPECT_EQ(no_nan(allowed(add, DType::f32, 0x00800001, 0x80800000, kBoth)), (Values{1, 0, 0x80000000}));
  EXPECT_EQ(no_nan(allowed(add, DType::f32, 0x00800001, 0x80800000, kInputs)), (Values{1}));
}

TEST(Allowed, AFlushedInputAddedToPositiveZeroMayBeEitherZero) {
  EXPECT_EQ(no_nan(allowed(add, DType::bf16, 0x0001, 0x0000, kInputs)), (Values{1, 0, 0x8000}));
}

TEST(Allowed, AResultThatRoundsUpToTheLeastNormalMayBeFlushedBeforeRounding) {
  EXPECT_EQ(no_nan(allowed(multiply, DType::f32, 0x00800001, 0x3F7FFFFE, kResults)),
            (Values{0x00800000, 0, 0x80000000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f32, 0x00800001, 0x3F7FFFFE, kInputs)), (Values{0x00800000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f32, 0x00800000, 0x3F800000, kBoth)), (Values{0x00800000}));  // exact
}

TEST(Allowed, AResultThatRoundsToZeroMayHaveEitherSignOnlyIfResultsMayFlush) {
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0400, 0x8401, kResults)), (Values{0x8000, 0x0000}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f16, 0x0400, 0x8401, kStrict)), (Values{0x8000}));
}

TEST(Allowed, AnExactZeroKeepsItsSign) {
  EXPECT_EQ(no_nan(allowed(add, DType::f32, 0x3F800000, 0xBF800000, kBoth)), (Values{0}));
  EXPECT_EQ(no_nan(allowed(multiply, DType::f32, 0x80000000, 0x3F800000, kBoth)), (Values{0x80000000}));
}

TEST(Allowed, ArithmeticOnANanGivesAnyNanAndNothingElse) {
  for (const FlushRules rules : kAllRules)
    for (const ArithmeticOp op : {add, multiply}) {
      const AllowedSet set = allowed(op, DType::f32, 0x7F800001, 0x00000001, rules);
      EXPECT_EQ(any_nan_or(set), Values{});
      EXPECT_TRUE(set.contains(DType::f32, 0xFFFFFFFF));
      EXPECT_FALSE(set.contains(DType::f32, 0x00000001));
      EXPECT_FALSE(set.contains(DType::f32, 0x7F800000));
    }
}

TEST(Allowed, MaximumWithANanIsAnyNanOrTheOtherOperand) {
  for (const ArithmeticOp op : {maximum, minimum}) {
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x7E00, 0x3C00, kBoth)), (Values{0x3C00}));
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x3C00, 0x7D00, kStrict)), (Values{0x3C00}));
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x7E00, 0x0001, kBoth)), (Values{0x0001, 0x0000, 0x8000}));
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x7E00, 0x0001, kStrict)), (Values{0x0001}));
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x7E00, 0xFE01, kBoth)), Values{});
    EXPECT_EQ(any_nan_or(allowed(op, DType::f16, 0x7E00, 0x8000, kBoth)), (Values{0x8000}));
  }
}

TEST(Allowed, MaximumOfTwoZerosIsEither) {
  for (const ArithmeticOp op : {maximum, minimum}) {
    EXPECT_EQ(no_nan(allowed(op, DType::f16, 0x0000, 0x8000, kStrict)), (Values{0x0000, 0x8000}));
    EXPECT_EQ(no_nan(allowed(op, DType::f16, 0x8000, 0x8000, kBoth)), (Values{0x8000}));
  }
}

TEST(Allowed, MaximumOfSubnormalsMayBeKeptOrFlushed) {
  EXPECT_EQ(no_nan(allowed(maximum, DType::f16, 0x0001, 0x0002, kBoth)), (Values{0x0002, 0x0000, 0x8000}));
  EXPECT_EQ(no_nan(allowed(maximum, DType::f16, 0x0001, 0x0002, kStrict)), (Values{0x0002}));
  EXPECT_EQ(no_nan(allowed(maximum, DType::f16, 0x0001, 0x3C00, kBoth)), (Values{0x3C00}));
  EXPECT_EQ(no_nan(allowed(minimum, DType::f16, 0x8001, 0x0000, kInputs)), (Values{0x8001, 0x0000, 0x8000}));
}

TEST(Allowed, IntegersHaveExactlyOneResult) {
  for (const DType dtype : samples::kIntegers) {
    samples::Random random(dtype);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t a = random.element();
      const std::uint64_t b = random.element();
      for (const ArithmeticOp op : kOps)
        EXPECT_EQ(no_nan(allowed(op, dtype, a, b, kBoth)), Values{apply(op, dtype, a, b)});
    }
  }
}

TEST(AllowedSet, AnEmptySetContainsNothing) {
  for (const DType dtype : kAllDTypes)
    for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{0x7E00}, width_mask(dtype)})
      EXPECT_FALSE(AllowedSet{}.contains(dtype, bits));
}

TEST(AllowedSet, ANanIsOfItsOwnDtypeAndWidth) {
  AllowedSet set;
  set.insert(DType::f16, 0x7E00);
  EXPECT_TRUE(set.contains(DType::f16, 0xFFFF));
  EXPECT_FALSE(set.contains(DType::f16, 0x7C00));      // infinity
  EXPECT_FALSE(set.contains(DType::f16, 0x7FC00000));  // a NaN of f32
  EXPECT_FALSE(set.contains(DType::u16, 0x7E00));      // not a NaN of an integer
  EXPECT_EQ(set.values().size(), 0U);
}

TEST(AllowedSet, KeepsEachValueOnceAndRefusesANinth) {
  AllowedSet set;
  for (int repeat = 0; repeat < 3; ++repeat)
    for (std::uint64_t bits = 0; bits < 8; ++bits) set.insert(DType::f16, bits);
  EXPECT_EQ(set.values().size(), 8U);
  EXPECT_THROW(set.insert(DType::f16, 8), std::length_error);
  EXPECT_TRUE(set.contains(DType::f16, 7));
  EXPECT_FALSE(set.contains(DType::f16, 8));
}

}  // namespace
}  // namespace pto_cts::numerics::allowed_test
