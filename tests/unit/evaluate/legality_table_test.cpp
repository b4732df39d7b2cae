// SPDX-License-Identifier: MIT
// Tuples made by hand, with the verdicts that the seed pages and DESIGN, section 5, give them.
#include "verdict_table.h"

namespace pto_cts::evaluate::legality_table_test {
namespace {

using namespace table;

TEST(Verdict, OfTmuls) {
  const TileDesc wrong_scalar = kF32;
  Tuple scalar_i32 = tmuls(wrong_scalar);
  scalar_i32.scalars[0].dtype = i32;
  check({
      on_all("the page's example", tmuls(kF32), "legal"),
      on_all("i32", tmuls(vec(i32, 16, 16)), "legal"),
      on_all("i16", tmuls(vec(i16, 16, 16)), "legal"),
      on_all("f16", tmuls(vec(f16, 16, 16)), "legal"),
      {"u8", tmuls(vec(u8, 16, 32)), "a2a3.dtype", "legal", "target"},
      {"i8", tmuls(vec(i8, 16, 32)), "a2a3.dtype", "legal", "target"},
      {"u16", tmuls(vec(u16, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"u32", tmuls(vec(u32, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"bf16", tmuls(vec(bf16, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"u64 is on neither list", tmuls(vec(u64, 16, 16)), "a2a3.dtype", "a5.dtype", "a2a3.dtype a5.dtype"},
      {"i64 is on neither list", tmuls(vec(i64, 16, 16)), "a2a3.dtype", "a5.dtype", "a2a3.dtype a5.dtype"},
      on_all("Mat tile", tmuls(of_type(kF32, TileType::Mat)), "location"),
      on_all("Acc tile", tmuls(of_type(kF32, TileType::Acc)), "location"),
      on_all("column-major", tmuls(in_layout(kF32, BLayout::ColMajor)), "row-major"),
      on_all("column-major Mat", tmuls(of_type(in_layout(kF32, BLayout::ColMajor), TileType::Mat)),
             "location row-major"),
      on_all("static valid rows beyond the shape", tmuls(fixed(kF32, 17, 16)), "static-valid-rows"),
      on_all("static valid columns beyond the shape", tmuls(fixed(kF32, 16, 17)), "static-valid-cols"),
      on_all("static valid rows zero: a dispute", tmuls(fixed(kF32, 0, 16)), "target"),
      on_all("static valid columns zero: a dispute", tmuls(fixed(kF32, 16, 0)), "target"),
      on_all("static valid region smaller", tmuls(fixed(kF32, 1, 1)), "legal"),
      on_all("dynamic valid region smaller", tmuls(kMask8), "legal"),
      {"source has fewer valid rows", tmuls(mask(16, 8), mask(8, 8)), "a2a3.valid-rows", "legal", "target"},
      {"source has more valid rows", tmuls(mask(8, 8), mask(16, 8)), "a2a3.valid-rows", "legal", "target"},
      on_all("source has fewer valid columns", tmuls(mask(8, 8), mask(8, 7)), "valid-cols"),
      on_all("source has more valid columns", tmuls(mask(8, 8), mask(8, 9)), "valid-cols"),
      {"both differ", tmuls(mask(8, 8), mask(9, 9)), "a2a3.valid-rows valid-cols", "valid-cols",
       "a2a3.valid-rows valid-cols"},
      on_all("dynamic valid rows zero", tmuls(mask(0, 8)), "dst.valid-rows src0.valid-rows"),
      on_all("dynamic valid columns zero", tmuls(mask(8, 0)), "dst.valid-cols src0.valid-cols"),
      on_all("dynamic valid rows negative", tmuls(mask(-3, 8)), "dst.valid-rows src0.valid-rows"),
      on_all("dynamic valid columns beyond", tmuls(mask(8, 17)), "dst.valid-cols src0.valid-cols"),
      {"destination alone has no rows", tmuls(mask(0, 8), mask(8, 8)), "a2a3.valid-rows dst.valid-rows",
       "dst.valid-rows", "a2a3.valid-rows dst.valid-rows"},
      {"source alone has no rows", tmuls(mask(8, 8), mask(0, 8)), "a2a3.valid-rows src0.valid-rows", "src0.valid-rows",
       "a2a3.valid-rows src0.valid-rows"},
      {"source alone has too many rows", tmuls(mask(16, 8), mask(17, 8)), "a2a3.valid-rows src0.valid-rows",
       "src0.valid-rows", "a2a3.valid-rows src0.valid-rows"},
      on_all("smallest tile", tmuls(vec(f32, 8, 16)), "legal"),
      on_all("largest tile", tmuls(vec(f32, 64, 128)), "legal"),
      on_all("256 bytes", tmuls(vec(f32, 8, 8)), "tile.capacity tile.capacity-multiple"),
      on_all("one row too many", tmuls(vec(f32, 65, 128)), "tile.capacity"),
      on_all("544 bytes", tmuls(vec(f32, 17, 8)), "tile.capacity-multiple"),
      on_all("rows of 48 bytes", tmuls(vec(f32, 32, 12)), "tile.col-alignment"),
      on_all("the tile page's static example", tmuls(fixed(vec(f32, 128, 256, PadValue::Zero), 127, 127)),
             "tile.capacity"),
      on_all("pads differ", tmuls(kF32, vec(f32, 16, 16, PadValue::Zero)), "target"),
      on_all("one mask static, one dynamic", tmuls(kF32, mask(16, 16)), "target"),
      on_all("shapes differ", tmuls(kF32, fixed(vec(f32, 32, 16), 16, 16)), "target"),
      on_all("source of another dtype", tmuls(kF32, vec(i32, 16, 16)), "target"),
      on_all("source in Mat", tmuls(kF32, of_type(kF32, TileType::Mat)), "target"),
      on_all("source column-major", tmuls(kF32, in_layout(kF32, BLayout::ColMajor)), "target"),
      on_all("scalar of another dtype", scalar_i32, "target"),
      on_all("row-major with boxes", tmuls(in_layout(kF32, BLayout::RowMajor, SLayout::RowMajor)), "target"),
      on_all("boxes of 1024 bytes where there are none", tmuls(box_bytes(kF32, 1024)), "target"),
      on_all("in place", shared(tmuls(kF32), 0, 1), "legal"),
      {"in place with other valid rows", shared(tmuls(mask(16, 8), mask(8, 8)), 0, 1), "a2a3.valid-rows", "legal",
       "target"},
      on_all("in place through another shape", shared(tmuls(kF32, fixed(vec(f32, 32, 16), 16, 16)), 0, 1), "target"),
  });
}

TEST(Verdict, OfTpartadd) {
  const auto all = [](const TileDesc& tile) { return tpartadd(tile, tile, tile); };
  const TileDesc column_major = in_layout(kF32, BLayout::ColMajor);
  check({
      on_all("the page's example", all(kF32), "legal"),
      on_all("i32", all(vec(i32, 16, 16)), "legal"),
      on_all("i16", all(vec(i16, 16, 16)), "legal"),
      on_all("f16", all(vec(f16, 16, 16)), "legal"),
      {"u8", all(vec(u8, 16, 32)), "a2a3.dtype", "legal", "target"},
      {"bf16", all(vec(bf16, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"u16", all(vec(u16, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"u32", all(vec(u32, 16, 16)), "a2a3.dtype", "legal", "target"},
      {"i8", all(vec(i8, 16, 32)), "a2a3.dtype", "legal", "target"},
      {"i64", all(vec(i64, 16, 16)), "a2a3.dtype", "a5.dtype", "a2a3.dtype a5.dtype"},
      on_all("first source of another dtype", tpartadd(kF32, vec(i32, 16, 16), kF32), "same-dtype"),
      on_all("second source of another dtype", tpartadd(kF32, kF32, vec(i32, 16, 16)), "same-dtype"),
      {"destination column-major", tpartadd(column_major, kF32, kF32), "a2a3.row-major", "target", "target"},
      {"first source column-major", tpartadd(kF32, column_major, kF32), "a2a3.row-major", "target", "target"},
      {"second source column-major", tpartadd(kF32, kF32, column_major), "a2a3.row-major", "target", "target"},
      on_all("row-major with boxes", tpartadd(in_layout(kF32, BLayout::RowMajor, SLayout::ColMajor), kF32, kF32),
             "target"),
      on_all("destination in Mat", tpartadd(of_type(kF32, TileType::Mat), kF32, kF32), "target"),
      on_all("source in Acc", tpartadd(kF32, kF32, of_type(kF32, TileType::Acc)), "target"),
      on_all("second source has fewer rows", tpartadd(kMask8, kMask8, mask(7, 8)), "legal"),
      on_all("second source has fewer columns", tpartadd(kMask8, kMask8, mask(8, 1)), "legal"),
      on_all("first source has fewer rows", tpartadd(kMask8, mask(1, 8), kMask8), "legal"),
      on_all("first source has fewer columns", tpartadd(kMask8, mask(8, 7), kMask8), "legal"),
      {"second source smaller both ways", tpartadd(kMask8, kMask8, mask(7, 7)), "legal", "target", "target"},
      {"first source smaller both ways", tpartadd(kMask8, mask(1, 1), kMask8), "legal", "target", "target"},
      {"neither source full", tpartadd(kMask8, mask(8, 4), mask(4, 8)), "a2a3.one-source-full", "target", "target"},
      {"3 x 3 and 2 x 4 into 3 x 4", tpartadd(mask(3, 4), mask(3, 3), mask(2, 4)), "a2a3.one-source-full", "target",
       "target"},
      {"second source has more rows", tpartadd(kMask8, kMask8, mask(9, 8)), "a2a3.sources-within", "target", "target"},
      {"first source has more columns", tpartadd(kMask8, mask(8, 9), kMask8), "a2a3.sources-within", "target",
       "target"},
      {"second source fewer rows, more columns", tpartadd(kMask8, kMask8, mask(7, 9)), "a2a3.sources-within", "target",
       "target"},
      {"both sources larger", tpartadd(kMask8, mask(9, 8), mask(8, 9)), "a2a3.one-source-full a2a3.sources-within",
       "target", "target"},
      on_all("destination has no rows", tpartadd(mask(0, 8), kMask8, kMask8), "target"),
      on_all("destination has no columns", tpartadd(mask(8, 0), kMask8, kMask8), "target"),
      on_all("destination has no static rows", tpartadd(fixed(kF32, 0, 16), kF32, kF32), "target"),
      on_all("destination empty and sources of any region", tpartadd(mask(0, 0), mask(3, 4), mask(5, 2)), "target"),
      {"destination has negative rows", tpartadd(mask(-3, 8), kMask8, kMask8),
       "a2a3.one-source-full a2a3.sources-within dst.valid-rows", "dst.valid-rows",
       "a2a3.one-source-full a2a3.sources-within dst.valid-rows"},
      on_all("destination has no rows and negative columns", tpartadd(mask(0, -3), kMask8, kMask8), "dst.valid-cols"),
      {"destination has too many columns", tpartadd(mask(8, 17), kMask8, kMask8), "a2a3.one-source-full dst.valid-cols",
       "dst.valid-cols", "a2a3.one-source-full dst.valid-cols"},
      on_all("first source has no dynamic rows", tpartadd(kMask8, mask(0, 8), kMask8), "src0.valid-rows"),
      on_all("second source has no dynamic columns", tpartadd(kMask8, kMask8, mask(8, 0)), "src1.valid-cols"),
      on_all("first source has no static rows: a dispute", tpartadd(kMask8, fixed(kF32, 0, 8), kMask8), "target"),
      on_all("static valid rows beyond every shape", all(fixed(kF32, 17, 16)), "target"),
      on_all("shapes differ, regions agree", tpartadd(dynamic(vec(f32, 32, 32), 8, 8), kMask8, kMask8), "legal"),
      on_all("static and dynamic masks mixed", tpartadd(kF32, mask(16, 16), kF32), "legal"),
      on_all("pads differ", tpartadd(vec(f32, 16, 16, PadValue::Max), kF32, kF32), "legal"),
      on_all("in place of the first source", shared(tpartadd(kF32, kF32, kF32), 0, 1), "legal"),
      on_all("in place of the second source", shared(tpartadd(kF32, kF32, kF32), 0, 2), "legal"),
      on_all("in place of a smaller source", shared(tpartadd(kMask8, mask(7, 8), kMask8), 0, 1), "legal"),
      on_all("in place through another shape", shared(tpartadd(kMask8, dynamic(vec(f32, 32, 16), 8, 8), kMask8), 0, 1),
             "target"),
      on_all("a tile added to itself", shared(tpartadd(kF32, kF32, kF32), 1, 2), "target"),
      on_all("all in one storage", shared(shared(tpartadd(kF32, kF32, kF32), 0, 1), 0, 2), "target"),
  });
}

TEST(Verdict, OfTgatherb) {
  const TileDesc bytes = vec(u8, 16, 32), offsets = vec(u32, 16, 32), floats = vec(f32, 16, 32);
  const TileDesc square = vec(u8, 32, 32), many = vec(u32, 32, 32);
  check({
      on_all("u8", tgatherb(bytes, bytes, offsets), "legal"),
      on_all("i8", tgatherb(vec(i8, 16, 32), vec(i8, 16, 32), offsets), "legal"),
      on_all("u16", tgatherb(vec(u16, 16, 32), vec(u16, 16, 32), offsets), "legal"),
      on_all("i16", tgatherb(vec(i16, 16, 32), vec(i16, 16, 32), offsets), "legal"),
      on_all("u32", tgatherb(offsets, offsets, offsets), "legal"),
      on_all("i32", tgatherb(vec(i32, 16, 32), vec(i32, 16, 32), offsets), "legal"),
      on_all("f16", tgatherb(vec(f16, 16, 32), vec(f16, 16, 32), offsets), "legal"),
      on_all("bf16", tgatherb(vec(bf16, 16, 32), vec(bf16, 16, 32), offsets), "legal"),
      on_all("f32", tgatherb(floats, floats, offsets), "legal"),
      on_all("the page's example", tgatherb(vec(u8, 1, 256), vec(u8, 1, 256), vec(u32, 1, 256)),
             "dst.capacity dst.capacity-multiple src.capacity src.capacity-multiple"),
      on_all("u64", tgatherb(vec(u64, 16, 32), vec(u64, 16, 32), offsets), "dtype element-size"),
      on_all("u64 source", tgatherb(floats, vec(u64, 16, 32), offsets), "dtype"),
      on_all("i64 destination", tgatherb(vec(i64, 16, 32), floats, offsets), "dtype element-size"),
      on_all("types of one size", tgatherb(floats, vec(i32, 16, 32), offsets), "target"),
      on_all("types of two sizes", tgatherb(bytes, floats, offsets), "target"),
      {"destination column-major", tgatherb(in_layout(square, BLayout::ColMajor), square, many), "a2a3.row-major",
       "target", "target"},
      on_all("source column-major", tgatherb(square, in_layout(square, BLayout::ColMajor), many), "target"),
      on_all("offsets column-major", tgatherb(square, square, in_layout(many, BLayout::ColMajor)), "target"),
      on_all("source with boxes", tgatherb(square, in_layout(square, BLayout::RowMajor, SLayout::RowMajor), many),
             "target"),
      on_all("destination in Mat", tgatherb(of_type(bytes, TileType::Mat), bytes, offsets), "target"),
      on_all("source in Left", tgatherb(bytes, of_type(bytes, TileType::Left), offsets), "target"),
      on_all("offsets in Scaling", tgatherb(bytes, bytes, of_type(offsets, TileType::Scaling)), "target"),
      on_all("offsets i32", tgatherb(bytes, bytes, vec(i32, 16, 32)), "target"),
      on_all("offsets u16", tgatherb(bytes, bytes, vec(u16, 16, 32)), "target"),
      on_all("offsets u64", tgatherb(bytes, bytes, vec(u64, 16, 32)), "target"),
      on_all("offsets f32", tgatherb(bytes, bytes, floats), "target"),
      on_all("too few offset rows", tgatherb(bytes, bytes, vec(u32, 8, 32)), "target"),
      on_all("too few offset columns", tgatherb(bytes, bytes, vec(u32, 16, 24)), "target"),
      on_all("as many offset columns as valid ones", tgatherb(dynamic(bytes, 16, 24), bytes, vec(u32, 16, 24)),
             "legal"),
      on_all("few valid offsets", tgatherb(bytes, bytes, dynamic(offsets, 1, 1)), "legal"),
      on_all("source smaller than destination", tgatherb(vec(u8, 32, 64), bytes, vec(u32, 32, 64)), "legal"),
      on_all("destination has no dynamic rows", tgatherb(dynamic(bytes, 0, 32), bytes, offsets), "dst.valid-rows"),
      on_all("source has no dynamic columns", tgatherb(bytes, dynamic(bytes, 16, 0), offsets), "src.valid-cols"),
      on_all("offsets have no dynamic rows", tgatherb(bytes, bytes, dynamic(offsets, 0, 32)), "offset.valid-rows"),
      on_all("destination has no static rows: a dispute", tgatherb(fixed(bytes, 0, 32), bytes, offsets), "target"),
      on_all("source has static columns beyond its shape", tgatherb(bytes, fixed(bytes, 16, 33), offsets), "target"),
      on_all("destination is the source", shared(tgatherb(bytes, bytes, offsets), 0, 1), "target"),
      on_all("destination is the offsets", shared(tgatherb(offsets, offsets, offsets), 0, 2), "target"),
      on_all("source is the offsets", shared(tgatherb(offsets, offsets, offsets), 1, 2), "target"),

      on_all("one offset column for 32 bytes, read by element", tgatherb(bytes, bytes, vec(u32, 16, 8)), "target"),
      on_all("one offset column for 32 bytes, read by block", tgatherb(bytes, bytes, vec(u32, 16, 8)), "legal",
             {"block32"}),
      on_all("eight blocks a row", tgatherb(vec(f32, 16, 64), bytes, vec(u32, 16, 8)), "target", {"block32"}),
      on_all("eight blocks a row, one type", tgatherb(vec(f32, 16, 64), vec(f32, 16, 64), vec(u32, 16, 8)), "legal",
             {"block32"}),
      on_all("nine blocks a row, eight offsets", tgatherb(vec(f32, 16, 72), vec(f32, 16, 72), vec(u32, 16, 8)),
             "target", {"block32"}),
      on_all("eight blocks and a part, eight offsets",
             tgatherb(dynamic(vec(f32, 16, 72), 16, 65), vec(f32, 16, 72), vec(u32, 16, 8)), "target", {"block32"}),
      on_all("seven blocks and a part, eight offsets",
             tgatherb(dynamic(vec(f32, 16, 72), 16, 57), vec(f32, 16, 72), vec(u32, 16, 8)), "legal", {"block32"}),
      on_all("too few offset rows, read by block", tgatherb(vec(u8, 32, 32), bytes, vec(u32, 16, 8)), "target",
             {"block32"}),
  });
}

// DESIGN, section 5: "the offset tile needs ceil(valid columns * E / 32) valid columns".
TEST(Verdict, OfTgatherbByBlocksAsksForAValidOffsetOfEveryBlock) {
  const TileDesc floats = vec(f32, 16, 64), offsets = vec(u32, 16, 8);
  check({
      on_all("eight blocks, eight valid offsets", tgatherb(floats, floats, dynamic(offsets, 16, 8)), "legal",
             {"block32"}),
      on_all("eight blocks, seven valid offsets", tgatherb(floats, floats, dynamic(offsets, 16, 7)), "target",
             {"block32"}),
      on_all("32 bytes, one valid offset", tgatherb(vec(u8, 16, 32), vec(u8, 16, 32), dynamic(offsets, 16, 1)), "legal",
             {"block32"}),
      on_all("33 bytes, one valid offset",
             tgatherb(dynamic(vec(u8, 16, 64), 16, 33), vec(u8, 16, 64), dynamic(offsets, 16, 1)), "target",
             {"block32"}),
      on_all("one block, one valid offset", tgatherb(dynamic(floats, 16, 8), floats, dynamic(offsets, 16, 1)), "legal",
             {"block32"}),
      on_all("a block and a part, one valid offset", tgatherb(dynamic(floats, 16, 9), floats, dynamic(offsets, 16, 1)),
             "target", {"block32"}),
  });
}

// The rules of the tile page, each broken alone on each operand; regions are 8 x 8 throughout.
TEST(Verdict, NamesTheOneTileRuleThatOneOperandBreaks) {
  struct Broken {
    std::int64_t rows, cols;
    const char* rule;
  };
  for (const Broken& broken :
       {Broken{65, 128, "capacity"}, Broken{17, 8, "capacity-multiple"}, Broken{32, 12, "col-alignment"}}) {
    const std::string rule = std::string(".") + broken.rule;
    const TileDesc bad = dynamic(vec(f32, broken.rows, broken.cols), 8, 8), good = kMask8;
    const TileDesc bad_u32 = dynamic(vec(u32, broken.rows, broken.cols), 8, 8),
                   good_u32 = dynamic(vec(u32, 16, 16), 8, 8);
    const TileDesc bad_padded = dynamic(vec(f32, broken.rows, broken.cols, PadValue::Max), 8, 8);
    const std::vector<std::pair<Tuple, std::string>> rows = {
        {tpartadd(bad, good, good), "dst" + rule},
        {tpartadd(good, bad, good), "src0" + rule},
        {tpartadd(good, good, bad), "src1" + rule},
        {tgatherb(bad, good, good_u32), "dst" + rule},
        {tgatherb(good, bad, good_u32), "src" + rule},
        {tgatherb(good, good, bad_u32), "offset" + rule},
        {expand(bad_padded, dynamic(vec(f32, 16, 8), 8, 8)), "dst" + rule},
        {tfillpad(bad_padded, bad), "dst" + rule + " src" + rule},
        {tmuls(bad), "tile" + rule},
        {tmuls(good, bad), "tile" + rule},
    };
    for (const auto& [tuple, wanted] : rows)
      for (const Profile profile : kAllProfiles)
        EXPECT_EQ(said(verdict(resolved(tuple.mnemonic), tuple, profile), id_prefix(resolved(tuple.mnemonic))), wanted)
            << tuple.mnemonic << " on " << name(profile);
  }
}

TEST(Verdict, OfTheExamplesOfThePages) {
  const std::map<std::string, std::string> wanted = {
      {"example/tmuls/auto", "legal"},
      {"example/tmuls/manual", "legal"},
      {"example/tpartadd/auto", "legal"},
      {"example/tpartadd/manual", "legal"},
      {"example/tfillpad/example1", "legal"},
      {"example/tfillpad/example2", "legal"},
      {"example/tgatherb/auto", "dst.capacity dst.capacity-multiple src.capacity src.capacity-multiple"},
      {"example/tgatherb/manual", "dst.capacity dst.capacity-multiple src.capacity src.capacity-multiple"},
      {"example/tile/static-mask", "tile.capacity"},  // 128 x 256 floats are four times 32 KiB
      {"example/tile/dynamic-mask", "tile.capacity"},
  };
  std::size_t examples = 0;
  for (const terms::Instruction& instruction : spec::instructions())
    for (const terms::Example& example : instruction.examples) {
      ++examples;
      for (const Profile profile : kAllProfiles)
        EXPECT_EQ(said(verdict(resolved(instruction.mnemonic), example.tuple, profile), id_prefix(instruction)),
                  wanted.at(example.id))
            << example.id << " on " << name(profile);
    }
  EXPECT_EQ(examples, wanted.size());
}

TEST(Verdict, ListsBrokenClausesInTheOrderOfTheSpec) {
  const TileDesc tile = of_type(in_layout(vec(u64, 16, 16), BLayout::ColMajor), TileType::Mat);
  const Tuple tuple = tmuls(dynamic(tile, 8, 8), dynamic(tile, 9, 9));
  const terms::Instruction& instruction = resolved("TMULS");
  for (const Profile profile : kAllProfiles) {
    std::vector<std::string> in_order;
    const std::vector<std::string> broken = verdict(instruction, tuple, profile).clauses;
    for (const terms::Clause& clause : instruction.clauses)
      if (std::count(broken.begin(), broken.end(), clause.id) != 0) in_order.push_back(clause.id);
    EXPECT_GE(broken.size(), 4u);
    EXPECT_EQ(broken, in_order) << name(profile);
  }
}

TEST(Verdict, GivesReasonsOnlyWhereItIsTargetDefined) {
  const terms::Instruction& instruction = resolved("TMULS");
  const Verdict legal = verdict(instruction, tmuls(kF32), Profile::a5);
  EXPECT_TRUE(legal.clauses.empty());
  EXPECT_TRUE(legal.reasons.empty());
  const Verdict illegal = verdict(instruction, tmuls(mask(8, 8), mask(8, 7)), Profile::a5);
  EXPECT_EQ(illegal.clauses, std::vector<std::string>{"tmuls.valid-cols"});
  EXPECT_TRUE(illegal.reasons.empty());
  const Verdict open = verdict(instruction, tmuls(kF32, vec(f32, 16, 16, PadValue::Max)), Profile::a5);
  EXPECT_TRUE(open.clauses.empty());
  EXPECT_EQ(open.reasons, std::vector<std::string>{"tmuls.same-type"});
  const Verdict split = verdict(instruction, tmuls(vec(u8, 16, 32)), Profile::cpu_sim);
  EXPECT_TRUE(split.clauses.empty());
  EXPECT_EQ(split.reasons, std::vector<std::string>{"cpu_sim: illegal on a2a3, legal on a5"});
}

TEST(Verdict, WithoutOneClauseIsTheVerdictOfWhoDoesNotKnowIt) {
  const terms::Instruction& instruction = resolved("TMULS");
  const Tuple cols = tmuls(mask(8, 8), mask(8, 7));
  EXPECT_EQ(verdict_without(instruction, cols, Profile::a5, "tmuls.valid-cols").legality, Legality::legal);
  EXPECT_EQ(verdict_without(instruction, cols, Profile::a5, "tmuls.location").legality, Legality::illegal);
  const Tuple both = tmuls(of_type(mask(8, 8), TileType::Mat), of_type(mask(8, 7), TileType::Mat));
  EXPECT_EQ(verdict_without(instruction, both, Profile::a5, "tmuls.valid-cols").clauses,
            std::vector<std::string>{"tmuls.location"});
  const Tuple bytes = tmuls(vec(u8, 16, 32));
  EXPECT_EQ(verdict_without(instruction, bytes, Profile::a2a3, "tmuls.a2a3.dtype").legality, Legality::legal);
  EXPECT_EQ(verdict_without(instruction, bytes, Profile::cpu_sim, "tmuls.a2a3.dtype").legality, Legality::legal);
  EXPECT_EQ(verdict_without(instruction, tmuls(kF32), Profile::a5, "tmuls.valid-cols").legality, Legality::legal);
}

TEST(Legality, IsNamedAsInTheDesign) {
  EXPECT_EQ(name(Legality::legal), "legal");
  EXPECT_EQ(name(Legality::illegal), "illegal");
  EXPECT_EQ(name(Legality::target_defined), "target-defined");
}

}  // namespace
}  // namespace pto_cts::evaluate::legality_table_test
