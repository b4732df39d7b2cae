// SPDX-License-Identifier: MIT
#include "pto_cts/render/text.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace pto_cts::render::text_test {
namespace {

Tuple sample() {
  TileDesc dst = default_tile(TileType::Vec, DType::f32, 16, 16);
  dst.static_valid_rows = kDynamic;
  dst.valid_rows = 3;
  dst.static_valid_cols = dst.valid_cols = 5;
  dst.pad = PadValue::Zero;
  TileDesc src = default_tile(TileType::Mat, DType::f32, 16, 16);
  src.blayout = BLayout::ColMajor;
  src.slayout = SLayout::RowMajor;
  return {"TMULS",
          {{"dst", Role::out, dst, 0}, {"src0", Role::in, src, 1}},
          {{"scalar", DType::f32}},
          {{"form", "heterogeneous", false}},
          {}};
}

TEST(RenderTuple, IsOneReadableLine) {
  EXPECT_EQ(render_tuple(sample()),
            "TMULS out dst=Vec f32 16x16 valid 3x5(dyn,static) ND pad Zero @0, "
            "in src0=Mat f32 16x16 valid 16x16(static,static) Nz/512 pad Null @1, scalar f32; form=heterogeneous");
}

TEST(RenderTuple, ShowsTemplateSlotsAndConfiguration) {
  EXPECT_EQ(render_tuple({"T", {}, {}, {{"a", "1", true}, {"b", "x y", false}}, {{"mode", "\"\n", false}}}),
            "T; <a=1>, b=\"x y\"; config mode=\"\\\"\\x0a\"");
  EXPECT_EQ(render_tuple({"T", {}, {{"s", DType::u8}}, {}, {{"m", "", false}}}), "T s u8; config m=\"\"");
}

TEST(RenderTuple, DifferentTuplesGiveDifferentTexts) {
  const std::function<void(Tuple&)> changes[] = {
      [](Tuple&) {},
      [](Tuple& t) { t.mnemonic = "TADDS"; },
      [](Tuple& t) { t.tiles.pop_back(); },
      [](Tuple& t) { std::swap(t.tiles[0], t.tiles[1]); },
      [](Tuple& t) { t.tiles[0].name = "d"; },
      [](Tuple& t) { t.tiles[0].name = ""; },
      [](Tuple& t) { t.tiles[0].role = Role::inout; },
      [](Tuple& t) { t.tiles[1].storage = 0; },
      [](Tuple& t) { t.tiles[0].tile.type = TileType::Acc; },
      [](Tuple& t) { t.tiles[0].tile.dtype = DType::i32; },
      [](Tuple& t) { t.tiles[0].tile.rows = 8; },
      [](Tuple& t) { t.tiles[0].tile.cols = 8; },
      [](Tuple& t) { t.tiles[0].tile.blayout = BLayout::ColMajor; },
      [](Tuple& t) { t.tiles[0].tile.slayout = SLayout::RowMajor; },
      [](Tuple& t) { t.tiles[0].tile.slayout = SLayout::ColMajor; },
      [](Tuple& t) { t.tiles[0].tile.fractal_bytes = 1024; },
      [](Tuple& t) { t.tiles[1].tile.fractal_bytes = 1024; },
      [](Tuple& t) { t.tiles[0].tile.static_valid_rows = 3; },
      [](Tuple& t) { t.tiles[0].tile.static_valid_rows = 2; },
      [](Tuple& t) { t.tiles[0].tile.static_valid_cols = kDynamic; },
      [](Tuple& t) { t.tiles[0].tile.valid_rows = 4; },
      [](Tuple& t) { t.tiles[0].tile.valid_cols = 4; },
      [](Tuple& t) { t.tiles[0].tile.pad = PadValue::Max; },
      [](Tuple& t) { t.scalars[0].name = "s"; },
      [](Tuple& t) { t.scalars[0].dtype = DType::f16; },
      [](Tuple& t) { t.scalars.clear(); },
      [](Tuple& t) { t.attributes[0].key = "f"; },
      [](Tuple& t) { t.attributes[0].value = "homogeneous"; },
      [](Tuple& t) { t.attributes[0].template_slot = true; },
      [](Tuple& t) { t.attributes.clear(); },
      [](Tuple& t) { std::swap(t.attributes, t.configuration); },
      [](Tuple& t) {
        t.attributes = {{"config form", "heterogeneous", false}};
      },
      [](Tuple& t) { t.attributes[0].value = "heterogeneous, x=y"; },
      [](Tuple& t) {
        t.attributes.push_back({"x", "y", false});
      },
  };
  std::set<std::string> texts;
  for (const auto& change : changes) {
    Tuple tuple = sample();
    change(tuple);
    EXPECT_TRUE(texts.insert(render_tuple(tuple)).second) << render_tuple(tuple);
  }
}

}  // namespace
}  // namespace pto_cts::render::text_test
