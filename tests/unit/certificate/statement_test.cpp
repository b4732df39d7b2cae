// SPDX-License-Identifier: MIT
// The rules of docs/certification.md, one by one, on runs made by hand.
#include "pto_cts/certificate/statement.h"

#include <gtest/gtest.h>

#include "pto_cts/instructions/registry.h"

namespace pto_cts::reports {
namespace {

using record::Dimension;
using record::Judgement;
using record::PackageKind;
using record::Result;
using record::Standing;
using record::VerdictKind;

// A run of everything on a5 that is complete, with one legal and one illegal case of each instruction that pass.
class Statements : public testing::Test {
 protected:
  void SetUp() override {
    basis_.instructions = &spec::instructions();
    basis_.run.backend = "b";
    basis_.run.profiles = {Profile::a5};
    for (const terms::Instruction& instruction : spec::instructions()) {
      basis_.run.instructions.push_back(instruction.mnemonic);
      add(instruction.mnemonic, VerdictKind::legal);
      Result& illegal = add(instruction.mnemonic, VerdictKind::illegal);
      illegal.clauses = {instruction.clauses.front().id};
      illegal.diagnostic = "breaks " + instruction.clauses.front().id;
      illegal.twin_outcome = "executed";
    }
    proofs_.obligations = {{"p", "TMULS", "a5", "f", "proved", "", "", {}, {}, {}, {}, "", ""}};
    basis_.proofs = &proofs_;
    basis_.cells = {results_.size(), results_.size(), 3, 0};
  }

  Result& add(const std::string& mnemonic, VerdictKind verdict) {
    Result result;
    result.plan_index = results_.size();
    result.instruction = mnemonic;
    result.profile = Profile::a5;
    result.verdict = verdict;
    result.cell = (verdict == VerdictKind::legal ? "legal/" : "reject/") + std::to_string(results_.size());
    result.name = "a5/" + result.cell + "/0";
    result.outcome = verdict == VerdictKind::illegal ? "rejected" : "executed";
    result.judgement = Judgement::pass;
    return results_.emplace_back(std::move(result));
  }
  Result& legal() { return results_[0]; }
  Result& illegal() { return results_[1]; }
  static void fail(Result& result, const char* kind, const char* outcome) {
    result.judgement = Judgement::fail;
    result.detail = kind;
    result.outcome = outcome;
  }
  record::Statement statement() {
    basis_.results = results_;
    return statement_of(basis_);
  }
  record::DimensionStanding standing(Dimension dimension) {
    const record::Statement all = statement();
    for (const record::DimensionStanding& one : all.profiles.at(0).dimensions)
      if (one.dimension == dimension) return one;
    throw std::logic_error("no such dimension");
  }

  Basis basis_;
  std::vector<Result> results_;
  record::ProofFile proofs_;
};

TEST_F(Statements, ARightBackendReachesLevelTwoAndNeverThree) {
  const record::Statement all = statement();
  EXPECT_EQ(all.kind, PackageKind::certificate) << testing::PrintToString(all.reasons);
  EXPECT_TRUE(all.conforms);
  EXPECT_EQ(all.level, 2);
  EXPECT_EQ(all.sentence, "b conforms at level 2 in all 10 cases that the spec decides.");
  EXPECT_EQ(standing(Dimension::semantic).standing, Standing::conforms);
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::conforms);
  EXPECT_EQ(standing(Dimension::diagnostic).standing, Standing::conforms);
  EXPECT_EQ(standing(Dimension::ordering).standing, Standing::not_judged);
}

TEST_F(Statements, AnotherReadingIsNamed) {
  basis_.run.interpretations = {"block32"};
  EXPECT_EQ(statement().sentence, "b conforms under block32 at level 2 in all 10 cases that the spec decides.");
}

TEST_F(Statements, AWrongValueCostsTheSemanticDimensionAlone) {
  fail(legal(), "wrong value", "executed");
  EXPECT_EQ(standing(Dimension::semantic).standing, Standing::does_not_conform);
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::conforms);
  EXPECT_EQ(statement().level, 1);
  EXPECT_FALSE(statement().conforms);
  EXPECT_EQ(statement().sentence, "b does not conform: 1 of 10 cases fail.");
}

