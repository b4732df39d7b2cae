// SPDX-License-Identifier: MIT
#include "pto_cts/terms/operands.h"

#include <gtest/gtest.h>

#include <functional>

#include "toy.h"

namespace pto_cts::terms {
namespace {

using toy::kDst;
using toy::kSrc;

bool holds(const Bool& term, const Tuple& tuple) {
  return toy::Interpreter(tuple, {})(term.tree()) != 0;
}

const TileDesc kTile = default_tile(TileType::Vec, DType::f32, 4, 8);

TEST(TileTerms, ReadTheFieldTheyAreNamedAfter) {
  TileDesc tile = kTile;
  tile.static_valid_rows = -1;
  tile.static_valid_cols = 5;
  tile.valid_rows = 3;
  tile.valid_cols = 5;
  tile.fractal_bytes = 1024;
  const Tuple tuple = toy::tuple(kTile, tile);
  EXPECT_TRUE(holds(kSrc.rows == 4 && kSrc.cols == 8 && kSrc.bytes() == 128, tuple));
  EXPECT_TRUE(holds(kSrc.static_valid_rows == -1 && kSrc.static_valid_cols == 5, tuple));
  EXPECT_TRUE(holds(kSrc.valid_rows == 3 && kSrc.valid_cols == 5 && kSrc.fractal_bytes == 1024, tuple));
  EXPECT_TRUE(holds(kSrc.dynamic_rows() && !kSrc.dynamic_cols(), tuple));
  EXPECT_TRUE(holds(kSrc.type == TileType::Vec && kSrc.dtype == DType::f32 && kSrc.pad == PadValue::Null, tuple));
  EXPECT_TRUE(holds(kSrc.box_rows == 1 && kSrc.box_cols == 1, tuple));
}

TEST(TileTerms, ArePlainOnlyIfRowMajorWithoutBoxes) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts) {
      TileDesc tile = kTile;
      tile.blayout = blayout;
      tile.slayout = slayout;
      const Tuple tuple = toy::tuple(tile, kTile);
      EXPECT_EQ(holds(kDst.is_row_major(), tuple), blayout == BLayout::RowMajor);
      EXPECT_EQ(holds(kDst.is_nd(), tuple), blayout == BLayout::RowMajor && slayout == SLayout::NoneBox);
    }
}

TEST(SameType, AsksForEveryTemplateParameterAndForNoRunTimeExtent) {
  const std::vector<std::function<void(TileDesc&)>> parameters = {
      [](TileDesc& t) { t.type = TileType::Mat; },
      [](TileDesc& t) { t.dtype = DType::i32; },
      [](TileDesc& t) { t.rows = 5; },
      [](TileDesc& t) { t.cols = 9; },
      [](TileDesc& t) { t.blayout = BLayout::ColMajor; },
      [](TileDesc& t) { t.slayout = SLayout::RowMajor; },
      [](TileDesc& t) { t.fractal_bytes = 32; },
      [](TileDesc& t) { t.pad = PadValue::Zero; },
      [](TileDesc& t) { t.static_valid_rows = -1; },
      [](TileDesc& t) { t.static_valid_cols = 3; },
  };
  EXPECT_TRUE(holds(same_type(kDst, kSrc), toy::tuple(kTile, kTile)));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    TileDesc other = kTile;
    parameters[i](other);
    EXPECT_FALSE(holds(same_type(kDst, kSrc), toy::tuple(kTile, other))) << "parameter " << i;
  }
  TileDesc other = kTile;
  other.valid_rows = 1;
  other.valid_cols = 1;
  EXPECT_TRUE(holds(same_type(kDst, kSrc), toy::tuple(kTile, other)));
}

TEST(SameValidRegion, AsksForEqualRowsAndEqualColumns) {
  TileDesc rows = kTile, cols = kTile, pad = kTile;
  rows.valid_rows = 1;
  cols.valid_cols = 1;
  pad.pad = PadValue::Max;
  EXPECT_TRUE(holds(same_valid_region(kDst, kSrc), toy::tuple(kTile, pad)));
  EXPECT_FALSE(holds(same_valid_region(kDst, kSrc), toy::tuple(kTile, rows)));
  EXPECT_FALSE(holds(same_valid_region(kDst, kSrc), toy::tuple(kTile, cols)));
}

}  // namespace
}  // namespace pto_cts::terms
