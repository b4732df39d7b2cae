// SPDX-License-Identifier: MIT
// One trap per test: a difference that a careless comparator lets through.
#include <gtest/gtest.h>

#include <tuple>

#include "cases.h"
#include "pto_cts/numerics/format.h"
#include "pto_cts/terms/define.h"
#include "right_kernels.h"

namespace pto_cts::judge::comparator_test {
namespace {

using enum FailKind;
using evaluate::ElementClass;

/// 2 * src0 in f32, where src0 is 1, 2, 3, ...
Case doubling(std::int64_t rows = 16, std::int64_t cols = 16) {
  Case subject = make_case("TMULS", Profile::a5, {full(DType::f32, rows, cols), full(DType::f32, rows, cols)});
  put_all(subject, "src0", [&](auto row, auto col) {
    return numerics::from_double(DType::f32, static_cast<double>(1 + row * cols + col));
  });
  subject.scalars = {numerics::from_double(DType::f32, 2)};
  return subject;
}

/// A copy without padding, of f32 bits.
Case copying(std::uint64_t bits) {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::f32, 16, 16, PadValue::Min), full(DType::f32, 16, 16)});
  put_all(subject, "src", [&](auto, auto) { return bits; });
  return subject;
}

/// Judges the right backend, but for one element of dst.
Judged with_one_element(const Case& subject, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  return judged(right_but([=](const backend::Call& call, int) { View(call, "dst").set(row, col, bits); }), subject);
}

void expect_wrong_value(const Judged& judged) {
  EXPECT_EQ(judged.judgement, Judgement::fail);
  EXPECT_EQ(kinds(judged), Kinds{wrong_value});
}

TEST(Comparator, CatchesOneWrongElementIn4096) {
  const Judged wrong = with_one_element(doubling(64, 64), 41, 7, numerics::from_double(DType::f32, 1));
  expect_wrong_value(wrong);
  EXPECT_EQ(wrong.elements_judged, 4096u);
  EXPECT_EQ(wrong.elements_wrong, 1u);
  ASSERT_EQ(wrong.first_mismatches.size(), 1u);
  EXPECT_EQ(wrong.first_mismatches[0], (Mismatch{.operand = "dst",
                                                 .row = 41,
                                                 .col = 7,
                                                 .element_class = ElementClass::value,
                                                 .expected = "5264 (0x45a48000)",
                                                 .actual = "1 (0x3f800000)",
                                                 .actual_bits = 0x3f800000}));
}

TEST(Comparator, CatchesTheLastElementAndTheFirst) {
  const std::uint64_t wrong = numerics::from_double(DType::f32, 1.5);
  expect_wrong_value(with_one_element(doubling(), 15, 15, wrong));
  expect_wrong_value(with_one_element(doubling(), 0, 0, wrong));
}

TEST(Comparator, CatchesEveryElementOfThePartThatIsValidAndNoOther) {
  Case subject = doubling();
  for (TileOperand& operand : subject.tuple.tiles) operand.tile = masked(DType::f32, 16, 16, 9, 5);
  for (std::int64_t row = 0; row < 16; ++row)
    for (std::int64_t col = 0; col < 16; ++col) {
      const auto act = right_but([=](const backend::Call& call, int) {
        const View dst(call, "dst");
        for (std::int64_t r = 0; r < 16; ++r)
          for (std::int64_t c = 0; c < 16; ++c)
            if (!dst.defines(r, c)) dst.set(r, c, 0);
        dst.set(row, col, numerics::from_double(DType::f32, 1.5));
      });
      const Judged result = judged(act, subject);
      EXPECT_EQ(result.judgement, row < 9 && col < 5 ? Judgement::fail : Judgement::pass) << row << " " << col;
      EXPECT_EQ(result.elements_judged, 45u);
    }
}

TEST(Comparator, CatchesTheLastBit) {
  expect_wrong_value(with_one_element(doubling(), 3, 3, numerics::from_double(DType::f32, 104) + 1));
  expect_wrong_value(with_one_element(doubling(), 3, 3, numerics::from_double(DType::f32, 104) - 1));
}

TEST(Comparator, CatchesInfinityAgainstAFiniteValueAndBack) {
  Case subject = doubling();
  put(subject, "src0", 2, 2, numerics::max_finite(DType::f32));
  expect_wrong_value(with_one_element(subject, 2, 2, numerics::max_finite(DType::f32)));
  expect_wrong_value(with_one_element(subject, 2, 3, numerics::infinity(DType::f32, false)));
}