TEST_F(Statements, AnAcceptedIllegalTupleCostsLevelOne) {
  fail(illegal(), "illegal tuple accepted", "executed");
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::does_not_conform);
  EXPECT_EQ(standing(Dimension::semantic).standing, Standing::conforms);
  EXPECT_EQ(statement().level, 0);
}

TEST_F(Statements, ARejectedLegalTupleIsAMatterOfLegality) {
  fail(legal(), "over-rejection", "rejected");
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::does_not_conform);
  EXPECT_EQ(statement().level, 0);
}

TEST_F(Statements, TheSentenceSaysWhatIsNotShown) {
  illegal().not_observed = {"legality"};
  EXPECT_EQ(statement().sentence, "b conforms at level 0 in all 10 cases that the spec decides; not observed: diagnostic, legality.");
  illegal().not_observed.clear();
  for (Result& result : results_)
    if (result.instruction != "TMULS") {
      result.judgement = Judgement::not_supported;
      result.outcome.clear();
    }
  EXPECT_EQ(statement().sentence, "b conforms for TMULS only at level 2 in all 2 cases that the spec decides; 8 of 10 cases not supported.");
}

TEST_F(Statements, ATextThatFitsEveryClauseIsVague) {
  illegal().diagnostic = "type dtype row col shape layout box fractal pad valid scalar alias size byte capacity align offset index form mask location";
  EXPECT_EQ(statement().profiles[0].diagnostics, (record::DiagnosticCounts{5, 0, 0, 1}));
}

TEST_F(Statements, ACrashOrABrokenWordOrEnvironmentLeavesNoLevel) {
  for (const char* kind : {"crashed", "timeout", "protocol error", "capability lied"}) {
    fail(legal(), kind, "crashed");
    EXPECT_EQ(statement().level, std::nullopt) << kind;
    EXPECT_EQ(standing(Dimension::semantic).standing, Standing::does_not_conform) << kind;
  }
  legal().judgement = Judgement::pass;
  legal().outcome = "executed";
  legal().detail.clear();
  legal().environment = {"a header does not compile"};
  EXPECT_EQ(statement().level, std::nullopt);
  EXPECT_FALSE(statement().conforms);
}

TEST_F(Statements, WhatIsNotObservedCapsTheLevel) {
  legal().not_observed = {"guards"};
  EXPECT_EQ(standing(Dimension::semantic).standing, Standing::not_observed);
  EXPECT_EQ(statement().level, 1);
  illegal().not_observed = {"legality"};
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::not_observed);
  EXPECT_EQ(standing(Dimension::diagnostic).standing, Standing::not_observed);
  EXPECT_EQ(statement().level, 0);
}

TEST_F(Statements, AClauseThatNoCaseShowsIsNotObserved) {
  illegal().judgement = Judgement::undecided;
  illegal().detail = "not discriminating: the legal twin was rejected too";
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::not_observed);
  EXPECT_EQ(standing(Dimension::legality).why, (std::vector<std::string>{"no case shows that " + illegal().clauses[0] + " is checked"}));
}

TEST_F(Statements, WhatTheSurfaceCannotSayIsAGapAndNoCap) {
  illegal().judgement = Judgement::not_expressible;
  illegal().outcome.clear();
  EXPECT_EQ(statement().level, 2);
  EXPECT_NE(testing::PrintToString(statement().gaps).find("cannot be said"), std::string::npos);
}

TEST_F(Statements, DiagnosticsAreCountedAndCost) {
  illegal().diagnostic = "";
  EXPECT_EQ(statement().profiles[0].diagnostics, (record::DiagnosticCounts{5, 1, 0, 0}));
  EXPECT_EQ(standing(Dimension::diagnostic).standing, Standing::does_not_conform);
  EXPECT_EQ(standing(Dimension::legality).standing, Standing::conforms);
  EXPECT_EQ(statement().level, 0);
  illegal().diagnostic = "no";
  illegal().diagnostic_varies = true;
  EXPECT_EQ(statement().profiles[0].diagnostics, (record::DiagnosticCounts{5, 0, 1, 1}));
}

