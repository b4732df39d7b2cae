// SPDX-License-Identifier: MIT
#include "pto_cts/record/summary.h"

#include <gtest/gtest.h>

#include <numeric>

namespace pto_cts::record::summary_test {
namespace {

Result result(const char* instruction, Profile profile, Judgement judgement, const char* detail = "") {
  Result result;
  result.instruction = instruction;
  result.profile = profile;
  result.judgement = judgement;
  result.detail = detail;
  return result;
}

std::vector<Result> sample() {
  std::vector<Result> results = {
      result("TMULS", Profile::a5, Judgement::pass),
      result("TMULS", Profile::a5, Judgement::fail, "wrong value"),
      result("TMULS", Profile::a5, Judgement::fail, "wrong value"),
      result("TMULS", Profile::a5, Judgement::fail, "crashed"),
      result("TMULS", Profile::a2a3, Judgement::undecided, "not discriminating"),
      result("TADD", Profile::a5, Judgement::not_supported),
      result("TADD", Profile::a5, Judgement::not_expressible),
      result("TADD", Profile::a5, Judgement::not_run, "budget"),
  };
  results[0].vacuous = true;
  results[0].replaced = 2;
  results[4].replaced = 3;
  return results;
}

TEST(Summary, CountsEachInstructionAndProfile) {
  const Summary summary = summarise(sample());
  ASSERT_EQ(summary.rows.size(), 3u);
  EXPECT_EQ(summary.rows.begin()->first, (SummaryKey{"TADD", Profile::a5}));
  const Counts& tmuls = summary.rows.at({"TMULS", Profile::a5});
  EXPECT_EQ(tmuls.planned, 4u);
  EXPECT_EQ(tmuls.run, 4u);
  EXPECT_EQ(tmuls.pass, 1u);
  EXPECT_EQ(tmuls.fail, 3u);
  EXPECT_EQ(tmuls.fail_kinds, (std::map<std::string, std::uint64_t>{{"crashed", 1}, {"wrong value", 2}}));
  EXPECT_EQ(tmuls.vacuous, 1u);
  EXPECT_EQ(tmuls.replaced, 2u);
  const Counts& tadd = summary.rows.at({"TADD", Profile::a5});
  EXPECT_EQ(tadd.planned, 3u);
  EXPECT_EQ(tadd.run, 0u);
  EXPECT_EQ(tadd.not_supported, 1u);
  EXPECT_EQ(tadd.not_expressible, 1u);
  EXPECT_EQ(tadd.not_run, 1u);
  EXPECT_EQ(summary.rows.at({"TMULS", Profile::a2a3}).undecided_reasons.at("not discriminating"), 1u);
}

TEST(Summary, KeepsItsLaws) {
  const Counts total = summarise(sample()).total;
  EXPECT_EQ(total.planned, total.run + total.not_supported + total.not_expressible + total.not_run);
  EXPECT_EQ(total.run, total.pass + total.fail + total.undecided);
  const auto sum = [](const auto& map) {
    return std::accumulate(map.begin(), map.end(), std::uint64_t{0},
                           [](auto n, const auto& e) { return n + e.second; });
  };
  EXPECT_EQ(sum(total.fail_kinds), total.fail);
  EXPECT_EQ(sum(total.undecided_reasons), total.undecided);
  EXPECT_EQ(total.replaced, 5u);
}

TEST(Summary, OfNothingIsZero) {
  EXPECT_EQ(summarise({}), Summary());
}

}  // namespace
}  // namespace pto_cts::record::summary_test
