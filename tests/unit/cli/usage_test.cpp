// SPDX-License-Identifier: MIT
// What bad command lines get.
#include <sys/stat.h>

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
  for (const std::vector<std::string>& words : {std::vector<std::string>{"list", "clauses", "--json", "--instruction", "TFILLPAD_EXPAND", "--profile", "a5"},
                                                {"list", "instructions"}, {"list", "cells", "--instruction", "TFILLPAD_EXPAND"}, {"--help"},
                                                certify({"--backend", "simd", "--cases", "5", "--json"})}) {
    const Finished finished = run(folder, words, "/dev/full");
    EXPECT_EQ(finished.status, 2) << testing::PrintToString(words);
    EXPECT_NE(finished.err.find("the output could not be written"), std::string::npos) << finished.err;
  }
}

// What the caller closed is not taken for a file of ours.
TEST(Usage, ClosedStreamsAreNoFault) {
  const Folder folder;
  const std::string program = "cd '" + folder.path().string() + "' && '" PTO_CTS_PROGRAM "' ";
  EXPECT_EQ(system((program + "list instructions >&- 2>&- <&-").c_str()), 0);
  EXPECT_EQ(system((program + "certify --backend simd --instruction TFILLPAD_EXPAND --profile a5 --cases 40 --out r >&- 2>&- <&-").c_str()), 0);
  EXPECT_EQ(run(folder, {"verify", "r"}).status, 0);
}

// Devices do not end, and pipes may never begin.
TEST(Usage, OnlyRegularFilesAreRead) {
  const Folder folder;
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* file : {"/dev/zero", "pipe"}) {
    for (const char* command : {"check", "verify"}) expect_refused(folder, {command, file}, {file, "no regular file"});
    for (const char* command : {"reproduce", "shrink"}) expect_refused(folder, {command, file, "--backend", "simd"}, {file, "no regular file"});
    expect_refused(folder, certify({"--backend", "simd", "--cases", "5", "--waivers", file}), {file, "no regular file"});
  }
}

TEST(Usage, LongWordsAreCutShort) {
  const Folder folder;
  const std::string word(100'000, 'a');
  for (const std::vector<std::string>& words : {std::vector<std::string>{"list", word}, {word}, {"explain", word}, {"check", word}, {"verify", word},
                                                {"certify", "--backend", word}, {"certify", "--" + word}})
    EXPECT_LT(run(folder, words).err.size(), 2000u) << words.front().substr(0, 20);
}

TEST(Usage, AnEmptyWordIsNotTheAbsenceOfOne) {
  const Folder folder;
  for (const char* option : {"--waivers", "--cache", "--emit-cases"}) expect_refused(folder, certify({"--backend", "simd", "--cases", "5", option, ""}), {option, "empty"});
}

TEST(Usage, ATemporaryFolderThatDoesNotExistIsNamed) {
  const Folder folder;
  ASSERT_EQ(run(folder, certify({"--backend", "simd", "--cases", "20", "--out", "r"})).status, 0);
  const char* before = getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", "/nonexistent", 1);
  expect_refused(folder, {"verify", "r/package.tar.zst"}, {"/nonexistent", "TMPDIR"});
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

}  // namespace
}  // namespace pto_cts::cli
