// SPDX-License-Identifier: MIT
#include "reference.h"
#include "targets.h"

namespace pto_cts {
namespace {

class Tgatherb : public OnEveryTarget {
 protected:
  void fill_offsets(Arena& arena, const Tuple& tuple) {
    const TileDesc &src = tuple.tiles[1].tile, &offset = tuple.tiles[2].tile;
    for (std::int64_t row = 0; row < offset.rows; ++row)
      for (std::int64_t col = 0; col < offset.cols; ++col)
        set_bits(arena.data(tuple.tiles[2].storage), offset, row, col,
                 static_cast<std::uint64_t>(number(0, tile_bytes(src) - element_bytes(tuple.tiles[0].tile.dtype))));
  }

  void check(const Tuple& tuple, const Arena& arena) {
    const auto before = arena.contents();
    const TileDesc &dst = tuple.tiles[0].tile, &offset = tuple.tiles[2].tile;
    const auto storage = [&](std::size_t i) { return before[static_cast<std::size_t>(tuple.tiles[i].storage)].data(); };
    const backend::Outcome outcome = run(*simd_, tuple, arena);
    ASSERT_EQ(outcome.kind, backend::OutcomeKind::executed) << outcome.diagnostic;
    EXPECT_TRUE(arena.guards_intact());
    for (std::size_t i = 1; i < before.size(); ++i) EXPECT_EQ(arena.contents()[i], before[i]) << "source modified";
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        std::uint64_t expected = get_bits(before[0].data(), dst, row, col);
        if (in_valid_region(dst, row, col) && in_valid_region(offset, row, col) && row < offset.rows &&
            col < offset.cols) {
          expected = 0;
          std::memcpy(&expected, storage(1) + get_bits(storage(2), offset, row, col),
                      static_cast<std::size_t>(element_bytes(dst.dtype)));
        }
        ASSERT_EQ(get_bits(arena.data(0), dst, row, col), expected)
            << name(dst.dtype) << " (" << row << ", " << col << ")";
      }
  }
};

TEST_P(Tgatherb, GathersEveryType) {
  for (const DType dtype : kKernelTypes)
    for (int i = 0; i < 20; ++i) {
      const std::int64_t cols = 32 / element_bytes(dtype) * number(1, 4), rows = number(1, 6);
      const TileDesc dst = dynamic_tile(dtype, rows, cols, number(1, rows), number(1, cols));
      const TileDesc src = default_tile(TileType::Vec, dtype, number(1, 8), 32 * number(1, 4));
      TileDesc offset = dynamic_tile(DType::u32, rows, cols + 8 * number(0, 2), dst.valid_rows, dst.valid_cols);
      if (i % 4 == 0) offset = dynamic_tile(DType::u32, number(1, 6), 8 * number(1, 8), 100, 100);
      const Tuple tuple = tgatherb(dst, src, offset);
      Arena arena(tuple);
      arena.fill_random(1, random_);
      fill_offsets(arena, tuple);
      check(tuple, arena);
    }
}

TEST_P(Tgatherb, RunsOtherLayouts) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts) {
      TileDesc dst = dynamic_tile(DType::u8, 32, 64, 19, 45), offset = dynamic_tile(DType::u32, 32, 64, 20, 45);
      const TileDesc src = default_tile(TileType::Vec, DType::u8, 4, 64);
      TileDesc boxed_dst = dst, boxed_offset = offset;
      boxed_dst.blayout = boxed_offset.blayout = blayout;
      boxed_dst.slayout = boxed_offset.slayout = slayout;
      for (const Tuple& tuple : {tgatherb(boxed_dst, src, offset), tgatherb(dst, src, boxed_offset)}) {
        Arena arena(tuple);
        arena.fill_random(1, random_);
        fill_offsets(arena, tuple);
        check(tuple, arena);
      }
    }
}

TEST_P(Tgatherb, ReadsASharedStorageBeforeItWrites) {
  const TileDesc words = dynamic_tile(DType::u32, 8, 16, 8, 16), bytes = dynamic_tile(DType::u8, 8, 64, 8, 64);
  for (const TileDesc& dst : {words, bytes}) {
    for (const auto& [source, index] : {std::pair{0, 1}, {1, 0}, {0, 0}}) {
      Tuple tuple = tgatherb(dst, dst, words);
      tuple.tiles[1].storage = source;
      tuple.tiles[2].storage = index;
      Arena arena(tuple);
      if (source != 0 || index != 0) arena.fill_random(source, random_);
      fill_offsets(arena, tuple);
      check(tuple, arena);
    }
  }
}

TEST_P(Tgatherb, TakesAnyOffsetWhereNoneIsDefined) {
  const TileDesc dst = dynamic_tile(DType::f32, 8, 16, 8, 16), offset = dynamic_tile(DType::u32, 8, 16, 5, 9);
  const Tuple tuple = tgatherb(dst, dst, offset);
  Arena arena(tuple, std::byte{0xFF});
  arena.fill_random(1, random_);
  for (std::int64_t row = 0; row < 5; ++row)
    for (std::int64_t col = 0; col < 9; ++col) set_bits(arena.data(2), offset, row, col, 508);
  check(tuple, arena);
}

TEST_P(Tgatherb, RejectsAnOffsetThatLeavesTheSource) {
  const TileDesc dst = dynamic_tile(DType::f32, 8, 16, 8, 16), offset = dynamic_tile(DType::u32, 8, 16, 8, 16);
  for (const std::uint64_t bad : {509u, 512u, 0x7FFFFFFFu, 0xFFFFFFFCu, 0xFFFFFFFFu}) {
    const Tuple tuple = tgatherb(dst, dst, offset);
    Arena arena(tuple);
    fill_offsets(arena, tuple);
    set_bits(arena.data(2), offset, 7, 15, bad);
    const auto before = arena.everything();
    const backend::Outcome outcome = run(*simd_, tuple, arena);
    EXPECT_EQ(outcome.kind, backend::OutcomeKind::rejected);
    EXPECT_EQ(outcome.diagnostic, "offset leaves the source tile");
    EXPECT_EQ(arena.everything(), before);
  }
}

INSTANTIATE_TEST_SUITE_P(Simd, Tgatherb, every_target(), target_name);

TEST(TgatherbRejection, OfOffsetsThatAreNotWords) {
  const TileDesc dst = default_tile(TileType::Vec, DType::u8, 16, 32);
  for (const DType dtype : {DType::u16, DType::f32, DType::u64}) {
    const Tuple tuple = tgatherb(dst, dst, default_tile(TileType::Vec, dtype, 16, 32));
    Arena arena(tuple);
    EXPECT_EQ(run(*simd::make_simd_backend(), tuple, arena).kind, backend::OutcomeKind::rejected);
  }
}

}  // namespace
}  // namespace pto_cts
