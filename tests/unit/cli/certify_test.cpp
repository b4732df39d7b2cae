// SPDX-License-Identifier: MIT
// Campaigns, their saved cases, and shards, through the program.
#include "program.h"

namespace pto_cts::cli {
namespace {

// The contract of the command line: fields may be added, not renamed.
void expect_summary(const Json& summary, std::uint64_t planned) {
  for (const char* key : {"planned", "run", "pass", "fail", "undecided", "not_supported", "not_expressible", "not_run", "vacuous"})
    EXPECT_TRUE(summary.at(key).is_number_unsigned()) << key;
  for (const char* key : {"feasible", "covered", "infeasible", "unknown"})
    EXPECT_TRUE(summary.at("cells").at(key).is_number_unsigned()) << key;
  EXPECT_TRUE(summary.at("findings").is_array());
  EXPECT_TRUE(summary.at("seconds").is_number());
  const auto number = [&](const char* key) { return summary.at(key).get<std::uint64_t>(); };
  EXPECT_EQ(number("planned"), planned);
  EXPECT_EQ(number("planned"), number("run") + number("not_supported") + number("not_expressible") + number("not_run"));
  EXPECT_EQ(number("run"), number("pass") + number("fail") + number("undecided"));
}

TEST(Certify, ARightBackendConforms) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", "simd", "--cases", "200", "--out", "r", "--json"}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Json summary = finished.json();
  expect_summary(summary, 200);
  EXPECT_EQ(summary.at("fail"), 0);
  EXPECT_EQ(summary.at("vacuous"), 0);
  EXPECT_TRUE(summary.at("findings").empty());
  std::vector<fs::path> wanted;
  for (const char* file : {"backend.json", "environment.json", "findings.json", "junit.xml", "manifest.txt", "package.tar.zst", "plan.jsonl", "proofs",
                           "records.jsonl", "report.html", "run.json", "statement.json", "statement.md", "summary.md"})
    wanted.push_back(folder / (std::string("r/") + file));
  EXPECT_EQ(files_in(folder / "r"), wanted);

  const Finished plain = run(folder, certify({"--backend", "simd", "--cases", "200", "--out", "r"}));
  EXPECT_EQ(plain.status, 0);
  EXPECT_NE(plain.out.find("simd: no failure in 200 cases"), std::string::npos) << plain.out;
}

TEST(Certify, AnotherReadingNeverConformsPlainly) {
  const Folder folder;
  const Finished finished =
      run(folder, certify({"--backend", "simd", "--cases", "20", "--out", "r", "--interpretation", "preserve-outside"}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_NE(finished.out.find("simd: no failure under preserve-outside in 20 cases"), std::string::npos) << finished.out;
}

TEST(Certify, AFaultyBackendLeavesCasesThatReproduce) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", kFaulty, "--cases", "100", "--out", "r", "--json"}));
  EXPECT_EQ(finished.status, 1) << finished.err;
  const Json summary = finished.json();
  expect_summary(summary, 100);
  EXPECT_GT(summary.at("fail"), 0);
  EXPECT_FALSE(summary.at("findings").empty());
  const std::vector<fs::path> saved = files_in(folder / "r/cases");
  ASSERT_EQ(saved.size(), summary.at("fail").get<std::size_t>());

  const Finished wrong = run(folder, {"reproduce", saved.front(), "--backend", kFaulty});
  EXPECT_EQ(wrong.status, 1) << wrong.err;
  for (const char* word : {"judgement: fail", "expected", "got", "elements differ"})
    EXPECT_NE(wrong.out.find(word), std::string::npos) << word << " in " << wrong.out;
  EXPECT_EQ(run(folder, {"reproduce", saved.front(), "--backend", "simd"}).status, 0);

  // All of them by a glob, each failing as it did.
  const Finished all = run(folder, {"reproduce", "r/cases/*.json", "--backend", kFaulty, "--json"});
  EXPECT_EQ(all.status, 1);
  EXPECT_EQ(all.err, "");
  const Json results = all.json();
  EXPECT_EQ(results.size(), saved.size());
  for (const Json& result : results) EXPECT_EQ(result.at("judgement"), "fail") << result.at("name");
  const Finished right = run(folder, {"reproduce", "r/cases/*.json", "--json"});
  EXPECT_EQ(right.status, 0);
  for (const Json& result : right.json()) EXPECT_EQ(result.at("judgement"), "pass") << result.at("name");
}

TEST(Certify, NothingRanIsStatusTwo) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", "simd", "--cases", "1", "--shard", "2/2", "--out", "r"}));
  EXPECT_EQ(finished.status, 2);
  EXPECT_NE(finished.out.find("nothing ran"), std::string::npos);
}

class Shards : public testing::Test {
 protected:
  static constexpr const char* kCases = "91";

