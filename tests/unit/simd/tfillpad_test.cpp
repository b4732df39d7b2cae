// SPDX-License-Identifier: MIT
#include "reference.h"
#include "targets.h"

namespace pto_cts {
namespace {

/// Pads written out by hand.
std::uint64_t pad_of(DType dtype, PadValue pad) {
  if (pad == PadValue::Zero) return 0;
  const bool max = pad == PadValue::Max;
  switch (dtype) {
    case DType::u8: return max ? 0xFF : 0;
    case DType::i8: return max ? 0x7F : 0x80;
    case DType::u16: return max ? 0xFFFF : 0;
    case DType::i16: return max ? 0x7FFF : 0x8000;
    case DType::u32: return max ? 0xFFFFFFFF : 0;
    case DType::i32: return max ? 0x7FFFFFFF : 0x80000000;
    case DType::f16: return max ? 0x7C00 : 0xFC00;
    case DType::bf16: return max ? 0x7F80 : 0xFF80;
    case DType::f32: return max ? 0x7F800000 : 0xFF800000;
    default: return 0;
  }
}

class Tfillpad : public OnEveryTarget {
 protected:
  void check(const Tuple& tuple, PadValue pad) {
    Arena arena(tuple);
    arena.fill_random(tuple.tiles[1].storage, random_);
    const auto before = arena.contents();
    const TileDesc &dst = tuple.tiles[0].tile, &src = tuple.tiles[1].tile;
    const int from = tuple.tiles[1].storage;
    const backend::Outcome outcome = run(*simd_, tuple, arena);
    ASSERT_EQ(outcome.kind, backend::OutcomeKind::executed) << outcome.diagnostic;
    EXPECT_TRUE(arena.guards_intact());
    if (from != 0) {
      EXPECT_EQ(arena.contents()[1], before[1]) << "source modified";
    }
    for (std::int64_t row = 0; row < dst.rows; ++row)
      for (std::int64_t col = 0; col < dst.cols; ++col) {
        const bool copied = in_valid_region(src, row, col) && row < src.rows && col < src.cols;
        const std::uint64_t expected = copied ? get_bits(before[static_cast<std::size_t>(from)].data(), src, row, col)
                                       : pad == PadValue::Null ? get_bits(before[0].data(), dst, row, col)
                                                               : pad_of(dst.dtype, pad);
        ASSERT_EQ(get_bits(arena.data(0), dst, row, col), expected)
            << name(dst.dtype) << " at (" << row << ", " << col << "), " << (copied ? "copied" : "padded");
      }
  }
};

TEST_P(Tfillpad, CopiesAndPadsEveryType) {
  for (const DType dtype : kKernelTypes)
    for (const PadValue pad : kAllPadValues)
      for (int i = 0; i < 12; ++i) {
        const std::int64_t cols = 32 / element_bytes(dtype) * number(1, 6), rows = number(1, 9);
        TileDesc src = dynamic_tile(dtype, rows, cols, number(1, rows), number(1, cols));
        if (i % 3 == 0) src.valid_cols = cols;
        if (i % 4 == 0) src.valid_rows = rows;
        TileDesc dst = src;
        dst.pad = pad;
        dst.valid_rows = number(1, rows);
        dst.valid_cols = number(1, cols);
        check(tfillpad(dst, src, i % 2 == 1), pad);
      }
}

TEST_P(Tfillpad, FillsMatTilesOfBoxes) {
  for (const DType dtype : kKernelTypes)
    for (int i = 0; i < 8; ++i) {
      TileDesc tile = dynamic_tile(dtype, 16 * number(1, 3), 32 / element_bytes(dtype) * number(1, 6), 1, 1);
      tile.type = TileType::Mat;
      tile.blayout = BLayout::ColMajor;
      tile.slayout = SLayout::RowMajor;
      tile.valid_rows = number(1, tile.rows);
      tile.valid_cols = number(1, tile.cols);
      check(homogeneous_tfillpad(tile, PadValue::Zero, i % 2 == 1), PadValue::Zero);
      check(homogeneous_tfillpad(tile, PadValue::Min, i % 2 == 1), PadValue::Min);
    }
}

TEST_P(Tfillpad, RunsThePagesSecondExample) {
  TileDesc tile = default_tile(TileType::Mat, DType::f32, 16, 256);
  tile.blayout = BLayout::ColMajor;
  tile.slayout = SLayout::RowMajor;
  tile.static_valid_rows = tile.valid_rows = 1;
  tile.static_valid_cols = tile.valid_cols = 224;
  Tuple tuple = homogeneous_tfillpad(tile, PadValue::Zero, true);
  check(tuple, PadValue::Zero);
  tuple.attributes = {{"form", "homogeneous"}};
  check(tuple, PadValue::Zero);
}

TEST_P(Tfillpad, RunsOtherLayouts) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts)
      for (const std::int64_t box : {512, 1024, 32}) {
        TileDesc tile = dynamic_tile(DType::f16, 32, 64, 19, 45);
        tile.blayout = blayout;
        tile.slayout = slayout;
        tile.fractal_bytes = box;
        TileDesc plain = dynamic_tile(DType::f16, 32, 64, 19, 45);
        plain.pad = tile.pad = PadValue::Max;
        for (const bool in_place : {false, true})
          for (const Tuple& tuple :
               {tfillpad(tile, tile, in_place), tfillpad(tile, plain, in_place), tfillpad(plain, tile, in_place)})
            check(tuple, PadValue::Max);
      }
}

