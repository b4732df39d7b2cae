// SPDX-License-Identifier: MIT
// Faults planted in a sound instruction: each is caught by the obligation meant for it.
#include <gtest/gtest.h>

#include "pto_cts/terms/rewrite.h"
#include "toys.h"

namespace pto_cts::smt {
namespace {

using namespace terms;
using toys::Ids;
using toys::kDst;
using toys::kSrc;

TEST(BrokenSpecs, TheSoundOneIsProvedThroughout) {
  Define d = toys::copy();
  const auto obligations = toys::all(d.instruction());
  EXPECT_EQ(toys::not_proved(obligations), Ids{});
  EXPECT_EQ(toys::find(obligations, "a5/copy/independence/copy.dtype").kind, "independent");
}

TEST(BrokenSpecs, AClauseThatNothingBreaksIsUnreachable) {
  Define d = toys::copy();
  d.require("dead", kDst.rows >= 1, {"Toys#2"});
  const auto obligations = toys::all(d.instruction());
  EXPECT_EQ(toys::not_proved(obligations), Ids{"a5/copy/reachable/copy.dead"});
  EXPECT_EQ(toys::find(obligations, "a5/copy/independence/copy.dead").kind, "implied");
  EXPECT_EQ(toys::find(obligations, "a5/copy/independence/copy.dead").because, Ids{});
}

TEST(BrokenSpecs, AClauseThatOthersImplyIsNamedWithThem) {
  Define d = toys::copy();
  d.require("source-rows", kSrc.valid_rows <= kDst.rows, {"Toys#2"});
  const Obligation found = toys::find(toys::group("rules", d.instruction()), "a5/copy/independence/copy.source-rows");
  EXPECT_EQ(found.status, Status::proved);
  EXPECT_EQ(found.kind, "implied");
  EXPECT_EQ(found.because, (Ids{"copy.dst.region", "copy.same-region"}));
  EXPECT_FALSE(found.witness);
}

TEST(BrokenSpecs, TwoClausesThatContradictLeaveNothingLegal) {
  Define d = toys::copy();
  d.require("wide", kDst.cols > 64, {"Toys#2"});
  d.require("narrow", kDst.cols <= 64, {"Toys#2"});
  const auto obligations = toys::group("rules", d.instruction());
  const Obligation found = toys::find(obligations, "a5/copy/satisfiable");
  EXPECT_EQ(found.status, Status::refuted);
  EXPECT_EQ(found.because, (Ids{"copy.wide", "copy.narrow"}));
}

TEST(BrokenSpecs, ADtypeThatIsDeclaredAndNeverLegal) {
  Define d = toys::copy();
  d.require("small", size_of(kDst.dtype) <= 2, {"Toys#2"});
  const Ids expected = {"a5/copy/satisfiable/dst.dtype == f32"};
  const auto obligations = toys::all(d.instruction());
  EXPECT_EQ(toys::not_proved(obligations), expected);
  EXPECT_EQ(toys::find(obligations, expected.front()).because, (Ids{"copy.small"}));
}

TEST(BrokenSpecs, AReadOutsideTheValidRegion) {
  Define d = toys::copy();
  Instruction& copy = d.instruction();
  std::erase_if(copy.clauses, [](const Clause& clause) { return clause.id == "copy.same-region"; });
  const auto obligations = toys::all(copy);
  EXPECT_EQ(toys::not_proved(obligations), (Ids{"a5/copy/definedness/src/in-tile", "a5/copy/definedness/src"}));
  const Obligation found = toys::find(obligations, "a5/copy/definedness/src");
  ASSERT_TRUE(found.witness);
  EXPECT_LT(found.witness->tiles[1].tile.valid_cols, found.witness->tiles[0].tile.valid_cols);
  EXPECT_EQ(found.note, "element (0, 1) of dst");
}

TEST(BrokenSpecs, AReadBesideTheTile) {
  Define d = toys::copy();
  Instruction& copy = d.instruction();
  copy.effects.clear();
  d.each_valid(kDst, kSrc.at(row(), col() + 1), {"Toys#2"});
  const Obligation found = toys::find(toys::group("meaning", copy), "a5/copy/definedness/src/in-tile");
  EXPECT_EQ(found.status, Status::refuted);
  ASSERT_TRUE(found.witness);
  const TileDesc& src = found.witness->tiles[1].tile;
  EXPECT_EQ(src.valid_cols, src.cols);
}

TEST(BrokenSpecs, AWriteBesideTheTile) {
  Define d = toys::copy();
  Instruction& copy = d.instruction();
  std::erase_if(copy.clauses, [](const Clause& clause) { return clause.id == "copy.dst.region"; });
  const auto obligations = toys::group("meaning", copy);
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/dst/writes").status, Status::refuted);
}

TEST(BrokenSpecs, TwoFormulasForOneElement) {
  Define d = toys::copy();
  d.each_element(kDst, pad_bits(kDst.pad), kDst.pad == PadValue::Null, {"Toys#2"});
  const Obligation found = toys::find(toys::group("meaning", d.instruction()), "a5/copy/classes/dst/effects");
  EXPECT_EQ(found.status, Status::refuted);
}

TEST(BrokenSpecs, AnElementThatNeitherSourceDefines) {
  Define d = toys::copy();
  Instruction& copy = d.instruction();
  std::erase_if(copy.clauses, [](const Clause& clause) { return clause.id == "copy.same-region"; });
  copy.effects.clear();
  d.each_valid(kDst, select(kSrc.defined_here(), kSrc.at(row(), col()), kDst.at(row(), col())), {"Toys#2"});
  EXPECT_EQ(toys::find(toys::group("meaning", copy), "a5/copy/coverage/dst").status, Status::proved);
  copy.effects.clear();
  d.each_valid(kDst, select(kSrc.defined_here(), kSrc.at(row(), col()), kSrc.at(row(), col())), {"Toys#2"});
  EXPECT_EQ(toys::find(toys::group("meaning", copy), "a5/copy/coverage/dst").status, Status::refuted);
}

// A boxed tile whose boxes do not fill it: two elements fall on one place, or one beside the tile.
TEST(BrokenSpecs, BoxesThatDoNotFillTheTile) {
  Define d = toys::copy();
  Instruction& copy = d.instruction();
  std::erase_if(copy.core, [](const CoreCondition& condition) { return condition.id == "copy.src.plain"; });
  const auto obligations = toys::group("layouts", copy);
  for (const char* layout : {"Nz", "Zn", "Zz", "Nn"}) {
    const Obligation found = toys::find(obligations, std::string("a5/copy/layouts/src/") + layout);
    EXPECT_EQ(found.status, Status::refuted) << layout;
    ASSERT_TRUE(found.witness);
    EXPECT_FALSE(has_sound_layout(found.witness->tiles[1].tile)) << layout;
    EXPECT_NE(found.note.find(" lies "), std::string::npos) << layout << found.note;
  }
  EXPECT_EQ(toys::find(obligations, "a5/copy/layouts/src/ND").status, Status::proved);
  EXPECT_EQ(toys::find(obligations, "a5/copy/layouts/src/DN").status, Status::proved);

  // With the rule that is missing, all are sound.
  d.core("src.boxes", kSrc.box_rows > 0 && kSrc.rows % kSrc.box_rows == 0 && kSrc.cols % kSrc.box_cols == 0, "boxes");
  const auto mended = toys::group("layouts", copy);
  for (const char* layout : {"ND", "DN", "Nz", "Zn", "Zz", "Nn"})
    EXPECT_EQ(toys::find(mended, std::string("a5/copy/layouts/src/") + layout).status, Status::proved) << layout;
}

TEST(BrokenSpecs, AMapThatLaysElementsOnEachOther) {
  Define d = toys::copy();
  ProofOptions options;
  options.map = [](Layout, const Int&, const Int& cols, const Int&, const Int&) {
    return Strides<Int>{cols, Int(2), Int(1), Int(1)};  // Every second column: runs into the next row.
  };
  const Obligation found = toys::find(toys::group("layouts", d.instruction(), options), "a5/copy/layouts/dst/ND");
  EXPECT_EQ(found.status, Status::refuted);
  EXPECT_TRUE(found.witness);
}

TEST(BrokenSpecs, AnExampleThatTheRulesForbid) {
  Define d = toys::copy();
  d.example("example/copy/small", {"Toys#3"}, {default_tile(TileType::Vec, DType::f32, 1, 64), default_tile(TileType::Vec, DType::f32, 1, 64)});
  const auto obligations = toys::all(d.instruction());
  EXPECT_EQ(toys::not_proved(obligations), Ids{"a5/copy/documents/example/copy/small"});
  const Obligation found = toys::find(obligations, "a5/copy/documents/example/copy/small");
  EXPECT_EQ(found.because, (Ids{"copy.dst.capacity", "copy.dst.multiple", "copy.src.capacity", "copy.src.multiple"}));
  EXPECT_EQ(found.changed, (Ids{"dst.cols", "src.cols"}));
  EXPECT_TRUE(found.dispute.empty());
}

TEST(BrokenSpecs, AnExampleOutsideTheCore) {
  Define d = toys::copy();
  TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  tile.blayout = BLayout::ColMajor;
  d.example("example/copy/columns", {"Toys#3"}, {tile, tile});
  EXPECT_EQ(toys::not_proved(toys::all(d.instruction())), Ids{"a5/copy/verdicts/example/copy/columns"});
}

TEST(BrokenSpecs, ARefutationCarriesTheDisputeThatTurnsOnIt) {
  Define d = toys::copy();
  std::erase_if(d.instruction().clauses, [](const Clause& clause) { return clause.id == "copy.same-region"; });
  d.dispute("rows", "?", "!", {}, {"Toys#2"}, {"definedness/src"});
  const auto obligations = toys::group("meaning", d.instruction());
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/src").dispute, "copy.rows");
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/src/in-tile").dispute, "");
}

TEST(BrokenSpecs, AReadAboveTheTile) {
  Define d = toys::copy();
  d.instruction().effects.clear();
  d.each_valid(kDst, kSrc.at(row() - 1, col()), {"Toys#2"});
  const auto obligations = toys::group("meaning", d.instruction());
  const Obligation found = toys::find(obligations, "a5/copy/definedness/src/in-tile");
  EXPECT_EQ(found.status, Status::refuted);
  EXPECT_EQ(found.note, "element (0, 0) of dst");
}

// A place that comes from the contents of an index operand is read only where these are defined.
TEST(BrokenSpecs, AnIndexReadInsideAPlace) {
  Define d = toys::copy();
  const Tile index = d.index("index");
  d.core("index.rows", kDst.valid_rows <= index.rows && kDst.valid_cols <= index.cols, "one index for each element");
  d.instruction().effects.clear();
  d.each_valid(kDst, kSrc.at(index.index_at(row(), col()), col()), {"Toys#2"});
  const auto obligations = toys::group("meaning", d.instruction());
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/index/in-tile").status, Status::proved);
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/index").status, Status::refuted);
  EXPECT_EQ(toys::find(obligations, "a5/copy/definedness/src/in-tile").status, Status::refuted);
  EXPECT_EQ(toys::find(obligations, "a5/copy/classes/dst").status, Status::proved);
}

// A bound on contents that one device has is no bound on the other.
TEST(BrokenSpecs, ContentsAreBoundOnTheirOwnProfileOnly) {
  Define d = toys::copy();
  const Tile index = d.index("index");
  d.require("index.region", same_valid_region(kDst, index) && index.valid_rows <= index.rows && index.valid_cols <= index.cols, {"Toys#2"});
  d.core(Scope::a5, "bounds", for_all_valid(kDst, index.index_at(row(), col()) < kSrc.valid_rows), "bounds");
  d.instruction().effects.clear();
  d.each_valid(kDst, kSrc.at(index.index_at(row(), col()), col()), {"Toys#2"});
  EXPECT_EQ(toys::find(toys::group("meaning", d.instruction()), "a5/copy/definedness/src").status, Status::proved);
  EXPECT_EQ(toys::find(obligations_of(prove(d.instruction(), Profile::a2a3, {.groups = {"meaning"}})), "a2a3/copy/definedness/src/in-tile").status,
            Status::refuted);
}

// Without the alignment of columns there are legal tiles of more rows than the encoding holds.
TEST(BrokenSpecs, LegalTuplesBeyondTheEncoding) {
  Define d = toys::copy();
  std::erase_if(d.instruction().clauses, [](const Clause& clause) { return clause.id.ends_with(".alignment"); });
  EXPECT_EQ(toys::find(toys::group("verdicts", d.instruction()), "a5/copy/verdicts/universe").status, Status::refuted);
  const auto across = obligations_of(prove_across_profiles(d.instruction(), {.groups = {"shapes"}}));
  const Obligation shapes = toys::find(across, "all/copy/agreement/shapes/dst");
  EXPECT_EQ(shapes.status, Status::refuted);
  ASSERT_TRUE(shapes.witness);
  EXPECT_GT(shapes.witness->tiles[0].tile.rows, 2047);
}

// Readings that differ in values alone, and on one device alone.
TEST(BrokenSpecs, ReadingsAreComparedOnEveryProfile) {
  Define d = toys::copy();
  d.core(Scope::a2a3, "small", reading("large") || kDst.rows <= 16, "small tiles");
  d.dispute("size", "?", "!", {{"large", "all tiles"}}, {"Toys#2"}, {"large"});
  d.dispute("sum", "?", "!", {{"doubled", "twice the value"}}, {"Toys#2"}, {"doubled"});
  d.instruction().effects.clear();
  const Elem value = kSrc.at(row(), col());
  d.each_valid(kDst, select(reading("doubled"), value + value, value), {"Toys#2"});
  const auto across = obligations_of(prove_across_profiles(d.instruction(), {.groups = {"disputes"}}));
  const Obligation size = toys::find(across, "all/copy/documents/copy.size/large");
  EXPECT_EQ(size.status, Status::refuted);
  ASSERT_TRUE(size.witness);
  EXPECT_EQ(size.witness->tiles[0].tile.rows, 17);
  EXPECT_EQ(toys::find(across, "all/copy/documents/copy.sum/doubled").status, Status::unknown);
}

TEST(BrokenSpecs, ADisputeOfOneProfileExcusesNoOther) {
  Define d = toys::copy();
  std::erase_if(d.instruction().clauses, [](const Clause& clause) { return clause.id == "copy.same-region"; });
  d.dispute("rows", "?", "!", {}, {"Toys#2"}, {"a5/definedness/src"});
  EXPECT_EQ(toys::find(toys::group("meaning", d.instruction()), "a5/copy/definedness/src").dispute, "copy.rows");
  EXPECT_EQ(toys::find(obligations_of(prove(d.instruction(), Profile::a2a3, {.groups = {"meaning"}})), "a2a3/copy/definedness/src").dispute, "");
}

// What the solver does not decide is neither proved nor refuted.
TEST(BrokenSpecs, UnknownIsAResultOfItsOwn) {
  Define d = toys::copy();
  ProofOptions options;
  options.resources = 1;
  std::size_t unknown = 0;
  for (const Obligation& one : toys::all(d.instruction(), options)) {
    if (one.queries.empty()) continue;
    const bool undecided = std::any_of(one.queries.begin(), one.queries.end(), [](const Query& q) { return q.answer == Answer::unknown; });
    if (undecided) {
      EXPECT_EQ(one.status, Status::unknown) << one.id;
      ++unknown;
    }
  }
  EXPECT_GT(unknown, 10u);
}

}  // namespace
}  // namespace pto_cts::smt