  static void SetUpTestSuite() {
    folder_ = new Folder;
    for (const char* shard : {"1", "2", "3"})
      ASSERT_EQ(run(*folder_, certify({"--backend", kFaulty, "--cases", kCases, "--shard", std::string(shard) + "/3", "--out",
                                       std::string("s") + shard}))
                    .status,
                1);
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  // A copy of shard 3 with other records.
  static void damage(const char* name, const std::string& records) {
    write_text(*folder_ / (std::string(name) + "/records.jsonl"), records);
  }
  static Folder& folder() { return *folder_; }

 private:
  static inline Folder* folder_ = nullptr;
};

TEST_F(Shards, MergeIsTheWholeRun) {
  const Finished whole = run(folder(), certify({"--backend", kFaulty, "--cases", kCases, "--out", "whole", "--json"}));
  const Finished merged = run(folder(), {"merge", "s3", "s1", "s2", "--out", "merged", "--json"});
  EXPECT_EQ(merged.status, 1) << merged.err;
  EXPECT_EQ(merged.err, "");
  EXPECT_TRUE(read_text(folder() / "merged/records.jsonl") == read_text(folder() / "whole/records.jsonl"));
  EXPECT_EQ(files_in(folder() / "merged/cases").size(), files_in(folder() / "whole/cases").size());
  expect_summary(merged.json(), 91);
  Json one = whole.json(), two = merged.json();
  for (Json* summary : {&one, &two}) {
    summary->erase("seconds");
    summary->erase("out");
  }
  EXPECT_EQ(one, two);
}

TEST_F(Shards, MergeRefusesWhatIsNotOneRun) {
  const auto refused = [](std::vector<std::string> arguments, std::initializer_list<const char*> words) {
    arguments.insert(arguments.begin(), "merge");
    arguments.insert(arguments.end(), {"--out", "refused"});
    expect_refused(folder(), arguments, words);
    EXPECT_FALSE(fs::exists(folder() / "refused")) << "a refused merge left a folder";
  };
  refused({"s1", "s2"}, {"3/3", "missing"});
  refused({"s1", "s2", "s2"}, {"s2", "twice"});
  refused({"s1", "s2", "s3", "s3"}, {"s3", "twice"});
  refused({"s1", "s2", "nowhere"}, {"nowhere"});
  refused({"s1", "s2", "s3/records.jsonl"}, {"s3/records.jsonl"});

  run(folder(), certify({"--backend", kFaulty, "--cases", kCases, "--seed", "2", "--shard", "3/3", "--out", "seed2"}));
  refused({"s1", "s2", "seed2"}, {"seed2", "seed differs"});
  run(folder(), certify({"--backend", "simd", "--cases", kCases, "--shard", "3/3", "--out", "simd3"}));
  refused({"s1", "s2", "simd3"}, {"simd3", "backend differs"});

  const std::string good = read_text(folder() / "s3/records.jsonl");
  std::string tampered = good;
  tampered.replace(tampered.find("\"fail\""), 6, "\"pass\"");
  damage("t1", tampered);
  refused({"s1", "s2", "t1"}, {"t1/records.jsonl"});
  for (const std::size_t keep : {std::size_t{0}, std::size_t{1}, good.size() / 2, good.size() - 1, good.rfind('\n', good.size() - 2) + 1}) {
    damage("t2", good.substr(0, keep));
    refused({"s1", "s2", "t2"}, {"t2/records.jsonl"});
  }
  damage("t3", good + good.substr(good.rfind('\n', good.size() - 2) + 1));
  refused({"s1", "s2", "t3"}, {"t3/records.jsonl"});
}

TEST_F(Shards, MergeIntoABadPlaceIsRefused) {
  write_text(folder() / "file", "mine");
  write_text(folder() / "foreign/thesis.tex", "mine");
  for (const char* out : {"file", "foreign", "/proc/x"}) expect_refused(folder(), {"merge", "s1", "s2", "s3", "--out", out}, {out});
  EXPECT_EQ(read_text(folder() / "foreign/thesis.tex"), "mine");
}

TEST_F(Shards, ARefusedMergeLeavesTheEarlierReportAsItWas) {
  ASSERT_EQ(run(folder(), {"merge", "s1", "s2", "s3", "--out", "kept"}).status, 1);
  const std::string records = read_text(folder() / "kept/records.jsonl");
  const std::size_t cases = files_in(folder() / "kept/cases").size();
  fs::copy(folder() / "s1", folder() / "odd", fs::copy_options::recursive);
  fs::create_directories(folder() / "odd/cases/below");
  expect_refused(folder(), {"merge", "odd", "s2", "s3", "--out", "kept"}, {"below"});
  EXPECT_TRUE(read_text(folder() / "kept/records.jsonl") == records);
  EXPECT_EQ(files_in(folder() / "kept/cases").size(), cases);
}

// Merging into one of the shards is refused, or at least loses nothing.
TEST_F(Shards, MergeIntoAShardLosesNoSavedCase) {
  for (const char* shard : {"s1", "s2", "s3"})
    fs::copy(folder() / shard, folder() / (std::string("copy-") + shard), fs::copy_options::recursive);
  std::size_t saved = 0;
  for (const char* shard : {"copy-s1", "copy-s2", "copy-s3"}) saved += files_in(folder() / (std::string(shard) + "/cases")).size();
  const Finished finished = run(folder(), {"merge", "copy-s1", "copy-s2", "copy-s3", "--out", "copy-s1"});
  const std::size_t first = files_in(folder() / "copy-s1/cases").size();
  if (finished.status == 2) {
    EXPECT_EQ(first, files_in(folder() / "s1/cases").size()) << "refused, but the shard was changed";
  } else {
    EXPECT_EQ(first, saved);
  }
}

}  // namespace
}  // namespace pto_cts::cli
