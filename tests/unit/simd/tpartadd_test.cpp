// SPDX-License-Identifier: MIT
#include "reference.h"
#include "targets.h"

namespace pto_cts {
namespace {

class Tpartadd : public OnEveryTarget {
 protected:
  void check(const Tuple& tuple, Arena& arena) {
    const auto before = arena.contents();
    const TileDesc& dst = tuple.tiles[0].tile;
    const backend::Outcome outcome = run(*simd_, tuple, arena);
    ASSERT_EQ(outcome.kind, backend::OutcomeKind::executed) << outcome.diagnostic;
    EXPECT_TRUE(arena.guards_intact());
    for (std::size_t i = 1; i < before.size(); ++i) EXPECT_EQ(arena.contents()[i], before[i]) << "source modified";
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        const std::uint64_t actual = get_bits(arena.data(0), dst, row, col);
        const auto element = [&](std::size_t i) {
          return get_bits(before[static_cast<std::size_t>(tuple.tiles[i].storage)].data(), tuple.tiles[i].tile, row,
                          col);
        };
        const bool in0 = in_valid_region(tuple.tiles[1].tile, row, col),
                   in1 = in_valid_region(tuple.tiles[2].tile, row, col);
        if (!in_valid_region(dst, row, col) || (!in0 && !in1)) {
          ASSERT_EQ(actual, get_bits(before[0].data(), dst, row, col)) << "must be left alone";
        } else if (in0 && in1) {
          const std::uint64_t expected = calculate(dst.dtype, '+', element(1), element(2));
          ASSERT_TRUE(agree(dst.dtype, expected, actual))
              << name(dst.dtype) << " (" << row << ", " << col << ") " << std::hex << element(1) << " + " << element(2)
              << " = " << actual << ", not " << expected;
        } else {
          ASSERT_EQ(actual, element(in0 ? 1 : 2)) << name(dst.dtype) << " copy at (" << row << ", " << col << ")";
        }
      }
  }
};

TEST_P(Tpartadd, AddsOrCopiesInEveryTypeAndPattern) {
  for (const DType dtype : kKernelTypes)
    for (int i = 0; i < 60; ++i) {
      const std::int64_t unit = 32 / element_bytes(dtype), rows = number(1, 7), cols = unit * number(1, 6);
      TileDesc tiles[3];
      for (TileDesc& tile : tiles) {
        // In place and full-tile runs need one shape, the others do not.
        const bool same = i % 3 != 0;
        tile = dynamic_tile(dtype, same ? rows : rows + number(0, 3), same ? cols : cols + unit * number(0, 3), rows,
                            cols);
        if (i % 4 != 0) tile.valid_rows = number(1, rows), tile.valid_cols = number(1, cols);
      }
      if (i % 5 == 0) tiles[1].valid_rows = tiles[0].valid_rows, tiles[1].valid_cols = tiles[0].valid_cols;
      const int in_place = i % 3 == 0 ? 0 : number(0, 2);
      const Tuple tuple = tpartadd(tiles[0], tiles[1], tiles[2], in_place == 1 ? 0 : 1, in_place == 2 ? 0 : 2);
      Arena arena(tuple);
      for (const TileOperand& tile : tuple.tiles) arena.fill_random(tile.storage, random_);
      check(tuple, arena);
    }
}

TEST_P(Tpartadd, AddsSpecialValues) {
  for (const DType dtype : kKernelTypes) {
    const auto specials = special_values(dtype);
    const auto count = static_cast<std::int64_t>(specials.size());
    const TileDesc tile = dynamic_tile(dtype, count, 32, count, count);
    const Tuple tuple = tpartadd(tile, tile, tile);
    Arena arena(tuple);
    for (std::int64_t row = 0; row < count; ++row)
      for (std::int64_t col = 0; col < count; ++col) {
        set_bits(arena.data(1), tile, row, col, specials[static_cast<std::size_t>(row)]);
        set_bits(arena.data(2), tile, row, col, specials[static_cast<std::size_t>(col)]);
      }
    check(tuple, arena);
  }
}

TEST_P(Tpartadd, RoundsEverySixteenBitFloat) {
  for (const DType dtype : {DType::f16, DType::bf16})
    for (const std::uint64_t other : {0x0001, 0x0080, 0x3C01, 0x3F81, 0xBF7F, 0x7BFF, 0x7F7F, 0x8400}) {
      const TileDesc tile = dynamic_tile(dtype, 2, 32768, 2, 32768);
      const Tuple tuple = tpartadd(tile, tile, tile);
      Arena arena(tuple);
      for (std::int64_t i = 0; i < 65536; ++i) {
        set_bits(arena.data(1), tile, i / 32768, i % 32768, static_cast<std::uint64_t>(i));
        set_bits(arena.data(2), tile, i / 32768, i % 32768, other);
      }
      check(tuple, arena);
    }
}

TEST_P(Tpartadd, AddsFloatsOfLikeSize) {
  for (const DType dtype : {DType::f16, DType::bf16, DType::f32}) {
    const TileDesc tile = dynamic_tile(dtype, 16, 512, 16, 512);
    const Tuple tuple = tpartadd(tile, tile, tile);
    Arena arena(tuple);
    const std::uint64_t one = infinity_bits(dtype) / 2, spread = std::uint64_t{12} << fraction_bits(dtype);
    for (std::int64_t i = 0; i < 16 * 512; ++i)
      for (const int source : {1, 2})
        set_bits(arena.data(source), tile, i / 512, i % 512,
                 (one + random_() % spread - spread / 2) | (random_() % 2 == 0 ? sign_bit(dtype) : 0));
    check(tuple, arena);
  }
}

TEST_P(Tpartadd, RunsOtherLayouts) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts) {
      TileDesc boxed = dynamic_tile(DType::i16, 32, 64, 19, 45);
      boxed.blayout = blayout;
      boxed.slayout = slayout;
      const TileDesc plain = dynamic_tile(DType::i16, 32, 64, 32, 64),
                     narrow = dynamic_tile(DType::i16, 32, 64, 32, 20);
      for (const Tuple& tuple :
           {tpartadd(boxed, boxed, narrow), tpartadd(plain, narrow, boxed), tpartadd(plain, boxed, narrow, 0, 1)}) {
        Arena arena(tuple);
        for (const TileOperand& tile : tuple.tiles) arena.fill_random(tile.storage, random_);
        check(tuple, arena);
      }
    }
}

