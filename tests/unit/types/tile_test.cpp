// SPDX-License-Identifier: MIT
#include "pto_cts/types/tile.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace pto_cts {
namespace {

TEST(DefaultTile, HasTheDefaultsOfTheTileOperandPage) {
  const TileDesc tile = default_tile(TileType::Mat, DType::f16, 48, 64);
  EXPECT_EQ(tile.type, TileType::Mat);
  EXPECT_EQ(tile.dtype, DType::f16);
  EXPECT_EQ(tile.rows, 48);
  EXPECT_EQ(tile.cols, 64);
  EXPECT_EQ(tile.blayout, BLayout::RowMajor);
  EXPECT_EQ(tile.static_valid_rows, 48);
  EXPECT_EQ(tile.static_valid_cols, 64);
  EXPECT_EQ(tile.slayout, SLayout::NoneBox);
  EXPECT_EQ(tile.fractal_bytes, 512);
  EXPECT_EQ(tile.pad, PadValue::Null);
  EXPECT_EQ(tile.valid_rows, 48);
  EXPECT_EQ(tile.valid_cols, 64);
  EXPECT_TRUE(consistent(tile));
}

TEST(Tile, StorageIsRowsTimesColsTimesElementSize) {
  EXPECT_EQ(tile_bytes(default_tile(TileType::Vec, DType::f32, 128, 256)), 131072);  // the tile page's own example
  EXPECT_EQ(tile_bytes(default_tile(TileType::Vec, DType::u8, 1, 256)), 256);        // TGATHERB's example
  EXPECT_EQ(tile_bytes(default_tile(TileType::Vec, DType::u64, 3, 5)), 120);
}

TEST(Tile, ExtentIsDynamicOnlyWhereTheTypeSaysMinusOne) {
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  EXPECT_FALSE(has_dynamic_rows(tile));
  EXPECT_FALSE(has_dynamic_cols(tile));
  tile.static_valid_rows = -1;
  EXPECT_TRUE(has_dynamic_rows(tile));
  EXPECT_FALSE(has_dynamic_cols(tile));
  tile.static_valid_rows = 0;
  tile.static_valid_cols = -1;
  EXPECT_FALSE(has_dynamic_rows(tile));
  EXPECT_TRUE(has_dynamic_cols(tile));
}

TEST(Tile, IsConsistentOnlyIfStaticValidExtentsHoldAtRunTime) {
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  tile.valid_rows = 15;
  EXPECT_FALSE(consistent(tile));
  tile.static_valid_rows = kDynamic;
  EXPECT_TRUE(consistent(tile));
  tile.valid_cols = 3;
  EXPECT_FALSE(consistent(tile));
  tile.static_valid_cols = 3;
  EXPECT_TRUE(consistent(tile));
}

TEST(Tile, TypeIsEveryTemplateParameterAndNoRunTimeExtent) {
  const TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  const std::vector<std::function<void(TileDesc&)>> parameters = {
      [](TileDesc& t) { t.type = TileType::Acc; },
      [](TileDesc& t) { t.dtype = DType::i32; },
      [](TileDesc& t) { t.rows = 32; },
      [](TileDesc& t) { t.cols = 8; },
      [](TileDesc& t) { t.blayout = BLayout::ColMajor; },
      [](TileDesc& t) { t.static_valid_rows = kDynamic; },
      [](TileDesc& t) { t.static_valid_cols = 15; },
      [](TileDesc& t) { t.slayout = SLayout::ColMajor; },
      [](TileDesc& t) { t.fractal_bytes = 1024; },
      [](TileDesc& t) { t.pad = PadValue::Max; },
  };
  EXPECT_TRUE(same_type(tile, tile));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    TileDesc other = tile;
    parameters[i](other);
    EXPECT_FALSE(same_type(tile, other)) << "parameter " << i;
    EXPECT_FALSE(same_type(other, tile)) << "parameter " << i;
  }
  TileDesc other = tile;
  other.valid_rows = 1;
  other.valid_cols = 2;
  EXPECT_TRUE(same_type(tile, other));
  EXPECT_NE(tile, other);
}

TEST(Tile, ValidRegionIsAnchoredAtTheOriginAndExcludesItsEnds) {
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  tile.valid_rows = 3;
  tile.valid_cols = 5;
  EXPECT_TRUE(in_valid_region(tile, 0, 0));
  EXPECT_TRUE(in_valid_region(tile, 2, 4));
  EXPECT_FALSE(in_valid_region(tile, 3, 4));
  EXPECT_FALSE(in_valid_region(tile, 2, 5));
  EXPECT_FALSE(in_valid_region(tile, -1, 0));
  EXPECT_FALSE(in_valid_region(tile, 0, -1));
  tile.valid_rows = 0;
  EXPECT_FALSE(in_valid_region(tile, 0, 0));
}

template <typename Enum, std::size_t N, typename Parse>
void expect_names(const std::array<Enum, N>& values, const std::vector<std::string_view>& names, Parse parse) {
  ASSERT_EQ(names.size(), N);
  for (std::size_t i = 0; i < N; ++i) {
    EXPECT_EQ(name(values[i]), names[i]);
    EXPECT_EQ(parse(names[i]), values[i]);
  }
  for (const std::string_view text : {"", "?", "rowmajor", "Vec ", "ND"}) EXPECT_EQ(parse(text), std::nullopt) << text;
}

TEST(TileEnumerations, AreSpelledAsOnTheTileOperandPage) {
  expect_names(kAllTileTypes,
               {"Vec", "Mat", "Left", "Right", "Acc", "Bias", "Scaling", "ScaleLeft", "ScaleRight", "Ctrl"},
               parse_tile_type);
  expect_names(kAllBLayouts, {"RowMajor", "ColMajor"}, parse_blayout);
  expect_names(kAllSLayouts, {"NoneBox", "RowMajor", "ColMajor"}, parse_slayout);
  expect_names(kAllPadValues, {"Null", "Zero", "Max", "Min"}, parse_pad_value);
}

}  // namespace
}  // namespace pto_cts
