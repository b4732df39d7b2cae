// SPDX-License-Identifier: MIT
// Tiles and calls as C++.
#include <gtest/gtest.h>

#include "pto_cts/render/intrinsic.h"

namespace pto_cts::render::intrinsic_test {
namespace {

TileDesc plain(PadValue pad = PadValue::Null) {
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  tile.pad = pad;
  return tile;
}

Tuple fill(const TileDesc& dst, const TileDesc& src, const std::string& form, const std::string& pad = "Zero") {
  return {.mnemonic = "TFILLPAD",
          .tiles = {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}},
          .scalars = {},
          .attributes = {{"form", form, false}, {"pad", pad, true}},
          .configuration = {}};
}

Tuple product(DType scalar) {
  return {.mnemonic = "TMULS",
          .tiles = {{"dst", Role::out, plain(), 0}, {"src0", Role::in, plain(), 1}},
          .scalars = {{"scalar", scalar}},
          .attributes = {},
          .configuration = {}};
}

std::string call(const Tuple& tuple) { return cpp_call(tuple, {"d", "s"}, {"D", "S"}, std::vector<std::string>(tuple.scalars.size(), "2.0f")); }

TEST(Intrinsic, ATileTypeHasAllItsParametersInTheOrderOfTheTilePage) {
  TileDesc tile = default_tile(TileType::Mat, DType::bf16, 16, 256);
  tile.blayout = BLayout::ColMajor;
  tile.slayout = SLayout::RowMajor;
  tile.static_valid_rows = kDynamic;
  tile.static_valid_cols = tile.valid_cols = 224;
  tile.pad = PadValue::Max;
  EXPECT_EQ(cpp_tile_type(tile), "Tile<TileType::Mat, bfloat16_t, 16, 256, BLayout::ColMajor, -1, 224, SLayout::RowMajor, 512, PadValue::Max>");
}

TEST(Intrinsic, AConstructorTakesTheDynamicExtents) {
  TileDesc tile = plain();
  EXPECT_TRUE(constructor_arguments(tile, "r", "c").empty());
  tile.static_valid_cols = kDynamic;
  EXPECT_EQ(constructor_arguments(tile, "r", "c"), std::vector<std::string>{"c"});
  tile.static_valid_rows = kDynamic;
  EXPECT_EQ(constructor_arguments(tile, "r", "c"), (std::vector<std::string>{"r", "c"}));
}

TEST(Intrinsic, OperandsStandBeforeScalars) { EXPECT_EQ(call(product(DType::f32)), "TMULS(d, s, 2.0f);"); }

TEST(Intrinsic, EachFormOfTfillpadIsSpelledSoThatNoOtherIsMeant) {
  EXPECT_EQ(call(fill(plain(PadValue::Max), plain(), "heterogeneous")), "TFILLPAD(d, s);");
  EXPECT_EQ(call(fill(plain(), plain(), "homogeneous", "Min")), "TFILLPAD<D, PadValue::Min>(d, s);");
  const Tuple same_type = fill(plain(PadValue::Max), plain(PadValue::Max), "heterogeneous");
  EXPECT_TRUE(is_ambiguous(same_type));
  EXPECT_EQ(call(same_type), "if constexpr (requires { TFILLPAD<D, S>(d, s); }) TFILLPAD<D, S>(d, s); else TFILLPAD(d, s);");
}

TEST(Intrinsic, WhatNoSignatureTakesIsInexpressible) {
  EXPECT_FALSE(inexpressible(product(DType::f32)));
  EXPECT_TRUE(inexpressible(product(DType::i32)));
  EXPECT_TRUE(inexpressible(fill(plain(PadValue::Max), plain(), "homogeneous")));
  EXPECT_TRUE(inexpressible(fill(plain(PadValue::Max), plain(), "heterogeneous", "Min")));
  EXPECT_FALSE(inexpressible(fill(plain(PadValue::Max), plain(), "heterogeneous")));
}

}  // namespace
}  // namespace pto_cts::render::intrinsic_test
