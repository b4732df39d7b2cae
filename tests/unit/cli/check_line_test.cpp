// SPDX-License-Identifier: MIT
// check: a line of PTO assembly.
#include "program.h"

namespace pto_cts::cli {
namespace {

const std::string kTile = "!pto.tile<loc=vec, dtype=f32, rows=16, cols=16>";
const std::string kProduct = "%a = pto.tmuls %b, %c : (" + kTile + ", f32) -> " + kTile;

void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << "no '" << word << "' in " << text;
}

TEST(CheckLine, IsJudgedOnEveryCertifiedProfile) {
  const Folder folder;
  for (const std::string& line : {kProduct, "  " + kProduct + " # a remark", "%a = tmuls %b, %c : " + kTile + ", f32"}) {
    const Finished finished = run(folder, {"check", line});
    EXPECT_EQ(finished.status, 0) << finished.err;
    expect_words(finished.out, {"TMULS out dst=Vec f32 16x16", "cpu_sim: legal", "a2a3: legal", "a5: legal"});
    EXPECT_EQ(finished.err, "");
  }
}

TEST(CheckLine, NamesTheClauseAndGivesTheNearestLegalLineInTheSameForm) {
  const Folder folder;
  const std::string tile = "!pto.tile_buf<loc=vec, dtype=f32, rows=16, cols=16, pad=1>";
  const Finished finished =
      run(folder, {"check", "pto.tfillpad ins(%x : " + tile + ") outs(%y : !pto.tile_buf<vec, 16x16xf32>)", "--profile", "a5"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  expect_words(finished.out, {"a5: illegal", "breaks tfillpad.pad: ", "nearest legal tuple: change dst.pad", "pto.tfillpad ins(%x : ", "outs(%y : "});
  EXPECT_EQ(finished.out.find("a2a3"), std::string::npos);
}

TEST(CheckLine, TheNearestLegalLineIsLegal) {
  const Folder folder;
  for (const char* start : {"%a = pto.tmuls %b, %c : (!pto.tile<vec, 3x5xui8>, f32) -> !pto.tile<mat, 16x16xf32, v_row=?:9>",
                            "pto.tmuls ins(%b, %c : !pto.tile<vec, 3x5xi8>, i8) outs(%b : !pto.tile<vec, 3x5xi8, blayout=col_major>)",
                            "%a = pto.tpartadd %a, %b : !pto.tile<vec, 1x8xi64>",
                            "%d = pto.tfillpad %s {form = homogeneous, pad = Max} : !pto.tile<mat, 16x32xf16>",
                            "%d = pto.tgatherb %s, %o : (!pto.tile<vec, 1x8xi64>, !pto.tile<vec, 1x8xui32>) -> !pto.tile<vec, 1x8xi64>"}) {
    const Finished finished = run(folder, {"check", start, "--json"});
    ASSERT_EQ(finished.status, 0) << finished.err;
    const Json first = finished.json();
    int lines = 0;
    for (const Json& entry : first.at(0).at("verdicts")) {
      if (!entry.contains("legal_neighbour_assembly")) continue;
      ++lines;
      const Finished again = run(folder, {"check", entry.at("legal_neighbour_assembly"), "--profile", entry.at("profile"), "--json"});
      ASSERT_EQ(again.status, 0) << again.err;
      const Json document = again.json(), &result = document.at(0);
      EXPECT_EQ(result.at("verdicts").at(0).at("verdict"), "legal") << result;
      EXPECT_EQ(result.at("tuple"), entry.at("legal_neighbour"));
    }
    EXPECT_GT(lines, 0) << finished.out;
  }
}

TEST(CheckLine, HasProfilesAndJson) {
  const Folder folder;
  const Json result = run(folder, {"check", kProduct, "--profile", "portable", "--json"}).json().at(0);
  EXPECT_EQ(result.at("line"), kProduct);
  EXPECT_EQ(result.at("verdicts").size(), 3u);
  EXPECT_EQ(result.at("portable"), true);
  EXPECT_TRUE(result.at("remarks").empty());
  EXPECT_EQ(run(folder, {"check", kProduct, "--profile", "a5,a2a3", "--json"}).json().at(0).at("verdicts").size(), 2u);
  expect_refused(folder, {"check", kProduct, "--profile", "a7"}, {"a7"});
}

TEST(CheckLine, SaysWhatTheLineLeavesOpen) {
  const Folder folder;
  const Finished gather = run(folder, {"check", "%d = pto.tgatherb %s, %o : (!pto.tile<vec, 16x16xf32, v_row=?>, !pto.tile<vec, "
                                                "16x16xui32>) -> !pto.tile<vec, 16x16xf32>"});
  EXPECT_EQ(gather.status, 0);
  expect_words(gather.out, {"no contents", "tgatherb.offset-bounds", "a valid extent of src is dynamic"});
}

TEST(CheckLine, BadLinesAreRefused) {
  const Folder folder;
  expect_refused(folder, {"check", "%a = pto.tmuls %b"}, {"column 16", "1 inputs for TMULS", "%src0, %scalar"});
  expect_refused(folder, {"check", "%"}, {"column 1", "name the value"});
  expect_refused(folder, {"check", "pto.tfrob ins(%a : f32)"}, {"TFROB", "list instructions"});
  expect_refused(folder, {"check", kProduct + " trailing", "--json"}, {"'trailing'", "remove it"});
  expect_refused(folder, {"check", "%a = pto.tmuls %b, %c : (!pto.tile<...>, f32) -> " + kTile}, {"elided", "loc=vec"});
  expect_refused(folder, {"check", "%a = pto.tmuls %b,\n%c : (\x01\xff"}, {"column"});
  expect_refused(folder, {"check", "%a = tmuls %b, %c : !pto.tile<vec, 0x16xf32>, f32"}, {"dst", "0 rows"});
  expect_refused(folder, {"check", "%a = tmuls %b, %c : !pto.tile<vec, 2147483647x2147483647xf32>, f32"}, {"smaller tile"});
  expect_refused(folder, {"check", "%a = tmuls %b, %c : !pto.tile<vec, 16x16xf32, v_row=3:4>, f32"}, {"v_row=3", "v_row=?:4"});
  expect_refused(folder, {"check", kProduct, "nowhere.json"}, {"nowhere.json"});
}

// Huge, negative and contradictory numbers are judged or refused, and nothing worse.
TEST(CheckLine, AbsurdNumbersAreNoInternalFault) {
  const Folder folder;
  for (const char* parameters : {"vec, 2147483647x16xf32", "mat, 200x20xf32, fractal=0, slayout=row_major", "vec, 16x16xf32, v_row=-5, v_col=?:-7",
                                 "vec, 200000x2147483647xi64, fractal=-2147483648, slayout=col_major, valid=?:-2147483647x2147483647"})
    for (const char* mnemonic : {"tmuls %b, %c", "tfillpad %b", "tfillpad_expand %b"}) {
      const std::string scalar = mnemonic[1] == 'm' ? ", f32" : "", tile = "!pto.tile<" + std::string(parameters) + ">";
      const Finished finished = run(folder, {"check", "%a = pto." + std::string(mnemonic) + " : " + tile + scalar, "--profile", "a5"});
      EXPECT_TRUE(finished.status == 0 || finished.status == 2) << finished.status << finished.err << mnemonic << " " << parameters;
    }
}

// Some absurd tuples keep the solver busy for many minutes.
TEST(CheckLine, TheSearchForTheNearestLegalTupleEnds) {
  const Folder folder;
  const Finished finished = run(folder, {"check", "%a = tpartadd %b, %c : !pto.tile<vec, 70000x70000xf32>", "--profile", "a5"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  expect_words(finished.out, {"a5: illegal", "breaks tpartadd.", "nearest legal tuple: "});
}

// What exists is a file, whatever its name.
TEST(CheckLine, AnExistingFileIsAFile) {
  const Folder folder;
  write_text(folder / "%a = pto.tmuls", "{}");
  expect_refused(folder, {"check", "%a = pto.tmuls"}, {"schema"});
}

}  // namespace
}  // namespace pto_cts::cli
