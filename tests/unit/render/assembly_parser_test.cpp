// SPDX-License-Identifier: MIT
// Lines of assembly as people write them, right and wrong.
#include <gtest/gtest.h>

#include <random>

#include "pto_cts/render/assembly.h"
#include "pto_cts/render/text.h"

namespace pto_cts::render::assembly_parser_test {
namespace {

const AssemblySignature& tmuls() {
  static const AssemblySignature signature = {"TMULS", {{"dst", Role::out}, {"src0", Role::in}}, {"scalar"}, {}};
  return signature;
}

const AssemblySignature& tfillpad() {
  static const AssemblySignature signature = {"TFILLPAD",
                                              {{"dst", Role::out}, {"src", Role::in}},
                                              {},
                                              {{"form", "heterogeneous", false, {"heterogeneous", "homogeneous"}},
                                               {"pad", "Zero", true, {"Null", "Zero", "Max", "Min"}}}};
  return signature;
}

const AssemblySignature& tpartadd() {
  static const AssemblySignature signature = {"TPARTADD", {{"dst", Role::out}, {"src0", Role::in}, {"src1", Role::in}}, {}, {}};
  return signature;
}

TileDesc tile(const std::string& parameters) {
  return parse_assembly("pto.tfillpad ins(%a : !pto.tile_buf<" + parameters + ">) outs(%b : !pto.tile_buf<vec, 1x8xf32>)", tfillpad())
      .tiles[1].tile;
}

const std::string kTile = "!pto.tile<loc=vec, dtype=f32, rows=16, cols=32>";

TEST(ReadAssembly, WhatIsLeftOutIsTheDefaultOfTheTilePage) {
  EXPECT_EQ(tile("loc=vec, dtype=f32, rows=16, cols=32"), default_tile(TileType::Vec, DType::f32, 16, 32));
  EXPECT_EQ(tile("cols=32,rows=16,dtype=f32,loc=vec"), default_tile(TileType::Vec, DType::f32, 16, 32));
  EXPECT_EQ(tile("vec, 16x32xui8, slayout=row_major").slayout, SLayout::RowMajor);
  EXPECT_EQ(tile("vec, 16x32xui8, slayout=row_major").dtype, DType::u8);
}

TEST(ReadAssembly, ValidExtents) {
  const TileDesc at_type = tile("vec, 16x32xf32, v_row=3");
  EXPECT_EQ(at_type.static_valid_rows, 3);
  EXPECT_EQ(at_type.valid_rows, 3);
  EXPECT_EQ(at_type.valid_cols, 32);
  const TileDesc at_run_time = tile("vec, 16x32xf32, valid=?:3x7");
  EXPECT_EQ(at_run_time.static_valid_rows, kDynamic);
  EXPECT_EQ(at_run_time.valid_rows, 3);
  EXPECT_EQ(at_run_time.static_valid_cols, 7);
  const TileDesc contradictory = tile("vec, 16x32xf32, v_row=4:3");
  EXPECT_EQ(contradictory.static_valid_rows, 4);
  EXPECT_EQ(contradictory.valid_rows, 3);
  EXPECT_EQ(tile("vec, 16x32xf32, v_row=-1:5"), tile("vec, 16x32xf32, v_row=?:5"));
}

TEST(ReadAssembly, ADynamicExtentWithoutItsValueIsWholeAndSaysSo) {
  const AssemblyLine line = parse_assembly_line("pto.tfillpad ins(%a : !pto.tile_buf<vec, 8x8xf32, v_row=?, v_col=?>) "
                                                "outs(%b : !pto.tile_buf<vec, 8x8xf32, v_row=?:8>)", tfillpad());
  EXPECT_EQ(line.assumed_whole, std::vector<std::string>{"src"});
  EXPECT_EQ(line.tuple.tiles[1].tile.valid_rows, 8);
  EXPECT_EQ(line.tuple.tiles[1].tile.static_valid_cols, kDynamic);
}

TEST(ReadAssembly, EnumsAndTypesInTheirSpellings) {
  for (const char* layout : {"col_major", "ColMajor", "BLayout::ColMajor", "COL_MAJOR"})
    EXPECT_EQ(tile(std::string("vec, 8x8xf32, blayout=") + layout).blayout, BLayout::ColMajor);
  for (const char* pad : {"3", "min", "Min", "PadValue::Min"}) EXPECT_EQ(tile(std::string("vec, 8x8xf32, pad=") + pad).pad, PadValue::Min);
  for (const char* location : {"scale_left", "ScaleLeft", "TileType::ScaleLeft"})
    EXPECT_EQ(tile(std::string("dtype=half, rows=8, cols=8, loc=") + location).type, TileType::ScaleLeft);
  const std::pair<const char*, DType> dtypes[] = {{"i32", DType::i32}, {"si32", DType::i32}, {"ui32", DType::u32}, {"u32", DType::u32},
                                                  {"uint32_t", DType::u32}, {"float", DType::f32}, {"half", DType::f16}, {"bf16", DType::bf16}};
  for (const auto& [spelling, dtype] : dtypes) EXPECT_EQ(tile(std::string("loc=vec, rows=8, cols=8, dtype=") + spelling).dtype, dtype);
}

TEST(ReadAssembly, AnySpaceNamesCommentsAndASemicolon) {
  const std::string line = "\t%0\n=pto.tmuls %arg.1,%c$_-2:(" + kTile + ",f32)->" + kTile + "; # as in the manual";
  const AssemblyLine read = parse_assembly_line(line, tmuls());
  EXPECT_EQ(read.form, AssemblyForm::ssa);
  EXPECT_EQ(read.names.tiles, (std::vector<std::string>{"0", "arg.1"}));
  EXPECT_EQ(read.names.scalars, (std::vector<std::string>{"c$_-2"}));
  EXPECT_EQ(read.tuple.tiles[0].name, "dst");
  EXPECT_EQ(parse_assembly("  PTO_NOT", {"PTO_NOT", {}, {}, {}}).mnemonic, "PTO_NOT");
  EXPECT_EQ(parse_assembly("%r = pto.tmuls %a#1, %b // c\n : (" + kTile + ", f32) -> " + kTile + " // d", tmuls()), read.tuple);
}

// The synchronous form of the pages: no prefix, one type for all tiles.
TEST(ReadAssembly, TheSynchronousForm) {
  const Tuple product = parse_assembly("%dst = tmuls %src, %scalar : " + kTile + ", f32", tmuls());
  EXPECT_EQ(product.tiles[0].tile, product.tiles[1].tile);
  const Tuple sum = parse_assembly("%dst = tpartadd %src0, %src1 : " + kTile + " -> " + kTile, tpartadd());
  EXPECT_EQ(sum.tiles[1].tile, sum.tiles[2].tile);
  EXPECT_EQ(assembly_mnemonic("%dst = tpartadd %src0"), "TPARTADD");
}

TEST(ReadAssembly, OneNameIsOneStorage) {
  const std::string types = " : (" + kTile + ", " + kTile + ") -> " + kTile;
  const auto storages = [&](const std::string& start, const std::string& end) {
    std::vector<int> result;
    for (const TileOperand& operand : parse_assembly(start + end, tpartadd()).tiles) result.push_back(operand.storage);
    return result;
  };
  EXPECT_EQ(storages("%d = pto.tpartadd %a, %b", types), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(storages("%d = pto.tpartadd %a, %a", types), (std::vector<int>{0, 1, 1}));
  EXPECT_EQ(storages("%a = pto.tpartadd %b, %a", types), (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(storages("%d = pto.tpartadd %a, %b {storage = [0, 0, 1]}", types), (std::vector<int>{0, 0, 1}));
}

TEST(ReadAssembly, AttributesHaveDefaultsAndCanonicalValues) {
  const std::string start = "%d = pto.tfillpad %s ", types = " : " + kTile + " -> " + kTile;
  EXPECT_EQ(find_attribute(parse_assembly(start + types, tfillpad()), "form"), "heterogeneous");
  const Tuple tuple = parse_assembly(start + "{pad = min, form = homogeneous}" + types, tfillpad());
  EXPECT_EQ(tuple.attributes[0], (Attribute{"form", "homogeneous", false}));
  EXPECT_EQ(tuple.attributes[1], (Attribute{"pad", "Min", true}));
  EXPECT_EQ(parse_assembly(start + types + " {form = \"homogeneous\", pad = <Min>}", tfillpad()), tuple);
}

struct Wrong {
  const char* line;
  const char* words;  // ... of the message.
};

void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.line; }

class WrongAssembly : public testing::TestWithParam<Wrong> {};

TEST_P(WrongAssembly, NamesTheColumnAndTheMend) {
  const std::string line = GetParam().line;
  try {
    const std::string mnemonic = assembly_mnemonic(line);
    const AssemblySignature& signature = mnemonic == "TFILLPAD" ? tfillpad() : mnemonic == "TPARTADD" ? tpartadd() : tmuls();
    ADD_FAILURE() << render_tuple(parse_assembly(line, signature));
  } catch (const AssemblyError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find(GetParam().words), std::string::npos) << what << " lacks " << GetParam().words;
    EXPECT_TRUE(what.starts_with("column ")) << what;
    EXPECT_NE(what.find("; "), std::string::npos) << what;
    EXPECT_EQ(what.find('\n'), std::string::npos) << what;
  }
}

constexpr Wrong kWrong[] = {
    {"", "column 1: the end where an instruction belongs"},
    {"%", "'%' without a name"},
    {"%d", "write '=' after the results"},
    {"%d = ", "the end where an instruction belongs"},
    {"%d = pto.tadd %a, %b : f32 -> f32", "'TADD' is not TMULS"},
    {"pto.tmuls", "0 inputs for TMULS; give %src0, %scalar"},
    {"pto.tmuls ins %a", "column 15: '%' where '(' belongs; write '(' after ins"},
    {"pto.tmuls ins(%a, %b)", "write ':' before the types"},
    {"pto.tmuls ins(%a, %b : f32)", "1 types for 2 values"},
    {"pto.tmuls ins(%a, %b : f32, f32)", "'%a' is a tile; write its type as !pto.tile<...>"},
    {"pto.tmuls ins(%a, %b : !pto.tile<vec, 1x8xf32>)", "'%b' is a scalar; write its element type"},
    {"pto.tmuls ins(%a, %b : !pto.tile<...>, f32)", "column 34: the tile type is elided"},
    {"pto.tmuls ins(%a, %b : !pto.tile<vec, 1x8xf32>, dtype)", "unknown type 'dtype'"},
    {"pto.tmuls ins(%a, %b : !pto.tensor<1x8xf32>, f32)", "a type that is no tile"},
    {"pto.tmuls ins(%a, %b : !pto.tile<vec, 1x8xf32>, f32)", "0 outputs for TMULS; give %dst"},
    {"pto.tmuls ins(%a, %b : !pto.tile<vec, 1x8xf32>, f32) outs(%c : f32)", "'%c' is a tile"},
    {"pto.tmuls ins(%a, %a : !pto.tile<vec, 1x8xf32>, f32) outs(%c : !pto.tile<vec, 1x8xf32>)", "'%a' is a tile and a scalar"},
    {"%c = pto.tmuls %a, %b : (!pto.tile<vec, 1x8xf32>, f32) -> f32", "'%c' is a tile"},
    {"%c = pto.tmuls %a, %b : (!pto.tile<vec, 1x8xf32>, f32) -> !pto.tile<vec, 1x8xf32> x", "'x' after the end"},
    {"%c, %d = pto.tmuls %a, %b : (!pto.tile<vec, 1x8xf32>, f32)", "2 outputs for TMULS"},
    {"%c = pto.tmuls %a : !pto.tile<vec, 1x8xf32>", "1 inputs for TMULS"},
    {"%c = pto.tfillpad %a : !pto.tile<1x8xf32>", "the tile type has no loc; add loc=, as in loc=vec"},
    {"%c = pto.tfillpad %a : !pto.tile<loc=vec, rows=1, cols=8>", "no dtype; add dtype="},
    {"%c = pto.tfillpad %a : !pto.tile<loc=ub, 1x8xf32>", "unknown value 'ub'; choose from vec, mat"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf64>", "unknown element type 'f64'"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, row=3>", "column 48: unknown tile parameter 'row'; choose from"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, rows=3>", "rows is given twice"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, v_row=1, valid=1x1>", "v_row is given twice"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, valid=1>", "valid takes two extents"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, v_row=three>", "'three' is no integer"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 2147483648x8xf32>", "'2147483648' is no integer of 32 bits"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32, pad=4>", "unknown value '4'; choose from null, zero, max, min"},
    {"%c = pto.tfillpad %a : !pto.tile<vec, 1x8xf32", "write '>' at the end of the tile type"},
    {"%c = pto.tfillpad %a {fill = Zero} : !pto.tile<vec, 1x8xf32>", "TFILLPAD has no attribute 'fill'; choose from form, pad"},
    {"%c = pto.tfillpad %a {pad = Big} : !pto.tile<vec, 1x8xf32>", "'pad' has no value 'Big'; choose from Null, Zero, Max, Min"},
    {"%c = pto.tfillpad %a {form = <homogeneous>} : !pto.tile<vec, 1x8xf32>", "'form' is no template argument"},
    {"%c = pto.tfillpad %a {pad = Min, pad = Max} : !pto.tile<vec, 1x8xf32>", "'pad' is given twice"},
    {"%c = pto.tfillpad %a {pad = \"Min} : !pto.tile<vec, 1x8xf32>", "a quote without an end"},
    {"%c = pto.tfillpad %a {pad = \"\\", "an unknown escape"},
    {"%c = pto.tfillpad %a {pad = \"\\x1", "two hexadecimal digits"},
    {"%c = pto.tfillpad %a {storage = [0]} : !pto.tile<vec, 1x8xf32>", "1 storages for 2 tiles"},
    {"%c = pto.tfillpad %a {storage = [a, b]} : !pto.tile<vec, 1x8xf32>", "a storage that is no number"},
    {"%c = pto.tpartadd %a, %b : (!pto.tile<vec, 1x8xf32>, !pto.tile<vec, 1x8xf32>, f32)", "3 types for 2 values"},
};
INSTANTIATE_TEST_SUITE_P(All, WrongAssembly, testing::ValuesIn(kWrong));

// Lines with bytes changed, cut, repeated: they are read or refused, and what is read can be written and read again.
TEST(ReadAssembly, AnyBytesAreSafe) {
  std::mt19937_64 random(11);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string pieces = "%!<>(){}[]:;,=?#/\\\"x-0123456789 \n\tpto.tile_buf->insoutsconfigstorage\xff";
  const std::pair<const AssemblySignature*, std::string> lines[] = {
      {&tmuls(), "%dst = pto.tmuls %src, %scalar : (" + kTile + ", f32) -> " + kTile},
      {&tfillpad(), "pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x8xui8, valid=?:3x4:5, pad=2>) outs(%b : " + kTile +
                        ") {form = homogeneous, pad = <\"M\\x61x\">, storage = [0, 0]} config {a = b} # c"},
      {&tpartadd(), "%d = tpartadd %a, %b : " + kTile + " -> " + kTile + ";"}};
  int read = 0;
  for (int round = 0; round < 200000; ++round) {
    const auto& [signature, valid] = lines[below(3)];
    std::string line = valid;
    for (std::size_t changes = below(4) + 1; changes > 0 && !line.empty(); --changes) {
      const std::size_t at = below(line.size());
      switch (below(5)) {
        case 0: line[at] = static_cast<char>(below(256)); break;
        case 1: line.erase(at, below(8) + 1); break;
        case 2: line.insert(at, 1, pieces[below(pieces.size())]); break;
        case 3: line.insert(at, line.substr(below(line.size()), below(30))); break;
        default: line.resize(at);
      }
    }
    try {
      (void)assembly_mnemonic(line);
      const Tuple tuple = parse_assembly(line, *signature);
      ++read;
      ASSERT_EQ(parse_assembly(assembly_ssa(tuple), *signature), tuple) << line;
      ASSERT_EQ(parse_assembly(assembly_dps(tuple), *signature), tuple) << line;
    } catch (const AssemblyError& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
  EXPECT_GT(read, 1000);
}

TEST(ReadAssembly, ALongLineTakesNoLongTime) {
  const std::string_view starts[] = {"%d = pto.tmuls %a", "pto.tmuls ins(%a : f32", "pto.tmuls ins(%a : !pto.tile<vec", "%a = pto.tmuls {a = b"};
  for (const std::string_view start : starts)
    for (const std::string_view part : {", %a", ", f32", ", a=b", "((((", "<<<<", "{{{{", ", [[[["}) {
      std::string line(start);
      while (line.size() < 200000) line += part;
      EXPECT_THROW((void)parse_assembly(line, tmuls()), AssemblyError);
    }
}

}  // namespace
}  // namespace pto_cts::render::assembly_parser_test
