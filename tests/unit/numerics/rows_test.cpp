// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <vector>

#include "pto_cts/numerics/arithmetic.h"
#include "samples.h"

namespace pto_cts::numerics::rows_test {
namespace {

constexpr std::array kOps = {ArithmeticOp::add, ArithmeticOp::multiply, ArithmeticOp::maximum, ArithmeticOp::minimum};

using Row = std::vector<std::uint64_t>;

Row random_row(DType dtype, std::size_t n, std::uint64_t seed) {
  samples::Random random(dtype, seed);
  Row row(n);
  for (std::uint64_t& bits : row) bits = random.element();
  return row;
}

Row one_by_one(ArithmeticOp op, DType dtype, const Row& a, const Row& b) {
  Row out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) out[i] = apply(op, dtype, a[i], b[i]);
  return out;
}

TEST(Rows, ARowIsItsElementsOneByOne) {
  for (const DType dtype : kAllDTypes)
    for (const std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{20'001}}) {
      const Row a = random_row(dtype, n, 1);
      const Row b = random_row(dtype, n, 2);
      for (const ArithmeticOp op : kOps) {
        Row out(n);
        apply_row(op, dtype, a.data(), b.data(), out.data(), n);
        ASSERT_EQ(out, one_by_one(op, dtype, a, b)) << name(dtype);
      }
    }
}

TEST(Rows, TheNamedRowsAreTheNamedOperations) {
  for (const DType dtype : kAllDTypes) {
    const Row a = random_row(dtype, 1000, 3);
    const Row b = random_row(dtype, 1000, 4);
    Row out(a.size());
    add_row(dtype, a.data(), b.data(), out.data(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], add(dtype, a[i], b[i]));
    multiply_row(dtype, a.data(), b.data(), out.data(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], multiply(dtype, a[i], b[i]));
    maximum_row(dtype, a.data(), b.data(), out.data(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], maximum(dtype, a[i], b[i]));
    minimum_row(dtype, a.data(), b.data(), out.data(), a.size());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], minimum(dtype, a[i], b[i]));
  }
}

TEST(Rows, AScalarIsARowThatRepeatsIt) {
  for (const DType dtype : kAllDTypes) {
    const Row a = random_row(dtype, 500, 5);
    for (const std::uint64_t scalar : random_row(dtype, 20, 6))
      for (const ArithmeticOp op : kOps) {
        Row out(a.size());
        apply_row_scalar(op, dtype, a.data(), scalar, out.data(), a.size());
        ASSERT_EQ(out, one_by_one(op, dtype, a, Row(a.size(), scalar))) << name(dtype);
      }
  }
}

TEST(Rows, TheOutputMayBeEitherInput) {
  for (const DType dtype : kAllDTypes)
    for (const ArithmeticOp op : kOps) {
      const Row a = random_row(dtype, 1001, 7);
      const Row b = random_row(dtype, 1001, 8);
      const Row expected = one_by_one(op, dtype, a, b);
      Row in_a = a;
      apply_row(op, dtype, in_a.data(), b.data(), in_a.data(), a.size());
      EXPECT_EQ(in_a, expected);
      Row in_b = b;
      apply_row(op, dtype, a.data(), in_b.data(), in_b.data(), a.size());
      EXPECT_EQ(in_b, expected);
    }
}

TEST(Rows, NothingBeyondTheRowIsWritten) {
  for (const DType dtype : kAllDTypes)
    for (const ArithmeticOp op : kOps) {
      const Row a = random_row(dtype, 8, 9);
      Row out(8, 0x5A5A5A5A5A5A5A5AU);
      apply_row(op, dtype, a.data(), a.data(), out.data(), 5);
      for (std::size_t i = 5; i < 8; ++i) EXPECT_EQ(out[i], 0x5A5A5A5A5A5A5A5AU);
    }
}

}  // namespace
}  // namespace pto_cts::numerics::rows_test
