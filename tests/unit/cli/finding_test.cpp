// SPDX-License-Identifier: MIT
// Findings of a campaign and what their reader gets; shrink.
#include "program.h"

namespace pto_cts::cli {
namespace {

constexpr const char* kMutant = "mutant:tfillpad-finite-max";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Finished campaign(const Folder& folder, std::initializer_list<std::string> more = {}) {
  std::vector<std::string> words = {"certify", "--backend", kMutant, "--instruction", "TFILLPAD,TFILLPAD_EXPAND", "--cases", "2000", "--out", "r"};
  words.insert(words.end(), more);
  return run(folder, words);
}

TEST(Finding, ACampaignEndsInOnePageWithTheSmallestCase) {
  const Folder folder;
  const Finished finished = campaign(folder, {"--save-cases", "2"});
  EXPECT_EQ(finished.status, 1) << finished.err;
  EXPECT_LE(lines_of(finished.out).size(), 60u);
  for (const char* words : {"fails for: dtype f16, bf16 or f32 only; pad Max only; any shape", "smallest: TFILLPAD out dst=Vec f32 16x8 valid 1x1",
                            "expected inf (0x7f800000), got 3.4028235e+38 (0x7f7fffff)", "TFILLPAD, TFILLPAD_EXPAND"})
    EXPECT_NE(finished.out.find(words), std::string::npos) << words << " in " << finished.out;
  const Json findings = Json::parse(read_text(folder / "r/findings.json")).at("findings");
  ASSERT_EQ(findings.size(), 1u);
  const Json& finding = findings.front();
  EXPECT_EQ(finding.at("smallest").at("tile_bytes"), 1024);
  EXPECT_EQ(finding.at("minimality").at("complete"), true);
  EXPECT_EQ(finding.at("minimality").at("least_bytes"), true);
  EXPECT_LE(finding.at("members").size(), 3u);
  for (const Json& member : finding.at("members")) EXPECT_TRUE(fs::exists(folder / ("r/" + member.at("file").get<std::string>())));

  const std::string smallest = folder / ("r/" + finding.at("smallest").at("file").get<std::string>());
  const Finished wrong = run(folder, {"reproduce", smallest, "--backend", kMutant, "--json"});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  EXPECT_EQ(wrong.json().front().at("detail"), finding.at("kind"));
  EXPECT_EQ(run(folder, {"reproduce", smallest, "--backend", "simd"}).status, 0);

  // A second run into the same folder replaces the first.
  EXPECT_EQ(run(folder, {"certify", "--backend", "simd", "--instruction", "TMULS", "--profile", "a5", "--cases", "20", "--out", "r"}).status, 0);
  EXPECT_FALSE(fs::exists(folder / "r/cases"));
  EXPECT_FALSE(fs::exists(folder / "r/findings"));
}

TEST(Finding, ThePageHoldsTilesRuleAssemblyAndCommands) {
  const Folder folder;
  campaign(folder);
  std::string page, program;
  for (const fs::path& file : files_in(folder / "r/findings")) {
    if (file.extension() == ".txt") page = read_text(file);
    if (file.extension() == ".cpp") program = read_text(file);
  }
  for (const char* words : {"7f7fffff*", "\"An element anywhere else equals the pad.\"", "locally minimal", "pto-cts reproduce findings/",
                            "no tuple of this kind has tiles of less than 1024 bytes", "as C++: findings/", "in the folder of the report"})
    EXPECT_NE(page.find(words), std::string::npos) << words << " in " << page;
  EXPECT_EQ(page.find(folder.path().string()), std::string::npos) << "a report does not know where it stands";
  EXPECT_NE(program.find("TFILLPAD(dst, src);"), std::string::npos) << program;

  // The assembly of the page is the tuple: check reads it back.
  const Json finding = Json::parse(read_text(folder / "r/findings.json")).at("findings").front();
  int forms = 0;
  for (const std::string& line : lines_of(page)) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == std::string::npos || (!line.substr(begin).starts_with("%dst") && !line.substr(begin).starts_with("pto.tfillpad ins"))) continue;
    ++forms;
    const Finished checked = run(folder, {"check", line.substr(begin), "--profile", "cpu_sim", "--json"});
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_EQ(checked.json().front().at("tuple"), finding.at("smallest").at("tuple"));
    EXPECT_EQ(checked.json().front().at("verdicts").front().at("verdict"), "legal");
  }
  EXPECT_EQ(forms, 2);
}

TEST(Finding, WithoutTimeThereIsNone) {
  const Folder folder;
  EXPECT_EQ(campaign(folder, {"--minimise", "0"}).status, 1);
  EXPECT_TRUE(Json::parse(read_text(folder / "r/findings.json")).at("findings").empty());
}

TEST(Shrink, GoesOnFromASavedCase) {
  const Folder folder;
  campaign(folder, {"--save-cases", "1", "--minimise", "0"});
  const std::vector<fs::path> saved = files_in(folder / "r/cases");
  ASSERT_FALSE(saved.empty());
  const Finished shrunk = run(folder, {"shrink", saved.front(), "--backend", kMutant, "--json"});
  EXPECT_EQ(shrunk.status, 1) << shrunk.err;
  const Json finding = shrunk.json().at("findings").front();
  EXPECT_EQ(finding.at("kind"), "wrong pad");
  EXPECT_EQ(finding.at("smallest").at("valid_elements"), 2);
  const fs::path smallest = fs::path(saved.front()).replace_extension(".smallest.json");
  ASSERT_TRUE(fs::exists(smallest));
  EXPECT_EQ(run(folder, {"reproduce", smallest.string(), "--backend", kMutant}).status, 1);
  // The smallest case is its own smallest case.
  const Finished again = run(folder, {"shrink", smallest.string(), "--backend", kMutant, "--out", "again.json"});
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_EQ(read_text(folder / "again.json"), read_text(smallest));
}

TEST(Shrink, WhatDoesNotFailIsSaidSo) {
  const Folder folder;
  campaign(folder, {"--save-cases", "1", "--minimise", "0"});
  const std::vector<fs::path> saved = files_in(folder / "r/cases");
  ASSERT_FALSE(saved.empty());
  const Finished right = run(folder, {"shrink", saved.front(), "--backend", "simd"});
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_NE(right.out.find("does not fail on simd: pass"), std::string::npos) << right.out;
  EXPECT_EQ(run(folder, {"shrink", "none.json", "--backend", "simd"}).status, 2);
  EXPECT_EQ(run(folder, {"shrink", saved.front()}).status, 2);
  EXPECT_EQ(run(folder, {"shrink", saved.front(), "--backend", kMutant, "--out", saved.front()}).status, 2) << "the case itself";
  EXPECT_EQ(run(folder, {"shrink", saved.front(), "--backend", kMutant, "--out", "a.cpp"}).status, 2);
  EXPECT_TRUE(run(folder, {"shrink", saved.front(), "--backend", "simd", "--json"}).json().at("findings").empty());
}

}  // namespace
}  // namespace pto_cts::cli
