// SPDX-License-Identifier: MIT
// What bad command lines get.
#include "program.h"

namespace pto_cts::cli {
namespace {

TEST(Usage, HelpAndVersionSucceed) {
  const Folder folder;
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"}, {"certify", "--help"}, {"list", "--help"},
                                                    {"check", "--help"}, {"merge", "--help"}, {"reproduce", "--help"},
                                                    {"explain", "--help"}, {"--version"}}) {
    const Finished finished = run(folder, arguments);
    EXPECT_EQ(finished.status, 0) << testing::PrintToString(arguments);
    EXPECT_FALSE(finished.out.empty());
    EXPECT_EQ(finished.err, "");
  }
}

TEST(Usage, NamesWhatItDoesNotKnow) {
  const Folder folder;
  expect_refused(folder, {});
  expect_refused(folder, {"frobnicate"}, {"frobnicate"});
  expect_refused(folder, {"list"});
  expect_refused(folder, {"list", "frobs"}, {"frobs", "clauses"});
  expect_refused(folder, {"list", "cells", "--profile", "a7"}, {"a7", "a2a3"});
  expect_refused(folder, {"list", "clauses", "--instruction", "TFROB"}, {"TFROB", "TMULS"});
  expect_refused(folder, {"explain", "tfrob.x"}, {"tfrob.x", "list"});
  expect_refused(folder, {"certify"}, {"--backend"});
  expect_refused(folder, {"certify", "--backend", "nope"}, {"nope", "list backends"});
  expect_refused(folder, {"certify", "--backend", "mutant:nope"}, {"mutant:nope", "list backends"});
  expect_refused(folder, {"certify", "--backend", "simd", "--instruction", "TMULS,TFROB"}, {"TFROB", "TMULS"});
  expect_refused(folder, {"certify", "--backend", "simd", "--profile", "a7"}, {"a7", "a2a3"});
  expect_refused(folder, {"certify", "--backend", "simd", "--interpretation", "nope"}, {"nope", "block32"});
  expect_refused(folder, {"certify", "--backend", "simd", "--frob"}, {"--frob"});
  expect_refused(folder, {"certify", "--backend", "simd", "surplus"}, {"surplus"});
  EXPECT_TRUE(files_in(folder / "pto-cts-report").empty()) << "a refused command left a folder";
}

TEST(Usage, ImpossibleShards) {
  const Folder folder;
  for (const char* shard : {"0/3", "4/3", "x/y", "1/0", "1", "", "1/", "/3", "1/3/3", "-1/3", "1/99999999999999999999"})
    expect_refused(folder, certify({"--backend", "simd", "--shard", shard}), {shard, "k/n"});
}

TEST(Usage, ImpossibleNumbers) {
  const Folder folder;
  for (const char* cases : {"0", "-5", "many", "1.5", "", "99999999999999999999999"})
    expect_refused(folder, certify({"--backend", "simd", "--out", "r", "--cases", cases}), {"--cases"});
  for (const char* seed : {"-5", "lucky", "1.5", "", "99999999999999999999999"})
    expect_refused(folder, certify({"--backend", "simd", "--out", "r", "--cases", "5", "--seed", seed}), {"--seed"});
  expect_refused(folder, certify({"--backend", "simd", "--out", "r", "--cases", "5", "--save-cases", "-1"}), {"--save-cases"});
}

// A line break in a name does not break the one line.
TEST(Usage, ControlCharactersStayInTheLine) {
  const Folder folder;
  expect_refused(folder, {"list", "a\nb"});
  expect_refused(folder, {"explain", "a\nb"});
  expect_refused(folder, {"check", "a\nb"});
  expect_refused(folder, {"certify", "--backend", "a\nb"});
  expect_refused(folder, certify({"--backend", "simd", "--interpretation", "a\nb"}));
}

TEST(Usage, OutThatCannotBeWritten) {
  const Folder folder;
  write_text(folder / "file", "mine");
  write_text(folder / "foreign/thesis.tex", "mine");
  write_text(folder / "project/cases/work.txt", "mine");
  write_text(folder / "project/README", "mine");
  for (const char* out : {"file", "file/below", "/proc/x", "/proc/x/y", "/dev/null", "foreign", "project", ""})
    expect_refused(folder, certify({"--backend", "simd", "--cases", "5", "--out", out}), {out});
  EXPECT_EQ(read_text(folder / "file"), "mine");
  EXPECT_EQ(read_text(folder / "foreign/thesis.tex"), "mine");
  EXPECT_TRUE(fs::exists(folder / "project/cases/work.txt")) << "somebody's files were deleted";
  EXPECT_FALSE(fs::exists(folder / "records.jsonl"));
}

TEST(Usage, NumbersAreDecimal) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", "simd", "--cases", "010", "--seed", "010", "--json"}));
  EXPECT_EQ(finished.json().at("planned"), 10);
  EXPECT_EQ(finished.json().at("seed"), 10);
  expect_refused(folder, certify({"--backend", "simd", "--cases", "0x10"}), {"0x10"});
}

// An unset variable in a script must not widen what is certified.
TEST(Usage, AnEmptyListIsNotAll) {
  const Folder folder;
  for (const char* none : {",", ""}) {
    expect_refused(folder, {"certify", "--backend", "simd", "--cases", "5", "--instruction", none}, {"instruction"});
    expect_refused(folder, {"certify", "--backend", "simd", "--cases", "5", "--profile", none}, {"profile"});
  }
}

TEST(Usage, AWrongNameIsRefusedByEveryList) {
  const Folder folder;
  for (const char* what : {"instructions", "profiles", "backends", "mutants"}) {
    expect_refused(folder, {"list", what, "--profile", "a7"}, {"a7"});
    expect_refused(folder, {"list", what, "--instruction", "TNONE"}, {"TNONE"});
  }
}

TEST(Usage, TheStrictProfileIsNoWordOfConformance) {
  const Folder folder;
  const Finished finished =
      run(folder, {"certify", "--backend", "simd", "--instruction", "TFILLPAD_EXPAND", "--profile", "strict", "--cases", "20"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.out.find("conforms"), std::string::npos) << finished.out;
}

// Output that is lost is not a success.
TEST(Usage, AFullDiskIsNoSuccess) {
  if (!fs::exists("/dev/full")) GTEST_SKIP();
  const Folder folder;
  EXPECT_NE(run(folder, {"list", "clauses", "--json", "--instruction", "TFILLPAD_EXPAND", "--profile", "a5"}, "/dev/full").status, 0);
  EXPECT_NE(run(folder, {"list", "instructions"}, "/dev/full").status, 0);
  EXPECT_NE(run(folder, certify({"--backend", "simd", "--cases", "5", "--json"}), "/dev/full").status, 0);
}

}  // namespace
}  // namespace pto_cts::cli
