// SPDX-License-Identifier: MIT
// findings.json: nothing is lost, and nothing but its form is read.
#include <gtest/gtest.h>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/finding.h"

namespace pto_cts::record::findings_file_test {
namespace {

Finding sample() {
  Finding finding;
  finding.id = "tmuls/wrong-value/4e1f9582";
  finding.instructions = {"TMULS"};
  finding.kind = "wrong value";
  finding.also = {"guard overwritten"};
  finding.clauses = {"tmuls.dtype"};
  finding.explained_by = {"block32"};
  finding.partly_explained_by = {{"valid-rows", 2}};
  finding.cases = 21;
  finding.statement = "dtype f16 only";
  finding.factors = {{"dtype", {"f16"}, {"f32", "i16"}}};
  finding.smallest = "findings/a.json";
  finding.tuple = "TMULS";
  finding.verdict = VerdictKind::target_defined;
  finding.outcome = "executed";
  finding.diagnostic = "said";
  finding.build = "debug";
  finding.tile_bytes = 1024;
  finding.valid_elements = 2;
  finding.non_zero = 3;
  finding.mismatches = MismatchCensus{1, 4, {{"dst", 0, 1, "1", "2"}}};
  finding.minimality = {true, 52, 102, true};
  finding.failed = 2;
  finding.repeated = 3;
  finding.members = {{"a5/x/0", "cases/b.json"}, {"a5/x/1", ""}};
  return finding;
}

std::string replaced(std::string_view from, std::string_view to) {
  std::string text = write_findings(std::vector{sample()});
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(FindingsFile, KeepsEveryField) {
  std::vector<Finding> findings = {sample(), sample()};
  findings[1].mismatches.reset();
  EXPECT_EQ(read_findings(write_findings(findings)), findings);
  EXPECT_TRUE(read_findings(write_findings({})).empty());
}

TEST(FindingsFile, RefusesEveryOtherText) {
  const std::pair<std::string_view, std::string_view> kFaults[] = {
      {"\"schema\": 1", "\"schema\": 2"},
      {"\"schema\": 1", "\"schema\": 1.0"},
      {"\"schema\": 1,", ""},
      {"\"kind\"", "\"kinds\""},
      {"findings/a.json", "../a.json"},
      {"findings/a.json", "/a.json"},
      {"\"build\"", "\"builds\""},
      {"\"tmuls/wrong-value/4e1f9582\"", "\"\""},
      {"\"guard overwritten\"", "\"\""},
      {"\"cases\": 21", "\"cases\": -1"},
      {"\"cases\": 21", "\"cases\": 18446744073709551616"},
      {"\"valid-rows\": 2", "\"valid-rows\": \"2\""},
      {"\"dtype\"", "\"\""},
      {"\"target-defined\"", "\"wrong\""},
      {"\"complete\": true", "\"complete\": 1"},
  };
  for (const auto& [from, to] : kFaults) EXPECT_THROW(read_findings(replaced(from, to)), BadInput) << to;
}

TEST(FindingsFile, ShardsAddUpAndSayNoMoreThanBothDo) {
  Finding a = sample(), b = sample();
  b.cases = 4;
  b.tile_bytes = 2048;
  b.explained_by = {};
  b.partly_explained_by = {{"block32", 1}};
  b.factors = {{"dtype", {"f16", "f32"}, {"i16"}}};
  b.members = {{"a5/x/2", "cases/c.json"}, {"a5/x/3", "cases/d.json"}};
  b.smallest = "findings/b.json";
  const std::vector<std::vector<Finding>> shards = {{b}, {a}};
  const std::vector<Finding> merged = merge_findings(shards);
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0].cases, 25u);
  EXPECT_EQ(merged[0].smallest, "findings/a.json");
  EXPECT_TRUE(merged[0].explained_by.empty());
  EXPECT_EQ(merged[0].partly_explained_by, (std::map<std::string, std::uint64_t>{{"block32", 22}, {"valid-rows", 2}}));
  EXPECT_EQ(merged[0].factors, (std::vector<Factor>{{"dtype", {"f16", "f32"}, {"i16"}}}));
  EXPECT_EQ(merged[0].statement, "") << "f32 fails as well";
  EXPECT_EQ(merged[0].members.size(), kShownMembers);
  b.factors = a.factors;
  EXPECT_EQ(merge_findings(std::vector<std::vector<Finding>>{{a}, {b}})[0].statement, a.statement);
}

}  // namespace
}  // namespace pto_cts::record::findings_file_test