TEST_F(Statements, WaivedDeviationsAreListedAndSaid) {
  fail(legal(), "wrong value", "executed");
  basis_.waivers = {{legal().name, "wrong value", "known since 2020", 0}, {"a2a3/*", "", "elsewhere", 0}};
  const record::Statement all = statement();
  EXPECT_TRUE(all.conforms);
  EXPECT_EQ(all.level, 2);
  EXPECT_EQ(all.waivers[0].waived, 1u);
  EXPECT_EQ(all.waivers[1].waived, 0u);
  EXPECT_EQ(standing(Dimension::semantic).standing, Standing::conforms_with_waivers);
  EXPECT_EQ(all.sentence, "b conforms with waived deviations at level 2 in 9 cases that the spec decides; 1 failing cases are waived.");
  EXPECT_NE(statement_page(all).find("known since 2020"), std::string::npos);
  basis_.waivers[0].kind = "wrong pad";
  EXPECT_FALSE(statement().conforms);
}

TEST_F(Statements, AReducedRunIsNeverACertificate) {
  const auto expect_reduced = [&](const char* why) {
    const record::Statement all = statement();
    EXPECT_EQ(all.kind, PackageKind::reduced) << why;
    EXPECT_EQ(all.level, std::nullopt) << why;
    EXPECT_EQ(all.profiles[0].level, std::nullopt) << why;
    EXPECT_NE(testing::PrintToString(all.reasons).find(why), std::string::npos) << testing::PrintToString(all.reasons);
    EXPECT_EQ(all.sentence.find("conforms at"), std::string::npos);
  };
  ++basis_.cells.feasible;
  expect_reduced("1 of 11 cells have no case");
  --basis_.cells.feasible;
  basis_.cells.unknown = 1;
  expect_reduced("whether 1 cells can be filled");
  basis_.cells.unknown = 0;
  legal().judgement = Judgement::not_run;
  expect_reduced("1 of 10 cases were not run");
  legal().judgement = Judgement::pass;
  basis_.run.instructions.pop_back();
  expect_reduced("instructions left out: TPARTADD");
  basis_.run.instructions.push_back("TPARTADD");
  proofs_.obligations[0].status = "refuted";
  expect_reduced("refuted");
  proofs_.obligations[0].dispute = "d";
  EXPECT_EQ(statement().kind, PackageKind::certificate);
  proofs_.cells = {{"c", "TMULS", "a5", "unknown", {}}};
  expect_reduced("open");
  basis_.proofs = nullptr;
  expect_reduced("not proved");
  basis_.proofs = &proofs_;
  proofs_.cells.clear();
  basis_.run.profiles.push_back(Profile::strict);
  expect_reduced("strict");
}

TEST_F(Statements, NothingRanIsNoConformance) {
  for (Result& result : results_) {
    result.judgement = Judgement::not_supported;
    result.outcome.clear();
  }
  EXPECT_FALSE(statement().conforms);
  EXPECT_EQ(statement().sentence, "b: nothing ran.");
  EXPECT_EQ(statement().level, std::nullopt);
}

TEST_F(Statements, TheLevelIsTheLeastOfTheProfiles) {
  basis_.run.profiles = {Profile::a2a3, Profile::a5};
  const std::size_t count = results_.size();
  for (std::size_t i = 0; i < count; ++i) {
    Result copy = results_[i];
    copy.profile = Profile::a2a3;
    if (i == 0) fail(copy, "wrong value", "executed");
    results_.push_back(copy);
  }
  const record::Statement all = statement();
  EXPECT_EQ(all.profiles[0].level, 1);
  EXPECT_EQ(all.profiles[1].level, 2);
  EXPECT_EQ(all.level, 1);
}

TEST_F(Statements, ThePageLetsNoMarkupThrough) {
  basis_.run.backend = "x|<script>*a*";
  const std::string page = statement_page(statement());
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("x\\|&lt;script&gt;"), std::string::npos);
}

}  // namespace
}  // namespace pto_cts::reports
