// SPDX-License-Identifier: MIT
#include "reference.h"
#include "targets.h"

namespace pto_cts {
namespace {

class Tmuls : public OnEveryTarget {
 protected:
  /// Runs the tuple on these sources and compares every byte of all storages.
  void check(const Tuple& tuple, Arena& arena, std::uint64_t scalar) {
    const auto before = arena.contents();
    const TileDesc &dst = tuple.tiles[0].tile, &src = tuple.tiles[1].tile;
    const int from = tuple.tiles[1].storage;
    const backend::Outcome outcome = run(*simd_, tuple, arena, {{scalar}});
    ASSERT_EQ(outcome.kind, backend::OutcomeKind::executed) << outcome.diagnostic;
    EXPECT_TRUE(arena.guards_intact());
    if (from != 0) {
      EXPECT_EQ(arena.contents()[1], before[1]) << "source modified";
    }
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        const std::uint64_t actual = get_bits(arena.data(0), dst, row, col);
        if (row >= dst.valid_rows || col >= dst.valid_cols) {
          ASSERT_EQ(actual, get_bits(before[0].data(), dst, row, col)) << "outside the valid region";
          continue;
        }
        const std::uint64_t element = get_bits(before[static_cast<std::size_t>(from)].data(), src, row, col);
        const std::uint64_t expected = calculate(dst.dtype, '*', element, scalar);
        ASSERT_TRUE(agree(dst.dtype, expected, actual))
            << name(dst.dtype) << " (" << row << ", " << col << ") " << std::hex << element << " * " << scalar << " = "
            << actual << ", not " << expected;
      }
  }

  /// Every value of a 16-bit type, in one tile of two rows.
  void check_all_values(DType dtype, std::uint64_t scalar) {
    const TileDesc tile = dynamic_tile(dtype, 2, 32768, 2, 32768);
    const Tuple tuple = tmuls(tile, tile);
    Arena arena(tuple);
    for (std::int64_t i = 0; i < 65536; ++i)
      set_bits(arena.data(1), tile, i / 32768, i % 32768, static_cast<std::uint64_t>(i));
    check(tuple, arena, scalar);
  }
};

TEST_P(Tmuls, MultipliesEveryTypeInEveryExtent) {
  for (const DType dtype : kKernelTypes)
    for (int i = 0; i < 40; ++i) {
      const std::int64_t cols = 32 / element_bytes(dtype) * number(1, 6), rows = number(1, 9);
      TileDesc tile = dynamic_tile(dtype, rows, cols, number(1, rows), number(1, cols));
      TileDesc source = tile;
      source.valid_rows = number(1, rows);
      const Tuple tuple = tmuls(tile, source, i % 2 == 1);
      Arena arena(tuple);
      arena.fill_random(tuple.tiles[1].storage, random_);
      const auto specials = special_values(dtype);
      const std::uint64_t scalar =
          i < 20 ? wrap(dtype, random_()) : specials[static_cast<std::size_t>(i) % specials.size()];
      check(tuple, arena, scalar);
    }
}

TEST_P(Tmuls, MultipliesSpecialValues) {
  for (const DType dtype : kKernelTypes) {
    const auto specials = special_values(dtype);
    const TileDesc tile = dynamic_tile(dtype, 1, 64, 1, static_cast<std::int64_t>(specials.size()));
    for (const std::uint64_t scalar : specials) {
      const Tuple tuple = tmuls(tile, tile);
      Arena arena(tuple);
      for (std::size_t i = 0; i < specials.size(); ++i)
        set_bits(arena.data(1), tile, 0, static_cast<std::int64_t>(i), specials[i]);
      check(tuple, arena, scalar);
    }
  }
}

TEST_P(Tmuls, RoundsEveryHalf) {
  for (const std::uint64_t scalar : {0x3C01, 0x0001, 0x03FF, 0xB555, 0x7BFF, 0x1234, 0x0400, 0x5678})
    check_all_values(DType::f16, scalar);
}

// Products below bf16's and f32's normal range are where rounding in f32 first would show.
TEST_P(Tmuls, RoundsEveryBrainFloat) {
  for (const std::uint64_t scalar :
       {0x3F81, 0x0001, 0x007F, 0x0080, 0x00FF, 0x3F01, 0xBDD7, 0x3EFF, 0x1F35, 0x2A55, 0x7F7F, 0x8001, 0x3C00})
    check_all_values(DType::bf16, scalar);
}

TEST_P(Tmuls, KeepsSubnormalsInEveryBlock) {
  for (int i = 0; i < 64; ++i) {
    const TileDesc tile = dynamic_tile(DType::bf16, 1, 512, 1, number(400, 512));
    const Tuple tuple = tmuls(tile, tile, true);
    Arena arena(tuple);
    for (std::int64_t col = 0; col < 512; ++col)
      set_bits(arena.data(0), tile, 0, col,
               static_cast<std::uint64_t>(number(0, 9) == 0 ? number(0, 0x0400) : number(0x3000, 0x4000)));
    check(tuple, arena, static_cast<std::uint64_t>(number(0x3800, 0x4000)));
  }
}

TEST_P(Tmuls, RunsOtherLayouts) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts)
      for (const DType dtype : {DType::u8, DType::bf16, DType::f32}) {
        TileDesc tile = dynamic_tile(dtype, 32, 64, 19, 45);
        tile.blayout = blayout;
        tile.slayout = slayout;
        TileDesc plain = dynamic_tile(dtype, 32, 64, 19, 45);
        for (const Tuple& tuple : {tmuls(tile, tile, true), tmuls(tile, plain), tmuls(plain, tile)}) {
          Arena arena(tuple);
          arena.fill_random(tuple.tiles[1].storage, random_);
          check(tuple, arena, wrap(dtype, 0x3F803F80));
        }
      }
}

