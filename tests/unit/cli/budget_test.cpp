// SPDX-License-Identifier: MIT
// Campaigns with a budget, and calls written for later.
#include "program.h"

namespace pto_cts::cli {
namespace {

TEST(Budget, LeavesTheRestOfThePlanUnrunAndRecorded) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--backend", "simd", "--cases", "100000", "--budget", "0.2", "--json"}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  const Json summary = finished.json();
  EXPECT_EQ(summary.at("planned"), 100000);
  EXPECT_GT(summary.at("run"), 0);
  EXPECT_GT(summary.at("not_run"), 0);
  EXPECT_EQ(summary.at("run").get<int>() + summary.at("not_run").get<int>(), 100000);
  std::istringstream lines(read_text(folder.path() / "pto-cts-report" / "records.jsonl"));
  std::string line;
  std::getline(lines, line);
  for (int index = 0; index < 100000; ++index) {
    ASSERT_TRUE(std::getline(lines, line)) << index;
    if (index % 997 == 0) {
      EXPECT_EQ(Json::parse(line).at("plan_index"), index);
    }
  }
}

TEST(Budget, ThatSufficesGivesTheRecordsOfTheWholeRun) {
  const Folder folder;
  ASSERT_EQ(run(folder, certify({"--backend", "simd", "--cases", "60", "--out", "a"})).status, 0);
  ASSERT_EQ(run(folder, certify({"--backend", "simd", "--cases", "60", "--out", "b", "--budget", "300"})).status, 0);
  EXPECT_EQ(read_text(folder.path() / "a/records.jsonl"), read_text(folder.path() / "b/records.jsonl"));
}

TEST(Budget, OfNothingIsRefused) {
  const Folder folder;
  expect_refused(folder, certify({"--backend", "simd", "--budget", "0"}));
  expect_refused(folder, certify({"--backend", "simd", "--budget", "-1"}));
}

TEST(EmitCases, WritesEveryCallAndJudgesNothing) {
  const Folder folder;
  const Finished finished = run(folder, certify({"--cases", "40", "--emit-cases", "calls"}));
  EXPECT_EQ(finished.status, 0) << finished.err;
  const std::string calls = read_text(folder.path() / "calls/calls.bin");
  std::size_t executes = 0;
  for (std::size_t at = 0; (at = calls.find("\"message\":\"execute\"", at)) != std::string::npos; ++at) ++executes;
  EXPECT_GE(executes, 80u);  // two runs of each case, and twins
  EXPECT_FALSE(fs::exists(folder.path() / "pto-cts-report"));
  run(folder, certify({"--cases", "40", "--emit-cases", "again"}));
  EXPECT_TRUE(read_text(folder.path() / "again/calls.bin") == calls);
  expect_refused(folder, certify({"--cases", "40", "--emit-cases", "calls", "--budget", "3"}), {"--budget"});
  expect_refused(folder, certify({"--cases", "40"}), {"--backend"});
}

}  // namespace
}  // namespace pto_cts::cli
