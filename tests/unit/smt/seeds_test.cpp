// SPDX-License-Identifier: MIT
// What the proofs say about the seed pages, with the smallest tuples worked out by hand.
#include <gtest/gtest.h>

#include <map>

#include "pto_cts/instructions/registry.h"
#include "toys.h"

namespace pto_cts::smt {
namespace {

using toys::Ids;

// What several tests look at is proved once.
const std::vector<Obligation>& on(const std::string& mnemonic, Profile profile) {
  static std::map<std::pair<std::string, Profile>, std::vector<Obligation>> known;
  const std::pair key{mnemonic, profile};
  if (!known.contains(key)) known.emplace(key, obligations_of(prove(*spec::find_instruction(mnemonic), profile)));
  return known.at(key);
}
const std::vector<Obligation>& across(const std::string& mnemonic) {
  static std::map<std::string, std::vector<Obligation>> known;
  if (!known.contains(mnemonic))
    known.emplace(mnemonic, obligations_of(prove_across_profiles(*spec::find_instruction(mnemonic))));
  return known.at(mnemonic);
}

void expect_only_recorded_disputes(const std::vector<Obligation>& obligations) {
  for (const Obligation& one : obligations) {
    EXPECT_NE(one.status, Status::unknown) << one.id;
    if (one.status == Status::refuted) {
      EXPECT_FALSE(one.dispute.empty()) << one.id;
      EXPECT_TRUE(one.witness) << one.id;
    }
  }
}

const TileDesc& tile(const Obligation& obligation, std::size_t operand) { return obligation.witness->tiles.at(operand).tile; }

// A5 compares valid columns alone: with one more row in the destination, row 1 of the source is read undefined.
TEST(Seeds, TmulsOnA5ReadsRowsThatTheSourceLacks) {
  const auto& a5 = on("TMULS", Profile::a5);
  expect_only_recorded_disputes(a5);
  const Obligation found = toys::find(a5, "a5/tmuls/definedness/src0");
  EXPECT_EQ(found.status, Status::refuted);
  EXPECT_EQ(found.dispute, "tmuls.a5-source-rows");
  EXPECT_EQ(found.note, "element (1, 0) of dst");
  ASSERT_TRUE(found.witness);
  // u8, two rows of 256: the first shape with a second row; dynamic, or the two types would be one.
  EXPECT_EQ(tile(found, 0).dtype, DType::u8);
  EXPECT_EQ(tile(found, 0).rows, 2);
  EXPECT_EQ(tile(found, 0).cols, 256);
  EXPECT_EQ(tile(found, 0).valid_rows, 2);
  EXPECT_EQ(tile(found, 1).valid_rows, 1);
  EXPECT_EQ(tile(found, 0).valid_cols, 1);
  const auto& a2a3 = on("TMULS", Profile::a2a3);
  EXPECT_EQ(toys::find(a2a3, "a2a3/tmuls/definedness/src0").status, Status::proved);
  expect_only_recorded_disputes(a2a3);
}

TEST(Seeds, TheTilePagesExamplesExceedItsCapacity) {
  const auto& a5 = on("TMULS", Profile::a5);
  for (const char* name : {"static-mask", "dynamic-mask"}) {
    const Obligation found = toys::find(a5, std::string("a5/tmuls/documents/example/tile/") + name);
    EXPECT_EQ(found.status, Status::refuted);
    EXPECT_EQ(found.because, Ids{"tmuls.tile.capacity"});
    EXPECT_EQ(found.dispute, "tmuls.tile-examples");
  }
}

TEST(Seeds, TmulsProfiles) {
  const auto& found = across("TMULS");
  expect_only_recorded_disputes(found);
  EXPECT_EQ(toys::find(found, "all/tmuls/profiles/a2a3-in-a5").kind, "included");
  EXPECT_EQ(toys::find(found, "all/tmuls/profiles/cpu_sim-in-a2a3").kind, "included");
  const Obligation differs = toys::find(found, "all/tmuls/profiles/a5-in-a2a3");
  EXPECT_EQ(differs.kind, "differs");
  EXPECT_EQ(differs.because, Ids{"tmuls.a2a3.dtype"});
  ASSERT_TRUE(differs.witness);
  EXPECT_EQ(tile(differs, 0).dtype, DType::u8);
  EXPECT_EQ(differs.changed, (Ids{"dst.dtype", "src0.dtype", "scalar.dtype"}));
  // The portable domain: A2A3's rules, without those that they imply.
  const Ids portable = toys::find(found, "all/tmuls/portable").because;
  const auto has = [&](const char* id) { return std::find(portable.begin(), portable.end(), id) != portable.end(); };
  EXPECT_TRUE(has("tmuls.a2a3.dtype") && has("tmuls.a2a3.valid-rows") && has("tmuls.tile.capacity"));
  EXPECT_FALSE(has("tmuls.a5.dtype"));
  EXPECT_EQ(toys::find(found, "all/tmuls/documents/tmuls.scalar-spelling/tmuls.scalar-dtype").status, Status::refuted);
  EXPECT_EQ(toys::find(found, "all/tmuls/agreement/samples").status, Status::proved);
  // Counted by hand: rows x columns of E bytes, columns a multiple of 32 / E, bytes a multiple of 512 up to 32 KiB.
  std::int64_t shapes = 0;
  for (const std::int64_t size : {1, 2, 4, 8})
    for (std::int64_t rows = 1; rows <= 1024; ++rows)
      for (std::int64_t units = 1; rows * units * 32 <= 32768; ++units) shapes += rows * units * 32 % 512 == 0 && units * 32 / size >= 1;
  EXPECT_EQ(toys::find(found, "all/tmuls/agreement/shapes/tile").note,
            std::to_string(shapes) + " triples of element size, rows and columns");
}

// Two rectangles at the origin cover a third only if one of them does: A2A3's rule leaves nothing undefined, A5's
// clauses leave the second of two columns.
TEST(Seeds, TpartaddCoversItsDestinationWhereAPageSaysSo) {
  const auto& a2a3 = on("TPARTADD", Profile::a2a3);
  expect_only_recorded_disputes(a2a3);
  EXPECT_EQ(toys::find(a2a3, "a2a3/tpartadd/coverage/dst").status, Status::proved);
  EXPECT_EQ(toys::find(a2a3, "a2a3/tpartadd/coverage-by-clauses/dst").status, Status::proved);
  const auto& a5 = on("TPARTADD", Profile::a5);
  expect_only_recorded_disputes(a5);
  EXPECT_EQ(toys::find(a5, "a5/tpartadd/coverage/dst").status, Status::proved);
  const Obligation found = toys::find(a5, "a5/tpartadd/coverage-by-clauses/dst");
  EXPECT_EQ(found.status, Status::refuted);
  EXPECT_EQ(found.dispute, "tpartadd.unmatched-regions");
  EXPECT_EQ(found.note, "element (0, 1) of dst");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(tile(found, 0).valid_cols, 2);
  EXPECT_EQ(tile(found, 1).valid_cols, 1);
  EXPECT_EQ(tile(found, 2).valid_cols, 1);
}

TEST(Seeds, TpartaddDisputes) {
  const auto& found = across("TPARTADD");
  expect_only_recorded_disputes(found);
  // The early return: a tuple that no clause forbids and that is not legal.
  const Obligation early = toys::find(found, "all/tpartadd/documents/tpartadd.early-return/tpartadd.dst.not-empty");
  EXPECT_EQ(early.status, Status::refuted);
  ASSERT_TRUE(early.witness);
  EXPECT_EQ(tile(early, 0).valid_rows * tile(early, 0).valid_cols, 0);
  // One source smaller in both dimensions: 2x2 beside 1x1.
  const Obligation both = toys::find(found, "all/tpartadd/documents/tpartadd.a5-both-smaller/tpartadd.a5.one-dimension");
  ASSERT_TRUE(both.witness);
  EXPECT_EQ(std::max(tile(both, 1).valid_rows, tile(both, 2).valid_rows), 2);
  EXPECT_EQ(std::min(tile(both, 1).valid_rows, tile(both, 2).valid_rows), 1);
  EXPECT_EQ(std::max(tile(both, 1).valid_cols, tile(both, 2).valid_cols), 2);
  EXPECT_EQ(std::min(tile(both, 1).valid_cols, tile(both, 2).valid_cols), 1);
}

TEST(Seeds, TgatherbReadsByContents) {
  const auto& a5 = on("TGATHERB", Profile::a5);
  expect_only_recorded_disputes(a5);
  EXPECT_EQ(toys::find(a5, "a5/tgatherb/definedness/src/in-tile").status, Status::proved);
  EXPECT_EQ(toys::find(a5, "a5/tgatherb/definedness/offset/in-tile").status, Status::proved);
  EXPECT_EQ(toys::find(a5, "a5/tgatherb/definedness/src").dispute, "tgatherb.bounds");
  EXPECT_EQ(toys::find(a5, "a5/tgatherb/definedness/src/alignment").dispute, "tgatherb.alignment");
  // An odd offset into elements of two bytes.
  EXPECT_NE(toys::find(a5, "a5/tgatherb/definedness/src/alignment").note.find("= 1"), std::string::npos);
  for (const char* name : {"auto", "manual"}) {
    const Obligation example = toys::find(a5, std::string("a5/tgatherb/documents/example/tgatherb/") + name);
    EXPECT_EQ(example.status, Status::refuted);
    EXPECT_EQ(example.because.front(), "tgatherb.dst.capacity");
  }
  EXPECT_EQ(toys::find(a5, "a5/tgatherb/independence/tgatherb.element-size").because, Ids{"tgatherb.dtype"});
  const auto& readings = across("TGATHERB");
  expect_only_recorded_disputes(readings);
  EXPECT_EQ(toys::find(readings, "all/tgatherb/documents/tgatherb.block32/block32").status, Status::refuted);
  EXPECT_EQ(toys::find(readings, "all/tgatherb/documents/tgatherb.one-dtype/tgatherb.same-dtype").status, Status::refuted);
}

TEST(Seeds, TfillpadDisputes) {
  const auto& a5 = on("TFILLPAD", Profile::a5);
  expect_only_recorded_disputes(a5);
  EXPECT_EQ(toys::find(a5, "a5/tfillpad/documents/example/tfillpad/example1 fills").dispute, "tfillpad.example-fills-nothing");
  EXPECT_EQ(toys::find(a5, "a5/tfillpad/documents/example/tfillpad/example2 fills").status, Status::proved);
  // The page's own example pads a tile whose pad is Null: by the first signature that is forbidden.
  const Obligation null_pad = toys::find(a5, "a5/tfillpad/documents/example/tfillpad/example2?form=heterogeneous");
  EXPECT_EQ(null_pad.because, Ids{"tfillpad.pad"});
  EXPECT_EQ(null_pad.dispute, "tfillpad.pad-source");
  // One shape for both: a bound on the destination's bytes falls with the source's.
  const Obligation capacity = toys::find(a5, "a5/tfillpad/independence/tfillpad.dst.capacity");
  EXPECT_EQ(capacity.kind, "implied");
  EXPECT_EQ(capacity.because, (Ids{"tfillpad.same-size", "tfillpad.same-rows", "tfillpad.same-cols", "tfillpad.src.capacity"}));
  const auto& readings = across("TFILLPAD");
  expect_only_recorded_disputes(readings);
  for (const char* id : {"tfillpad.pad-source/pad-source", "tfillpad.valid-rows/valid-rows", "tfillpad.copy-or-convert/tfillpad.same-dtype",
                         "tfillpad.expand-shape/tfillpad.same-rows"})
    EXPECT_EQ(toys::find(readings, std::string("all/tfillpad/documents/") + id).status, Status::refuted) << id;
}

}  // namespace
}  // namespace pto_cts::smt