TEST(Comparator, CatchesTheSignOfInfinity) {
  Case subject = doubling();
  put(subject, "src0", 2, 2, numerics::infinity(DType::f32, false));
  expect_wrong_value(with_one_element(subject, 2, 2, numerics::infinity(DType::f32, true)));
  expect_wrong_value(
      with_one_element(copying(numerics::infinity(DType::f32, true)), 9, 9, numerics::infinity(DType::f32, false)));
}

TEST(Comparator, CatchesTheSignOfZeroInACopy) {
  expect_wrong_value(with_one_element(copying(0), 4, 4, 0x80000000));
  expect_wrong_value(with_one_element(copying(0x80000000), 4, 4, 0));
}

TEST(Comparator, CatchesTheSignOfZeroInArithmeticWithoutAFlush) {
  Case subject = doubling();
  put(subject, "src0", 6, 6, 0x80000000);
  put(subject, "src0", 6, 7, 0);
  expect_wrong_value(with_one_element(subject, 6, 6, 0));
  expect_wrong_value(with_one_element(subject, 6, 7, 0x80000000));
}

TEST(Comparator, CatchesANanAgainstANumberAndANumberAgainstANan) {
  Case subject = doubling();
  put(subject, "src0", 1, 1, 0x7fc00000);
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{0x7f800000}, std::uint64_t{0x7f7fffff}})
    expect_wrong_value(with_one_element(subject, 1, 1, number));
  for (const std::uint64_t nan : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu})
    expect_wrong_value(with_one_element(subject, 1, 2, nan));
}

TEST(Comparator, CatchesAnotherNanInACopyAndTakesAnyInArithmetic) {
  expect_wrong_value(with_one_element(copying(0x7fc00001), 4, 4, 0x7fc00000));
  expect_wrong_value(with_one_element(copying(0x7f800001), 4, 4, 0x7fc00001));
  Case subject = doubling();
  put(subject, "src0", 1, 1, 0x7fc00000);
  for (const std::uint64_t nan : {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu})
    EXPECT_EQ(with_one_element(subject, 1, 1, nan).judgement, Judgement::pass);
}

TEST(Comparator, CatchesAnInt32OffByOneAbove2To24) {
  Case subject = make_case("TMULS", Profile::a5, {full(DType::i32, 16, 16), full(DType::i32, 16, 16)});
  put_all(subject, "src0",
          [](auto row, auto col) { return static_cast<std::uint64_t>(16777217 + 2 * (row * 16 + col)); });
  subject.scalars = {1};
  expect_wrong_value(with_one_element(subject, 8, 8, 16777217 + 2 * (8 * 16 + 8) - 1));
  expect_wrong_value(with_one_element(subject, 8, 8, 16777217 + 2 * (8 * 16 + 8) + 1));
}

TEST(Comparator, CatchesASubnormalAgainstZeroInACopy) {
  expect_wrong_value(with_one_element(copying(1), 0, 5, 0));
  expect_wrong_value(with_one_element(copying(0), 0, 5, 1));
}

TEST(Comparator, TakesAFlushInArithmeticOnlyWhereOneMayHaveHappened) {
  Case subject = doubling();
  put(subject, "src0", 0, 5, 0x00000123);
  for (const std::uint64_t allowed : {0x00000246u, 0x00000000u, 0x80000000u})
    EXPECT_EQ(with_one_element(subject, 0, 5, allowed).judgement, Judgement::pass);
  expect_wrong_value(with_one_element(subject, 0, 5, 0x00000245));
  expect_wrong_value(with_one_element(subject, 0, 6, 0));
  subject.profile = Profile::strict;
  expect_wrong_value(with_one_element(subject, 0, 5, 0));
  const Judged wrong = with_one_element(subject, 0, 5, 0x80000000);
  EXPECT_EQ(wrong.first_mismatches.at(0).expected, "8.16e-43 (0x00000246)");
}

TEST(Comparator, SaysAllThatWouldHaveBeenRight) {
  Case subject = doubling();
  put(subject, "src0", 0, 5, 0x00000123);
  put(subject, "src0", 0, 6, 0x7fc00000);
  EXPECT_EQ(with_one_element(subject, 0, 5, 1).first_mismatches.at(0).expected,
            "8.16e-43 (0x00000246) or 0 (0x00000000) or -0 (0x80000000)");
  const Judged nan = with_one_element(subject, 0, 6, 0x7f800000);
  EXPECT_EQ(nan.first_mismatches.at(0).expected, "any nan");
  EXPECT_EQ(nan.first_mismatches.at(0).actual, "inf (0x7f800000)");
}

