// SPDX-License-Identifier: MIT
// Tuples as PTO assembly and back.
#include "pto_cts/render/assembly.h"

#include <gtest/gtest.h>

#include <climits>
#include <random>
#include <set>

#include "pto_cts/render/text.h"

namespace pto_cts::render::assembly_test {
namespace {

TileDesc plain(DType dtype = DType::f32) { return default_tile(TileType::Vec, dtype, 16, 16); }

Tuple product() {
  return {"TMULS", {{"dst", Role::out, plain(), 0}, {"src", Role::in, plain(), 1}}, {{"scalar", DType::f32}}, {}, {}};
}

Tuple fill() {
  return {"TFILLPAD",
          {{"dst", Role::out, plain(), 0}, {"src", Role::in, plain(), 1}},
          {},
          {{"form", "heterogeneous", false}, {"pad", "Zero", true}},
          {}};
}

Tuple of_two(const std::string& mnemonic, const std::string& a, const std::string& b, Role role) {
  return {mnemonic, {{"dst", Role::out, plain(), 0}, {a, Role::in, plain(), 1}, {b, role, plain(), 2}}, {}, {}, {}};
}

// The seeds elide the parameters of tiles, write `dtype` for the scalar's, and have no attributes.
std::string elided(std::string line) {
  for (std::size_t at = 0; (at = line.find("<loc", at)) != std::string::npos; ++at) line.replace(at, line.find('>', at) + 1 - at, "<...>");
  if (const std::size_t at = line.find(" {"); at != std::string::npos) line.erase(at, line.find('}', at) + 1 - at);
  if (const std::size_t at = line.find(", f32)"); at != std::string::npos) line.replace(at, 6, ", dtype)");
  return line;
}

TEST(Assembly, IsSpelledAsTheSeedsSpellIt) {
  const Tuple part = of_two("TPARTADD", "src0", "src1", Role::in), gather = of_two("TGATHERB", "src", "offsets", Role::index);
  EXPECT_EQ(elided(assembly_ssa(fill())), "%dst = pto.tfillpad %src : !pto.tile<...> -> !pto.tile<...>");
  EXPECT_EQ(elided(assembly_dps(fill())), "pto.tfillpad ins(%src : !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)");
  EXPECT_EQ(elided(assembly_ssa(product())), "%dst = pto.tmuls %src, %scalar : (!pto.tile<...>, dtype) -> !pto.tile<...>");
  EXPECT_EQ(elided(assembly_dps(product())),
            "pto.tmuls ins(%src, %scalar : !pto.tile_buf<...>, dtype) outs(%dst : !pto.tile_buf<...>)");
  EXPECT_EQ(elided(assembly_ssa(part)), "%dst = pto.tpartadd %src0, %src1 : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>");
  EXPECT_EQ(elided(assembly_dps(part)),
            "pto.tpartadd ins(%src0, %src1 : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)");
  EXPECT_EQ(elided(assembly_ssa(gather)), "%dst = pto.tgatherb %src, %offsets : (!pto.tile<...>, !pto.tile<...>) -> !pto.tile<...>");
  EXPECT_EQ(elided(assembly_dps(gather)),
            "pto.tgatherb ins(%src, %offsets : !pto.tile_buf<...>, !pto.tile_buf<...>) outs(%dst : !pto.tile_buf<...>)");
}

TEST(Assembly, WritesEveryParameter) {
  Tuple tuple = product();
  TileDesc& dst = tuple.tiles[0].tile;
  dst.static_valid_rows = kDynamic;
  dst.valid_rows = 3;
  tuple.scalars[0].dtype = DType::u16;
  TileDesc& src = tuple.tiles[1].tile;
  src = default_tile(TileType::ScaleLeft, DType::u8, 8, 32);
  src.blayout = BLayout::ColMajor;
  src.slayout = SLayout::RowMajor;
  src.fractal_bytes = 1024;
  src.static_valid_cols = 4;
  src.pad = PadValue::Min;
  EXPECT_EQ(assembly_dps(tuple),
            "pto.tmuls ins(%src, %scalar : !pto.tile_buf<loc=scale_left, dtype=ui8, rows=8, cols=32, v_row=8, v_col=4:32, "
            "blayout=col_major, slayout=row_major, fractal=1024, pad=3>, ui16) outs(%dst : !pto.tile_buf<loc=vec, dtype=f32, "
            "rows=16, cols=16, v_row=?:3, v_col=16, blayout=row_major, slayout=none_box, fractal=512, pad=0>)");
}

TEST(Assembly, ShowsAttributesTemplateArgumentsAndConfiguration) {
  Tuple tuple = fill();
  tuple.configuration = {{"mode", "a b", false}};
  EXPECT_NE(assembly_ssa(tuple).find(" %src {form = heterogeneous, pad = <Zero>} : "), std::string::npos);
  EXPECT_TRUE(assembly_ssa(tuple).ends_with("pad=0> config {mode = \"a b\"}"));
  EXPECT_TRUE(assembly_dps(tuple).ends_with(") {form = heterogeneous, pad = <Zero>} config {mode = \"a b\"}"));
}

TEST(Assembly, InPlaceIsOneNameInDpsAndAnAttributeInSsa) {
  Tuple tuple = product();
  tuple.tiles[1].storage = 0;
  tuple.tiles[1].tile.pad = PadValue::Max;
  EXPECT_TRUE(assembly_dps(tuple).starts_with("pto.tmuls ins(%dst, %scalar : ")) << assembly_dps(tuple);
  EXPECT_TRUE(assembly_ssa(tuple).starts_with("%dst = pto.tmuls %src, %scalar {storage = [0, 0]} : ")) << assembly_ssa(tuple);
}

TEST(Assembly, TakesOtherNamesAndKeepsStoragesApart) {
  Tuple tuple = product();
  const AssemblyNames names = {{"a", "a"}, {"a"}};
  EXPECT_TRUE(assembly(tuple, AssemblyForm::ssa, names).starts_with("%a = pto.tmuls %a_2, %a_3 : "));
  tuple.tiles[1].storage = 0;
  EXPECT_TRUE(assembly(tuple, AssemblyForm::ssa, names).starts_with("%a = pto.tmuls %a, %a_2 : "));
}

void expect_round_trip(const Tuple& tuple) {
  for (const std::string& line : {assembly_ssa(tuple), assembly_dps(tuple)}) {
    EXPECT_EQ(line.find('\n'), std::string::npos);
    try {
      const Tuple back = parse_assembly(line, signature_of(tuple));
      EXPECT_EQ(back, tuple) << line << "\n" << render_tuple(tuple) << "\n" << render_tuple(back);
      EXPECT_EQ(assembly_mnemonic(line), tuple.mnemonic) << line;
    } catch (const AssemblyError& error) {
      ADD_FAILURE() << error.what() << " in " << line;
    }
  }
}

TEST(Assembly, EveryRoleAndCountComesBack) {
  const Role roles[] = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};
  expect_round_trip({"T", {}, {}, {}, {}});
  expect_round_trip({"T", {}, {{"s", DType::i8}}, {{"a", "", true}}, {{"b", "\"\\\n\xff", true}}});
  Tuple all = {"TALL", {}, {{"s", DType::bf16}, {"t", DType::u64}}, {}, {}};
  for (const Role role : roles) {
    expect_round_trip({"T", {{"only", role, plain(), 0}}, {}, {}, {}});
    all.tiles.push_back({"a" + std::string(name(role)), role, plain(DType::i16), static_cast<int>(all.tiles.size())});
    all.tiles.push_back({"b" + std::string(name(role)), role, plain(DType::u32), static_cast<int>(all.tiles.size())});
    expect_round_trip(all);
  }
}

TEST(Assembly, StrangeNamesAndKeysComeBack) {
  expect_round_trip({"T", {{"", Role::out, plain(), 0}, {"", Role::in, plain(), 1}}, {{"", DType::f16}}, {{"", "", false}, {"", "x", true}}, {}});
  expect_round_trip({"T_X", {{"%a b", Role::out, plain(), 0}, {"c->", Role::in, plain(), 0}}, {}, {{"storage", "[0]", false}, {"x=", "{}", true}}, {}});
  expect_round_trip({"T", {{"a", Role::out, plain(), 5}, {"b", Role::in, plain(), -3}, {"c", Role::in, plain(), 5}}, {}, {{"storage", "x", false}}, {}});
}

TEST(Assembly, EveryChangeComesBackAndShows) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t n) { return static_cast<std::size_t>(random() % n); };
  const std::int64_t extents[] = {-INT_MAX, -2, -1, 0, 1, 3, 16, 4096, INT_MAX};
  std::set<std::string> tuples, ssa, dps;
  for (int round = 0; round < 20000; ++round) {
    Tuple tuple = round % 2 ? product() : fill();
    for (TileOperand& operand : tuple.tiles) {
      TileDesc& tile = operand.tile;
      for (std::int64_t* extent : {&tile.rows, &tile.cols, &tile.static_valid_rows, &tile.static_valid_cols, &tile.fractal_bytes,
                                   &tile.valid_rows, &tile.valid_cols})
        if (below(3) == 0) *extent = extents[below(std::size(extents))];
      tile.type = kAllTileTypes[below(kAllTileTypes.size())];
      tile.dtype = kAllDTypes[below(kAllDTypes.size())];
      tile.blayout = kAllBLayouts[below(kAllBLayouts.size())];
      tile.slayout = kAllSLayouts[below(kAllSLayouts.size())];
      tile.pad = kAllPadValues[below(kAllPadValues.size())];
      operand.storage = static_cast<int>(below(2));
    }
    for (ScalarOperand& scalar : tuple.scalars) scalar.dtype = kAllDTypes[below(kAllDTypes.size())];
    for (Attribute& attribute : tuple.attributes) attribute.value = below(2) ? "x" : "y z";
    expect_round_trip(tuple);
    if (!tuples.insert(render_tuple(tuple)).second) continue;
    EXPECT_TRUE(ssa.insert(assembly_ssa(tuple)).second);
    EXPECT_TRUE(dps.insert(assembly_dps(tuple)).second);
  }
}

}  // namespace
}  // namespace pto_cts::render::assembly_test
