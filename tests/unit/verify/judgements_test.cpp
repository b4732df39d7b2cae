// SPDX-License-Identifier: MIT
// The laws of judgement, one by one.
#include <gtest/gtest.h>

#include "pto_cts/judge/words.h"
#include "verification.h"

namespace pto_cts::reports::judgements_test {
namespace {

using record::CaseKind;
using record::Judgement;
using record::Result;
using record::VerdictKind;

Result result_of(VerdictKind verdict, Judgement judgement, const std::string& outcome, const std::string& detail = {}) {
  Result result;
  result.verdict = verdict;
  result.kind = static_cast<CaseKind>(verdict);
  result.judgement = judgement;
  result.outcome = outcome;
  result.detail = detail;
  if (verdict == VerdictKind::illegal) result.clauses = {"c"}, result.twin_outcome = "executed";
  if (verdict == VerdictKind::target_defined) result.reasons = {"r"};
  return result;
}

TEST(JudgementProblem, NothingIsWrongWithWhatTheJudgeSays) {
  EXPECT_EQ(judgement_problem(result_of(VerdictKind::legal, Judgement::pass, "executed")), "");
  EXPECT_EQ(judgement_problem(result_of(VerdictKind::illegal, Judgement::pass, "rejected")), "");
  EXPECT_EQ(judgement_problem(result_of(VerdictKind::illegal, Judgement::undecided, "rejected", "no legal twin")), "");
  for (const char* outcome : {"executed", "rejected", "crashed", "timeout"})
    EXPECT_EQ(judgement_problem(result_of(VerdictKind::target_defined, Judgement::undecided, outcome, "target-defined")), "");
  for (const Judgement judgement : {Judgement::not_run, Judgement::not_supported, Judgement::not_expressible})
    EXPECT_EQ(judgement_problem(result_of(VerdictKind::legal, judgement, "", "why")), "");
}

TEST(JudgementProblem, EveryKindOfTheJudgeIsKnown) {
  for (const judge::FailKind kind : judge::kAllFailKinds) {
    int possible = 0;
    for (const VerdictKind verdict : record::kAllVerdictKinds) possible += judgement_problem(result_of(verdict, Judgement::fail, "executed", std::string(judge::name(kind)))).empty();
    EXPECT_GT(possible, 0) << judge::name(kind);
  }
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::fail, "executed", "wrong colour")), "");
}

TEST(JudgementProblem, AKindThatTheVerdictRulesOut) {
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::fail, "executed", "illegal tuple accepted")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::illegal, Judgement::fail, "rejected", "over-rejection")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::target_defined, Judgement::fail, "executed", "wrong value")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::target_defined, Judgement::fail, "crashed", "crashed")), "");
}

TEST(JudgementProblem, APassNeedsTheRightOutcome) {
  for (const char* outcome : {"rejected", "crashed", "timeout", "unsupported", "protocol-error"})
    EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::pass, outcome)), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::illegal, Judgement::pass, "executed")), "");
  Result twin = result_of(VerdictKind::illegal, Judgement::pass, "rejected");
  twin.twin_outcome = "rejected";
  EXPECT_NE(judgement_problem(twin), "");
  twin.twin_outcome.clear();
  EXPECT_NE(judgement_problem(twin), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::target_defined, Judgement::pass, "executed")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::pass, "")), "");
  Result wrong = result_of(VerdictKind::legal, Judgement::pass, "executed");
  wrong.mismatches = record::MismatchCensus{1, 2, {}};
  EXPECT_NE(judgement_problem(wrong), "");
}

TEST(JudgementProblem, WhatFailsIsNotHiddenAsUndecided) {
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::undecided, "executed", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::illegal, Judgement::undecided, "executed", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::illegal, Judgement::undecided, "crashed", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::target_defined, Judgement::undecided, "protocol-error", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::illegal, Judgement::undecided, "rejected")), "");
}

TEST(JudgementProblem, WhatRanHasAnOutcomeAndWhatDidNotHasNone) {
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::not_run, "executed", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::not_supported, "executed", "why")), "");
  EXPECT_NE(judgement_problem(result_of(VerdictKind::legal, Judgement::not_expressible, "")), "");
  Result kind = result_of(VerdictKind::legal, Judgement::pass, "executed");
  kind.kind = CaseKind::reject;
  EXPECT_NE(judgement_problem(kind), "");
}

}  // namespace
}  // namespace pto_cts::reports::judgements_test