TEST_P(Tpartadd, DoesNothingForAnEmptyDestination) {
  const TileDesc full = dynamic_tile(DType::f32, 8, 16, 8, 16);
  for (const auto& [rows, cols] : {std::pair{0, 16}, {8, 0}, {-1, 5}}) {
    const Tuple tuple = tpartadd(dynamic_tile(DType::f32, 8, 16, rows, cols), full, full);
    Arena arena(tuple);
    check(tuple, arena);
  }
}

TEST_P(Tpartadd, ClampsValidRegionsToTheTile) {
  const TileDesc full = dynamic_tile(DType::u8, 8, 64, 8, 64), beyond = dynamic_tile(DType::u8, 8, 64, 80, 640);
  Tuple tuple = tpartadd(beyond, full, beyond);
  Arena arena(tuple);
  arena.fill_random(1, random_);
  arena.fill_random(2, random_);
  check(tuple, arena);
}

INSTANTIATE_TEST_SUITE_P(Simd, Tpartadd, every_target(), target_name);

TEST(TpartaddRejection, OfTypesThatDiffer) {
  const TileDesc f32 = default_tile(TileType::Vec, DType::f32, 16, 16),
                 i32 = default_tile(TileType::Vec, DType::i32, 16, 16);
  for (const Tuple& tuple : {tpartadd(f32, i32, f32), tpartadd(f32, f32, i32), tpartadd(i32, f32, f32)}) {
    Arena arena(tuple);
    const auto before = arena.everything();
    EXPECT_EQ(run(*simd::make_simd_backend(), tuple, arena).kind, backend::OutcomeKind::rejected);
    EXPECT_EQ(arena.everything(), before);
  }
}

}  // namespace
}  // namespace pto_cts