TEST_P(Tfillpad, ExpandsIntoALargerTile) {
  for (const DType dtype : kKernelTypes)
    for (int i = 0; i < 12; ++i) {
      const std::int64_t unit = 32 / element_bytes(dtype), rows = number(1, 5), cols = unit * number(1, 3);
      const TileDesc src = dynamic_tile(dtype, rows, cols, number(1, rows), i % 3 == 0 ? cols : number(1, cols));
      TileDesc dst = dynamic_tile(dtype, rows + number(0, 4), cols + unit * number(0, 3), 1, 1);
      dst.pad = PadValue::Min;
      Tuple tuple = tfillpad(dst, src, i % 4 == 3);
      tuple.mnemonic = "TFILLPAD_EXPAND";
      tuple.attributes.clear();
      check(tuple, PadValue::Min);
    }
}

TEST_P(Tfillpad, StaysInsideBothTilesWhateverTheirExtents) {
  for (const auto& [rows, cols] : {std::pair{0, 5}, {5, 0}, {-3, -3}, {100, 1000}}) {
    const TileDesc src = dynamic_tile(DType::i8, 8, 64, rows, cols);
    TileDesc smaller = dynamic_tile(DType::u8, 4, 32, 1, 1), larger = dynamic_tile(DType::u8, 16, 96, 1, 1);
    smaller.pad = larger.pad = PadValue::Max;
    check(tfillpad(smaller, src), PadValue::Max);
    check(tfillpad(larger, src), PadValue::Max);
  }
}

INSTANTIATE_TEST_SUITE_P(Simd, Tfillpad, every_target(), target_name);

TEST(TfillpadRejection, OfUnknownPads) {
  Tuple tuple = homogeneous_tfillpad(default_tile(TileType::Vec, DType::f32, 16, 16), PadValue::Zero);
  tuple.attributes[1].value = "Some";
  const Arena arena(tuple);
  EXPECT_EQ(run(*simd::make_simd_backend(), tuple, arena).kind, backend::OutcomeKind::rejected);
}

TEST(TfillpadRejection, OfElementSizesThatDiffer) {
  const Tuple tuple =
      tfillpad(default_tile(TileType::Vec, DType::f32, 16, 16), default_tile(TileType::Vec, DType::f16, 16, 16));
  Arena arena(tuple);
  const auto before = arena.everything();
  EXPECT_EQ(run(*simd::make_simd_backend(), tuple, arena).kind, backend::OutcomeKind::rejected);
  EXPECT_EQ(arena.everything(), before);
}

}  // namespace
}  // namespace pto_cts
