// SPDX-License-Identifier: MIT
// No false alarm: a right backend that uses every freedom passes everywhere.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "cases.h"
#include "pto_cts/numerics/element.h"
#include "right_kernels.h"

namespace pto_cts::judge::freedom_test {
namespace {

constexpr std::array kTypes = {DType::u8,  DType::i8,  DType::u16,  DType::i16, DType::u32,
                               DType::i32, DType::f16, DType::bf16, DType::f32};

class Freedoms : public testing::Test {
 protected:
  /// Bits that are often special: zeros, subnormals, limits, infinities, NaNs.
  std::uint64_t element(DType dtype) {
    const std::uint64_t bits = random_() & numerics::width_mask(dtype);
    if (!is_float(dtype) || random_() % 2 == 0) return bits;
    const std::uint64_t sign = numerics::zero(dtype, random_() % 2 == 0);
    const std::uint64_t normal = numerics::min_normal(dtype);
    switch (random_() % 8) {
      case 0: return sign;
      case 1: return sign | (bits % normal);
      case 2: return sign | normal;
      case 3: return sign | numerics::max_finite(dtype);
      case 4: return sign | numerics::infinity(dtype, false);
      case 5: return sign | numerics::infinity(dtype, false) | (1 + bits % (normal - 1));
      case 6: return sign | numerics::from_double(dtype, 1);
      default: return sign | (normal + bits % (4 * normal));
    }
  }

  void fill(Case& subject, const char* operand) {
    const DType dtype = subject.tuple.tiles[static_cast<std::size_t>(find_tile(subject.tuple, operand))].tile.dtype;
    put_all(subject, operand, [&](auto, auto) { return element(dtype); });
  }

  void expect_pass(const Case& subject) {
    for (TestBackend* backend : {&plain_, &free_}) {
      const Judged result =
          Judge(*backend, {.report_outside_writes = true}).judge(instruction(subject.tuple.mnemonic), subject);
      ASSERT_EQ(result.verdict.legality, evaluate::Legality::legal);
      ++judged_;
      ASSERT_EQ(result.judgement, Judgement::pass)
          << subject.tuple.mnemonic << " " << name(subject.tuple.tiles[0].tile.dtype) << ": "
          << (result.kind ? name(*result.kind) : "") << ", "
          << (result.first_mismatches.empty()
                  ? ""
                  : result.first_mismatches[0].actual + " for " + result.first_mismatches[0].expected);
    }
  }

  /// Both separately and in place.
  void expect_pass_in_place_too(const Case& subject) {
    expect_pass(subject);
    expect_pass(in_place(subject));
  }

  /// rows x cols shapes of one type whose size is a legal tile.
  static std::vector<std::pair<std::int64_t, std::int64_t>> shapes(DType dtype) {
    const std::int64_t line = 32 / element_bytes(dtype);
    return {{16, line}, {1, 16 * line}, {3, 16 * line}, {16, 3 * line}, {64, 2 * line}};
  }

  int judged_ = 0;