TEST(Comparator, ShowsCopiesOfIntegersByTheirType) {
  for (const auto& [dtype, expected, actual] :
       {std::tuple{DType::u8, "229 (0xe5)", "255 (0xff)"}, std::tuple{DType::i8, "-27 (0xe5)", "-1 (0xff)"}}) {
    Case subject = make_case("TFILLPAD", Profile::a5, {full(dtype, 16, 32, PadValue::Zero), full(dtype, 16, 32)});
    put_all(subject, "src", [](auto row, auto col) { return static_cast<std::uint64_t>(row * 32 + col); });
    const Judged wrong = with_one_element(subject, 7, 5, 0xff);
    EXPECT_EQ(wrong.first_mismatches.at(0).expected, expected);
    EXPECT_EQ(wrong.first_mismatches.at(0).actual, actual);
  }
}

TEST(Comparator, CatchesSwappedRows) {
  const Judged wrong = judged(right_but([](const backend::Call& call, int) {
                                const View dst(call, "dst");
                                for (std::int64_t col = 0; col < 16; ++col) {
                                  const std::uint64_t upper = dst.get(3, col);
                                  dst.set(3, col, dst.get(4, col));
                                  dst.set(4, col, upper);
                                }
                              }),
                              doubling());
  expect_wrong_value(wrong);
  EXPECT_EQ(wrong.elements_wrong, 32u);
  ASSERT_EQ(wrong.first_mismatches.size(), 8u);
  EXPECT_EQ(wrong.first_mismatches.back().row, 3);
  EXPECT_EQ(wrong.first_mismatches.back().col, 7);
}

TEST(Comparator, CatchesEveryBitOfEveryTypeInACopyAndInArithmetic) {
  for (const DType dtype :
       {DType::u8, DType::i8, DType::u16, DType::i16, DType::u32, DType::i32, DType::f16, DType::bf16, DType::f32}) {
    Case copy = make_case("TFILLPAD", Profile::a5, {full(dtype, 16, 32, PadValue::Max), full(dtype, 16, 32)});
    Case product = make_case("TMULS", Profile::a5, {full(dtype, 16, 32), full(dtype, 16, 32)});
    const std::uint64_t one = is_float(dtype) ? numerics::from_double(dtype, 1) : 1;
    for (const char* operand : {"src", "src0"})
      put_all(*operand == 's' && operand[3] ? product : copy, operand, [&](auto, auto) { return one; });
    product.scalars = {one};
    for (int bit = 0; bit < 8 * element_bytes(dtype); ++bit) {
      const std::uint64_t wrong = one ^ std::uint64_t{1} << bit;
      expect_wrong_value(with_one_element(copy, 15, 31, wrong));
      expect_wrong_value(with_one_element(product, 15, 31, wrong));
    }
  }
}

// No seed instruction takes every layout, so one is made up here.
TEST(Comparator, FindsElementsInEveryLayout) {
  terms::Define define("TFILLPAD", "test");
  const terms::Tile dst = define.output("dst");
  const terms::Tile src = define.input("src");
  define.each_valid(dst, src.at(terms::row(), terms::col()), {});
  for (const DType dtype : {DType::u8, DType::f16, DType::i32, DType::u64})
    for (const BLayout blayout : kAllBLayouts)
      for (const SLayout slayout : kAllSLayouts) {
        TileDesc tile = masked(dtype, 32, 64, 30, 61);
        tile.blayout = blayout;
        tile.slayout = slayout;
        Case subject = make_case("TFILLPAD", Profile::a5, {tile, tile});
        subject.tuple.attributes.clear();
        for (std::size_t i = 0; i < subject.payload[1].size(); ++i)
          subject.payload[1][i] = static_cast<std::uint8_t>(i * 37 + i / 251);
        const auto wrong_at = [&](std::int64_t row, std::int64_t col) {
          TestBackend backend([=](const backend::Call& call, int) {
            const View to(call, "dst"), from(call, "src");
            for (std::int64_t r = 0; r < 30; ++r)
              for (std::int64_t c = 0; c < 61; ++c) to.set(r, c, from.get(r, c) ^ (r == row && c == col ? 1 : 0));
            return executed();
          });
          return Judge(backend).judge(define.instruction(), subject);
        };
        EXPECT_EQ(wrong_at(-1, -1).judgement, Judgement::pass);
        for (const auto& [row, col] : {std::pair{0, 0}, {29, 60}, {17, 33}, {1, 0}, {0, 1}}) {
          const Judged wrong = wrong_at(row, col);
          expect_wrong_value(wrong);
          EXPECT_EQ(wrong.elements_wrong, 1u);
          EXPECT_EQ(wrong.first_mismatches.at(0).row, row);
          EXPECT_EQ(wrong.first_mismatches.at(0).col, col);
        }
      }
}

