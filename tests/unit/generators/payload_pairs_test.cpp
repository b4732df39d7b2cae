// SPDX-License-Identifier: MIT
// The classes that relate what two operands hold at one place, or an operand and the scalar.
#include <cmath>
#include <set>

#include "payload_cases.h"

namespace pto_cts::generators {
namespace {

using namespace payload_cases;

/// The two values of a float dtype that enclose an exact result; equal if it is one of them. pre: not beyond the range.
std::pair<double, double> enclosing(DType dtype, double exact) {
  const std::uint64_t sign = numerics::float_format(dtype).sign_mask();
  const std::uint64_t nearest = numerics::from_double(dtype, std::abs(exact)) & ~sign;
  const double value = numerics::to_double(dtype, nearest);
  if (value == std::abs(exact)) return {value, value};
  return value > std::abs(exact) ? std::pair{numerics::to_double(dtype, nearest - 1), value}
                                 : std::pair{value, numerics::to_double(dtype, nearest + 1)};
}

bool is_tie(DType dtype, double exact) {
  const auto [below, above] = enclosing(dtype, exact);
  return below != above && std::abs(exact) - below == above - std::abs(exact);
}

/// Not a tie, and so near to one that a few lost low bits make it one.
bool is_nearly_tie(DType dtype, double exact) {
  const auto [below, above] = enclosing(dtype, exact);
  const double off = std::abs(above - std::abs(exact) - (std::abs(exact) - below));
  return below != above && off > 0 && off <= (above - below) / 32;
}

bool is_odd(DType dtype, double value) {
  return numerics::from_double(dtype, value) % 2 != 0;
}

// Sums and products of two elements are exact in double, but for sums of far apart ones, which these are not.
TEST(Ties, TieInSums) {
  for (const DType dtype : kFloats) {
    const Tuple tuple = addition(tile(dtype, 16, 16));
    const auto part = [&](auto holds) { return share(tuple, PayloadClass::ties, 10, holds); };
    EXPECT_GT(part([&](double a, double b) { return is_tie(dtype, a + b); }), 0.45) << name(dtype);
    EXPECT_GT(part([&](double a, double b) { return is_nearly_tie(dtype, a + b); }), 0.15) << name(dtype);
    for (const bool odd : {false, true})
      for (const bool positive : {false, true})
        EXPECT_GT(part([&](double a, double b) {
                    return is_tie(dtype, a + b) && is_odd(dtype, std::abs(a) > std::abs(b) ? a : b) == odd &&
                           (b > 0) == positive;
                  }),
                  0.05);
    EXPECT_NEAR(part([](double a, double b) { return std::abs(a) > std::abs(b); }), 0.5, 0.1);
  }
}

TEST(Ties, TieInProducts) {
  for (const DType dtype : kFloats) {
    const auto tie = [&](double a, double s) { return is_tie(dtype, a * s); };
    EXPECT_GT(share(scaling(tile(dtype, 16, 16)), PayloadClass::ties, 50, tie), 0.6) << name(dtype);
    std::set<std::uint64_t> scalars;
    for (std::uint64_t k = 0; k < 50; ++k)
      scalars.insert(fill(scaling(tile(dtype, 1, 32)), PayloadClass::ties, k).scalars.at(0));
    EXPECT_GT(scalars.size(), 20u);
  }
}

/// The result is a power of two that only rounding makes of it.
bool carries(DType dtype, double exact) {
  int exponent = 0;
  const double rounded = numerics::to_double(dtype, numerics::from_double(dtype, exact));
  return rounded != exact && std::abs(std::frexp(rounded, &exponent)) == 0.5 && std::abs(rounded) > std::abs(exact);
}

TEST(BelowPowers, CarriesIntoTheNextBinade) {
  for (const DType dtype : kFloats) {
    const auto sum = [&](double a, double b) { return carries(dtype, a + b); };
    EXPECT_GT(share(addition(tile(dtype, 16, 16)), PayloadClass::below_powers, 20, sum), 0.1) << name(dtype);
    const auto product = [&](double a, double s) { return carries(dtype, a * s); };
    EXPECT_GT(share(scaling(tile(dtype, 16, 16)), PayloadClass::below_powers, 50, product), 0.05) << name(dtype);
  }
}

TEST(Cancellation, LeavesAFewUnits) {
  for (const DType dtype : kFloats) {
    const auto cancels = [&](double a, double b) { return std::abs(a + b) <= std::abs(a) * 0.05 && a + b != 0; };
    EXPECT_GT(share(addition(tile(dtype, 16, 16)), PayloadClass::cancellation, 20, cancels), 0.5) << name(dtype);
    const auto vanishes = [&](double a, double b) { return a + b == 0; };
    EXPECT_GT(share(addition(tile(dtype, 16, 16)), PayloadClass::cancellation, 20, vanishes), 0.05) << name(dtype);
  }
}

TEST(Subnormals, MeetTheLeastNormal) {
  for (const DType dtype : kFloats) {
    const double least_normal = numerics::to_double(dtype, numerics::min_normal(dtype));
    const double least = numerics::to_double(dtype, 1);
    const auto tiny = [&](double value) { return value != 0 && std::abs(value) < least_normal; };
    const auto near = [&](double value) { return std::abs(std::abs(value) - least_normal) <= 4 * least; };
    const auto part = [&](const Tuple& tuple, auto holds) { return share(tuple, PayloadClass::subnormals, 40, holds); };
    const Tuple sums = addition(tile(dtype, 16, 16)), products = scaling(tile(dtype, 16, 16));
    EXPECT_GT(part(sums, [&](double a, double) { return tiny(a); }), 0.3) << name(dtype);
    EXPECT_GT(part(sums, [&](double a, double b) { return near(a + b); }), 0.3) << name(dtype);
    EXPECT_GT(part(products, [&](double a, double) { return tiny(a); }), 0.1) << name(dtype);
    EXPECT_GT(part(products, [&](double a, double s) { return near(a * s); }), 0.15) << name(dtype);
    EXPECT_GT(part(products, [&](double a, double s) { return tiny(a * s); }), 0.3) << name(dtype);
    EXPECT_GT(part(products, [&](double a, double s) { return is_tie(dtype, a * s) && tiny(a * s); }), 0.02);
  }
}

TEST(Special, MeetsEveryOtherSpecialValue) {
  const auto values = special_values(DType::f16);
  const std::set<std::uint64_t> distinct(values.begin(), values.end());
  ASSERT_EQ(distinct.size(), values.size());
  for (const Tuple& tuple : {addition(tile(DType::f16, 16, 16)), scaling(tile(DType::f16, 16, 16))}) {
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const std::uint64_t draws = tuple.scalars.empty() ? 200 : 600;  // a scalar is one value for a whole case
    for (std::uint64_t k = 0; k < draws; ++k)
      for (const auto& pair : pairs(fill(tuple, PayloadClass::special, k))) seen.insert(pair);
    EXPECT_EQ(seen.size(), values.size() * values.size());
    for (const auto& [a, b] : seen) EXPECT_TRUE(distinct.contains(a) && distinct.contains(b));
  }
}

TEST(Special, KnowsWhatDoesNotFitIntoAFloat) {
  const auto values = special_values(DType::i32);
  const std::set<std::uint64_t> distinct(values.begin(), values.end());
  ASSERT_EQ(distinct.size(), values.size());
  for (const std::uint64_t bits : {(1u << 24) + 1, ~(1u << 24), 0x80000000u, 0x7FFFFFFFu, 0xFFFFFFFFu})
    EXPECT_TRUE(distinct.contains(bits)) << bits;
}

}  // namespace
}  // namespace pto_cts::generators