 private:
  std::mt19937_64 random_{4711};
  TestBackend plain_{RightKernels(Freedom::none)};
  TestBackend free_{RightKernels(Freedom::all)};
};

std::vector<std::pair<std::int64_t, std::int64_t>> regions(std::int64_t rows, std::int64_t cols) {
  return {{rows, cols}, {1, 1}, {(rows + 1) / 2, cols}, {rows, cols - 1}, {(rows + 1) / 2, (cols + 1) / 2}};
}

TEST_F(Freedoms, Tmuls) {
  for (const DType dtype : kTypes)
    for (const auto& [rows, cols] : shapes(dtype))
      for (const auto& [valid_rows, valid_cols] : regions(rows, cols))
        for (const std::int64_t source_rows : {valid_rows, std::int64_t{1}, rows}) {
          Case subject = make_case(
              "TMULS", Profile::a5,
              {masked(dtype, rows, cols, valid_rows, valid_cols), masked(dtype, rows, cols, source_rows, valid_cols)});
          fill(subject, "src0");
          subject.scalars = {element(dtype)};
          expect_pass_in_place_too(subject);
        }
  EXPECT_GT(judged_, 2000);
}

TEST_F(Freedoms, Tpartadd) {
  for (const DType dtype : kTypes)
    for (const auto& [rows, cols] : shapes(dtype))
      for (const auto& [valid_rows, valid_cols] : regions(rows, cols))
        for (const bool by_rows : {true, false})
          for (const bool first_is_full : {true, false}) {
            const TileDesc whole = masked(dtype, rows, cols, valid_rows, valid_cols);
            const TileDesc part = masked(dtype, rows, cols, by_rows ? (valid_rows + 1) / 2 : valid_rows,
                                         by_rows ? valid_cols : (valid_cols + 1) / 2);
            Case subject =
                make_case("TPARTADD", Profile::a5, {whole, first_is_full ? whole : part, first_is_full ? part : whole});
            fill(subject, "src0");
            fill(subject, "src1");
            expect_pass_in_place_too(subject);
          }
  EXPECT_GT(judged_, 2000);
}

TEST_F(Freedoms, Tfillpad) {
  for (const char* mnemonic : {"TFILLPAD", "TFILLPAD_EXPAND"})
    for (const DType dtype : kTypes)
      for (const auto& [rows, cols] : shapes(dtype))
        for (const auto& [valid_rows, valid_cols] : regions(rows, cols))
          for (const PadValue pad : {PadValue::Zero, PadValue::Max, PadValue::Min}) {
            Case subject = make_case(mnemonic, Profile::a2a3,
                                     {full(dtype, rows, cols, pad), masked(dtype, rows, cols, valid_rows, valid_cols)});
            fill(subject, "src");
            expect_pass(subject);
            if (subject.tuple.mnemonic == "TFILLPAD") expect_pass(in_place(subject));
          }
  EXPECT_GT(judged_, 2000);
}

TEST_F(Freedoms, TfillpadOfBoxes) {
  for (const DType dtype : kTypes) {
    TileDesc tile = masked(dtype, 32, 64, 19, 45);
    tile.type = TileType::Mat;
    tile.blayout = BLayout::ColMajor;
    tile.slayout = SLayout::RowMajor;
    Case subject = make_case("TFILLPAD", Profile::cpu_sim, {tile, tile});
    subject.tuple.attributes[0].value = "homogeneous";
    fill(subject, "src");
    expect_pass_in_place_too(subject);
  }
}

TEST_F(Freedoms, Tgatherb) {
  for (const DType dtype : kTypes)
    for (const auto& [rows, cols] : shapes(dtype)) {
      if (cols % 8 != 0 || rows * cols * 4 > 32768 || rows * cols * 4 % 512 != 0) continue;
      for (const auto& [valid_rows, valid_cols] : regions(rows, cols))
        for (const auto& [index_rows, index_cols] : regions(rows, cols)) {
          Case subject =
              make_case("TGATHERB", Profile::a5,
                        {masked(dtype, rows, cols, valid_rows, valid_cols), masked(dtype, rows, cols, rows, cols - 1),
                         masked(DType::u32, rows, cols, index_rows, index_cols)});
          fill(subject, "src");
          const auto size = static_cast<std::uint64_t>(element_bytes(dtype));
          const auto bytes = static_cast<std::uint64_t>(rows * cols) * size;
          std::uint64_t next = 0;
          put_all(subject, "offset", [&](auto, auto) {
            next += 7;
            return next % 5 == 0 ? next * 3 % (bytes - size + 1) : next * size * 5 % bytes;
          });
          subject.index_poison = {{2, 0, bytes - size}};
          expect_pass(subject);
        }
    }
  EXPECT_GT(judged_, 500);
}

TEST_F(Freedoms, NoneIsUsedWhereTheyAreForbidden) {
  Case subject = make_case("TMULS", Profile::strict, std::vector(2, full(DType::f32, 16, 16)));
  put_all(subject, "src0", [](auto, auto) { return 0x123; });
  subject.scalars = {0x3f800000};
  EXPECT_EQ(judged(RightKernels(Freedom::none), subject).judgement, Judgement::pass);
  EXPECT_EQ(judged(RightKernels(Freedom::all), subject).judgement, Judgement::fail);
}

}  // namespace
}  // namespace pto_cts::judge::freedom_test