TEST(Comparator, CatchesAWrongPad) {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::f32, 16, 16, PadValue::Min), masked(DType::f32, 16, 16, 9, 11)});
  const Judged wrong = with_one_element(subject, 15, 15, numerics::max_finite(DType::f32, true));
  EXPECT_EQ(kinds(wrong), Kinds{wrong_pad});
  EXPECT_EQ(wrong.first_mismatches.at(0).element_class, ElementClass::pad);
  EXPECT_EQ(wrong.first_mismatches.at(0).expected, "-inf (0xff800000)");
  EXPECT_EQ(kinds(with_one_element(subject, 8, 11, 0)), Kinds{wrong_pad});
  EXPECT_EQ(kinds(with_one_element(subject, 9, 10, 0x7f800000)), Kinds{wrong_pad});
  EXPECT_EQ(kinds(with_one_element(subject, 8, 10, 0xff800000)), Kinds{wrong_value});
}

TEST(Comparator, AWrongPadComesBeforeAWrongValue) {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::i16, 16, 16, PadValue::Min), masked(DType::i16, 16, 16, 9, 11)});
  const Judged wrong = judged(right_but([](const backend::Call& call, int) {
                                View(call, "dst").set(0, 0, 99);
                                View(call, "dst").set(15, 15, 99);
                              }),
                              subject);
  EXPECT_EQ(kinds(wrong), (Kinds{wrong_pad, wrong_value}));
  EXPECT_EQ(wrong.elements_wrong, 2u);
  EXPECT_EQ(wrong.first_mismatches.at(1).expected, "-32768 (0x8000)");
}

/// Judges doubling() with all elements of row 5 made of that class.
Judged with_row_of(ElementClass element_class, TestBackend::Act act) {
  const Case subject = doubling();
  const terms::Instruction tmuls = instruction("TMULS");
  evaluate::Expectation expected(tmuls, subject);
  for (std::size_t i = 5 * 16; i < 6 * 16; ++i)
    const_cast<ElementClass&>(expected.tiles()[0].classes[i]) = element_class;
  TestBackend backend(std::move(act));
  return Judge(backend).judge(tmuls, subject, &expected);
}

/// The right backend, but for row 5 of dst, which it leaves alone in the calls up to `last`.
TestBackend::Act spares_row_until(int last) {
  return [=](const backend::Call& call, int number) {
    const View dst(call, "dst");
    const std::uint64_t before = dst.get(5, 6);
    RightKernels right(Freedom::none);
    right(call, number);
    for (std::int64_t col = 0; col < 16 && number <= last; ++col) dst.set(5, col, before);
    return executed();
  };
}

TEST(Comparator, APreservedElementMustHoldWhatItHeldBefore) {
  EXPECT_EQ(with_row_of(ElementClass::preserved, spares_row_until(99)).judgement, Judgement::pass);
  const Judged wrong = with_row_of(ElementClass::preserved, RightKernels(Freedom::none));
  expect_wrong_value(wrong);
  EXPECT_EQ(wrong.elements_judged, 256u);
  EXPECT_EQ(wrong.elements_wrong, 16u);
  EXPECT_EQ(wrong.first_mismatches.at(0).expected, "nan (0xffa5ffa5)");
  const Judged later = with_row_of(ElementClass::preserved, spares_row_until(1));
  EXPECT_EQ(kinds(later), (Kinds{not_deterministic, wrong_value}));
  EXPECT_EQ(later.first_mismatches.at(0).expected, "8.265321e-39 (0x005a005a)");
}

TEST(Comparator, AnUnknownElementClassIsNeverAccepted) {
  const auto unknown = static_cast<ElementClass>(77);
  EXPECT_EQ(with_row_of(unknown, RightKernels(Freedom::none)).judgement, Judgement::fail);
  EXPECT_EQ(with_row_of(unknown, spares_row_until(99)).judgement, Judgement::fail);
}

}  // namespace
}  // namespace pto_cts::judge::comparator_test