TEST_P(Tmuls, ClampsValidRegions) {
  for (const std::int64_t rows : {-5, 0, 4, 100})
    for (const std::int64_t cols : {-1, 0, 32, 1000}) {
      const Tuple tuple = tmuls(dynamic_tile(DType::u8, 4, 32, rows, cols), dynamic_tile(DType::u8, 4, 32, rows, cols));
      Arena arena(tuple);
      arena.fill_random(1, random_);
      check(tuple, arena, 3);
    }
}

TEST_P(Tmuls, CopiesASourceThatItWouldOverwrite) {
  TileDesc columns = dynamic_tile(DType::i16, 16, 32, 16, 32);
  columns.blayout = BLayout::ColMajor;
  const TileDesc rows = dynamic_tile(DType::i16, 16, 32, 16, 32);
  const Tuple tuple = tmuls(columns, rows, true);
  Arena arena(tuple);
  arena.fill_random(0, random_);
  check(tuple, arena, 3);
}

TEST_P(Tmuls, MultipliesUndeclaredTypesToo) {
  for (const DType dtype : {DType::u64, DType::i64}) {
    const Tuple tuple = tmuls(dynamic_tile(dtype, 4, 16, 3, 13), dynamic_tile(dtype, 4, 16, 3, 13));
    Arena arena(tuple);
    arena.fill_random(1, random_);
    check(tuple, arena, 0x123456789ABCDEF1u);
  }
}

INSTANTIATE_TEST_SUITE_P(Simd, Tmuls, every_target(), target_name);

void expect_rejected(const Tuple& tuple, std::span<const std::uint64_t> scalars) {
  Arena arena(tuple);
  const auto before = arena.everything();
  const backend::Outcome outcome = run(*simd::make_simd_backend(), tuple, arena, scalars);
  EXPECT_EQ(outcome.kind, backend::OutcomeKind::rejected);
  EXPECT_NE(outcome.diagnostic, "");
  EXPECT_EQ(arena.everything(), before);
}

TEST(TmulsRejection, OfTypesThatDiffer) {
  const TileDesc f32 = default_tile(TileType::Vec, DType::f32, 16, 16),
                 i32 = default_tile(TileType::Vec, DType::i32, 16, 16);
  const std::uint64_t scalars[] = {2, 2};
  expect_rejected(tmuls(f32, i32), {scalars, 1});
  Tuple tuple = tmuls(i32, i32);
  expect_rejected(tuple, {});
  tuple.scalars[0].dtype = DType::f32;
  expect_rejected(tuple, {scalars, 1});
  tuple.scalars.clear();
  expect_rejected(tuple, {scalars, 1});
}

}  // namespace
}  // namespace pto_cts
