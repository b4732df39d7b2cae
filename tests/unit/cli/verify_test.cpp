// SPDX-License-Identifier: MIT
// The command verify.
#include "program.h"

namespace pto_cts::cli {
namespace {

std::string made(const Folder& folder, const char* backend, const char* cases = "120") {
  const Finished finished = run(folder, certify({"--backend", backend, "--cases", cases, "--out", "r", "--minimise", "2"}));
  EXPECT_LE(finished.status, 1) << finished.err;
  return "r";
}

TEST(VerifyCommand, AcceptsWhatCertifyWrites) {
  const Folder folder;
  const std::string package = made(folder, "simd");
  const Finished finished = run(folder, {"verify", package});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  EXPECT_NE(finished.out.find("120 cases planned; verdicts of 120 "), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("r: accepted\n"), std::string::npos) << finished.out;
  const Finished archive = run(folder, {"verify", "r/package.tar.zst", "--json", "--full"});
  EXPECT_EQ(archive.status, 0) << archive.out << archive.err;
  const Json said = archive.json();
  EXPECT_EQ(said.at("accepted"), true);
  EXPECT_EQ(said.at("planned"), 120);
  EXPECT_EQ(said.at("kind"), "reduced run");
  EXPECT_NE(finished.out.find("root " + said.at("root").get<std::string>()), std::string::npos);
}

TEST(VerifyCommand, AcceptsTheRecordOfAFaultyBackend) {
  const Folder folder;
  const Finished finished = run(folder, {"verify", made(folder, kFaulty), "--json"});
  EXPECT_EQ(finished.status, 0) << finished.out << finished.err;
  EXPECT_EQ(finished.json().at("conforms"), false);
  EXPECT_GT(finished.json().at("saved"), 0);
}

TEST(VerifyCommand, RefusesWithALineThatNamesIt) {
  const Folder folder;
  const std::string package = made(folder, "simd");
  write_text(folder / "r/statement.md", "conforms\n");
  const Finished finished = run(folder, {"verify", package});
  EXPECT_EQ(finished.status, 1);
  EXPECT_NE(finished.out.find("refused: statement.md: changed"), std::string::npos) << finished.out;
  EXPECT_NE(finished.out.find("r: refused\n"), std::string::npos) << finished.out;
  EXPECT_EQ(run(folder, {"verify", "r/package.tar.zst"}).status, 0);
}

TEST(VerifyCommand, ThatIsStoppedLeavesNothingBehind) {
  const Folder folder;
  const std::string package = made(folder, "simd") + "/package.tar.zst";
  fs::create_directory(folder / "tmp");
  const char* before = getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", (folder / "tmp").c_str(), 1);
  int stopped = 0;
  for (const int signal : {SIGTERM, SIGINT, SIGKILL, SIGHUP})
    stopped += run(folder, {"verify", package}, nullptr, {signal, std::chrono::milliseconds(150)}).status == 128 + signal;
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
  EXPECT_GT(stopped, 0);
  for (int waited = 0; !fs::is_empty(folder / "tmp") && waited < 500; ++waited) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
}

TEST(VerifyCommand, WhatIsNoPackageIsBadInput) {
  const Folder folder;
  expect_refused(folder, {"verify", "nothing"}, {"nothing", "no such package"});
  write_text(folder / "some/file", "text");
  expect_refused(folder, {"verify", "some"}, {"some", "is no package"});
  expect_refused(folder, {"verify", "some/file"}, {"some/file"});
  expect_refused(folder, {"verify", "some", "--signers", "x"}, {"--identity"});
  expect_refused(folder, {"verify"}, {"package"});
}

}  // namespace
}  // namespace pto_cts::cli
