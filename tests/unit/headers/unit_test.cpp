// SPDX-License-Identifier: MIT
// The functions that ask tuples of the headers.
#include "unit.h"

#include <gtest/gtest.h>

namespace pto_cts::headers {
namespace {

TileDesc masked(std::int64_t valid_rows, std::int64_t valid_cols) {
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  tile.static_valid_rows = tile.static_valid_cols = kDynamic;
  tile.valid_rows = valid_rows;
  tile.valid_cols = valid_cols;
  return tile;
}

Tuple product(const TileDesc& dst, const TileDesc& src, bool in_place = false) {
  return {.mnemonic = "TMULS",
          .tiles = {{"dst", Role::out, dst, 0}, {"src0", Role::in, src, in_place ? 0 : 1}},
          .scalars = {{"scalar", dst.dtype}},
          .attributes = {},
          .configuration = {}};
}

std::string key(const Tuple& tuple, Mode mode = Mode::automatic) { return function_of(tuple, mode).key; }

TEST(Unit, RunTimeExtentsShareAFunctionAndStaticOnesDoNot) {
  EXPECT_EQ(key(product(masked(3, 4), masked(3, 4))), key(product(masked(16, 1), masked(2, 1))));
  TileDesc fixed = default_tile(TileType::Vec, DType::f32, 16, 16);
  const std::string whole = key(product(fixed, fixed));
  fixed.static_valid_rows = fixed.valid_rows = 3;
  EXPECT_NE(key(product(fixed, fixed)), whole);
  TileDesc mixed = masked(3, 16);
  mixed.static_valid_cols = 16;
  EXPECT_NE(key(product(mixed, mixed)), key(product(masked(3, 16), masked(3, 16))));
}

TEST(Unit, ModeAndSharingMakeAnotherFunction) {
  const Tuple apart = product(masked(3, 4), masked(3, 4)), together = product(masked(3, 4), masked(3, 4), true);
  EXPECT_NE(key(apart), key(together));
  EXPECT_NE(key(apart), key(apart, Mode::manual));
}

TEST(Unit, TheSymbolIsTheKey) {
  const Function function = function_of(product(masked(3, 4), masked(3, 4)), Mode::manual);
  EXPECT_EQ(function.key.size(), 32u);
  EXPECT_NE(function.text.find("void pto_cts_" + function.key + "("), std::string::npos);
  EXPECT_EQ(function.types, std::vector<std::string>{"Tile<TileType::Vec, float, 16, 16, BLayout::RowMajor, -1, -1, SLayout::NoneBox, 512, PadValue::Null>"});
}

TEST(Unit, InPlaceIsOneObjectWhereTilesOwnTheirStorage) {
  const Tuple together = product(masked(3, 4), masked(3, 4), true);
  EXPECT_NE(function_of(together, Mode::automatic).text.find("TMULS(t0, t0, "), std::string::npos);
  EXPECT_NE(function_of(together, Mode::manual).text.find("TMULS(t0, t1, "), std::string::npos);
  EXPECT_FALSE(inexpressible_in(together, Mode::automatic));
  const Tuple two_regions = product(masked(3, 4), masked(2, 4), true);
  EXPECT_TRUE(inexpressible_in(two_regions, Mode::automatic));
  EXPECT_FALSE(inexpressible_in(two_regions, Mode::manual));
  TileDesc other_pad = masked(3, 4);
  other_pad.pad = PadValue::Max;
  EXPECT_TRUE(inexpressible_in(product(masked(3, 4), other_pad, true), Mode::automatic));
}

TEST(Unit, OnlyManualTilesAreAssigned) {
  const Tuple tuple = product(masked(3, 4), masked(3, 4));
  EXPECT_EQ(function_of(tuple, Mode::automatic).text.find("TASSIGN"), std::string::npos);
  EXPECT_NE(function_of(tuple, Mode::manual).text.find("TASSIGN(t0"), std::string::npos);
}

}  // namespace
}  // namespace pto_cts::headers
