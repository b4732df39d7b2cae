// SPDX-License-Identifier: MIT
// What a search keeps, where it ends, and how causes are told apart.
#include <gtest/gtest.h>

#include <set>

#include "broken_backends.h"
#include "factors.h"
#include "pto_cts/campaign/suite.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/minimise/findings.h"

namespace pto_cts {
namespace {

using judge::FailKind;

const terms::Instruction& instruction(const char* mnemonic) {
  static const campaign::Suite suite;
  return *suite.find(mnemonic);
}

// Failing cases of the instruction on a5, as a campaign would meet them.
struct Failing {
  std::vector<generators::Generated> cases;
  std::vector<minimise::Failure> failures;
};

Failing failing(const char* mnemonic, backend::Backend& backend, std::size_t at_most) {
  const terms::Instruction& of = instruction(mnemonic);
  const generators::Domain domain(of, Profile::a5);
  judge::Judge judge(backend);
  Failing all;
  for (const generators::Cell& cell : domain.cells()) {
    if (cell.kind != generators::CellKind::legal || all.failures.size() >= at_most) continue;
    generators::Generated made = domain.generate(cell, 3, 1);
    const judge::Judged judged = judge.judge({&of, made.subject.get(), made.expectation.get()});
    if (judged.judgement != judge::Judgement::fail) continue;
    all.failures.push_back(minimise::failure_of(*made.subject, judged));
    all.failures.back().plan_index = all.cases.size();
    all.cases.push_back(std::move(made));
  }
  return all;
}

std::vector<record::Finding> findings(backend::Backend& backend, const Failing& failing, const minimise::Wishes& wishes = {}) {
  static const campaign::Suite suite;
  minimise::Scene scene;
  scene.backend = &backend;
  scene.instructions = &suite.instructions();
  scene.remake = [&](const minimise::Failure& failure) { return *failing.cases[failure.plan_index].subject; };
  scene.saved_as = [](const minimise::Failure&) { return std::string(); };
  std::vector<record::Finding> all;
  minimise::Causes causes = minimise::find(scene, failing.failures, wishes);
  for (minimise::Found& found : causes.found) all.push_back(std::move(found.finding));
  return all;
}

const record::Factor* factor(const record::Finding& finding, const std::string& name) {
  for (const record::Factor& one : finding.factors)
    if (one.name == name) return &one;
  return nullptr;
}

TEST(Search, TriesOnlyCasesThatTheSpecJudgesAlikeAndEndsWhereNoneFails) {
  for (const char* mnemonic : {"TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB"}) {
    SCOPED_TRACE(mnemonic);
    const terms::Instruction& of = instruction(mnemonic);
    const generators::Domain domain(of, Profile::a5);
    const generators::Shrinker shrinker(of, Profile::a5, 3);
    int shrunk_cases = 0;
    for (std::size_t i = 0; i < domain.cells().size(); i += 29) {
      const Case subject = *domain.generate(domain.cells()[i], 5, 1).subject;
      const evaluate::Verdict wanted = evaluate::verdict(of, subject);
      const generators::Simplicity cost = generators::simplicity(of, subject);
      // "Fails" where the destination has an even number of rows: a fault that keeps larger tiles failing.
      std::set<const Case*> failed;
      const auto fails = [](const Case& one) { return one.tuple.tiles.front().tile.rows % 2 == 0; };
      if (!fails(subject)) continue;
      const generators::TryCases try_cases = [&](std::span<const generators::CasePtr> candidates) {
        std::vector<generators::Trial> trials;
        for (const generators::CasePtr& one : candidates) {
          const evaluate::Verdict verdict = evaluate::verdict(of, *one);
          EXPECT_EQ(verdict.legality, wanted.legality);
          EXPECT_EQ(verdict.clauses, wanted.clauses);
          EXPECT_EQ(verdict.reasons, wanted.reasons);
          EXPECT_LT(generators::simplicity(of, *one), cost);
          EXPECT_EQ(one->profile, subject.profile);
          if (wanted.legality == evaluate::Legality::illegal) {
            EXPECT_TRUE(one->twin);
            EXPECT_EQ(evaluate::verdict(of, one->twin ? *one->twin : *one).legality, evaluate::Legality::legal);
          }
          trials.push_back({.fails_alike = fails(*one)});
        }
        return trials;
      };
      const generators::Shrunk shrunk = shrinker.shrink(subject, {.fails_alike = true}, try_cases);
      EXPECT_TRUE(shrunk.complete);
      EXPECT_TRUE(fails(*shrunk.smallest));
      for (const generators::CasePtr& neighbour : shrunk.neighbours) {
        EXPECT_FALSE(fails(*neighbour));
        EXPECT_LT(generators::simplicity(of, *neighbour), generators::simplicity(of, *shrunk.smallest));
      }
      ++shrunk_cases;
    }
    EXPECT_GT(shrunk_cases, 5);
  }
}

TEST(Search, ABudgetOfRunsIsKeptAndSaidToHaveEndedIt) {
  Broken backend([](const backend::Call& call, backend::Outcome&) { flip_first(call); });
  const Failing all = failing("TMULS", backend, 3);
  ASSERT_FALSE(all.failures.empty());
  minimise::Bench bench(backend);
  const generators::Shrinker shrinker(instruction("TMULS"), Profile::a5, bench.batch());
  const minimise::Minimal minimal = minimise::minimise(instruction("TMULS"), shrinker, bench, *all.cases.front().subject,
                                                       all.failures.front().kind, {.time = std::chrono::seconds(100), .runs = 8});
  EXPECT_FALSE(minimal.complete);
  EXPECT_LE(minimal.tried, 16u);
}

TEST(Search, AFaultThatComesAndGoesIsShrunkAndCalledFlaky) {
  std::uint64_t state = 12345;
  // The same in both runs of a case and in what is done to tell why they differ, but not in the next case.
  Broken backend([&](const backend::Call& call, backend::Outcome&) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if (state >> 62 == 0) flip_first(call);
  });
  const Failing all = failing("TMULS", backend, 12);
  ASSERT_FALSE(all.failures.empty());
  const std::vector<record::Finding> found = findings(backend, all);
  ASSERT_FALSE(found.empty());
  EXPECT_LT(found.front().failed, found.front().repeated);
  EXPECT_GT(found.front().failed, 0u);
  EXPECT_LE(found.front().tile_bytes, 2048u);
}

TEST(Search, TwoFaultsInDifferentTypesAreTwoFindings) {
  // i16 fails in its first column, f32 in place alone: neither fails where the other does.
  Broken backend([](const backend::Call& call, backend::Outcome&) {
    const std::vector<TileOperand>& tiles = call.tuple->tiles;
    const bool in_place = tiles[0].storage == tiles[1].storage;
    if (tiles[0].tile.dtype == DType::i16 || (tiles[0].tile.dtype == DType::f32 && in_place)) flip_first(call);
  });
  const Failing all = failing("TMULS", backend, 400);
  const std::vector<record::Finding> found = findings(backend, all);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NE(found[0].id, found[1].id);
  // In place, i16 fails as well: of the first fault.
  std::set<std::vector<std::string>> dtypes;
  for (const record::Finding& finding : found) {
    ASSERT_TRUE(factor(finding, "dtype"));
    dtypes.insert(factor(finding, "dtype")->fails);
  }
  EXPECT_EQ(dtypes, (std::set<std::vector<std::string>>{{"i16"}, {"i16", "f32"}}));
  EXPECT_EQ(found[0].cases + found[1].cases, all.failures.size());
}

TEST(Search, FactorsSayWhatMatters) {
  Broken backend([](const backend::Call& call, backend::Outcome&) {
    const TileDesc& tile = call.tuple->tiles.front().tile;
    if (tile.valid_cols >= 3 && tile.pad != PadValue::Min && is_float(tile.dtype)) flip_first(call);
  });
  const std::vector<record::Finding> found = findings(backend, failing("TFILLPAD", backend, 60));
  ASSERT_EQ(found.size(), 1u);
  const record::Finding& finding = found.front();
  EXPECT_EQ(factor(finding, "dtype")->fails, (std::vector<std::string>{"f16", "bf16", "f32"}));
  EXPECT_EQ(factor(finding, "dst.valid-cols")->passes, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(factor(finding, "pad")->passes, std::vector<std::string>{"Min"});
  EXPECT_EQ(factor(finding, "pad")->fails, (std::vector<std::string>{"Zero", "Max"}));
  EXPECT_NE(finding.statement.find("dst.valid-cols at least 3"), std::string::npos) << finding.statement;
  EXPECT_NE(finding.statement.find("any shape"), std::string::npos) << finding.statement;
  EXPECT_EQ(finding.minimality.least_bytes, true);
  EXPECT_EQ(finding.tile_bytes, 1024u);
}

TEST(Search, WhatAMemberContradictsIsNotSaid) {
  const std::vector<record::Factor> factors = {{"dtype", {"f16"}, {"f32"}}, {"src.valid-rows", {"1"}, {"2", "3"}},
                                               {"rows", {"8", "16"}, {}},   {"columns", {"8", "16"}, {}},
                                               {"payload", {"ties"}, {"random"}}};
  Tuple smallest;
  const TileDesc tile = default_tile(TileType::Vec, DType::f16, 16, 16);
  smallest.tiles = {{"dst", Role::out, tile, 0}, {"src", Role::in, tile, 1}};
  smallest.tiles[1].tile.valid_rows = 1;
  Tuple other = smallest;
  other.tiles[1].tile.valid_rows = 7;
  using minimise::Seen;
  EXPECT_EQ(minimise::statement(factors, smallest, {Seen{&smallest, Profile::a5}}), "dtype f16 only; src.valid-rows 1; any shape");
  EXPECT_EQ(minimise::statement(factors, smallest, {Seen{&smallest, Profile::a5}, Seen{&other, Profile::a5}}), "dtype f16 only; any shape");
  EXPECT_EQ(minimise::statement({}, smallest, {Seen{&smallest, Profile::a5}}), "");
}

TEST(Search, WhatTheBackendDoesNotSupportIsNotSaidToPass) {
  Broken backend([](const backend::Call& call, backend::Outcome&) { flip_first(call); });
  backend.allowed.profiles = {Profile::a5};
  backend.allowed.dtypes = {DType::f32, DType::i32};
  const std::vector<record::Finding> found = findings(backend, failing("TMULS", backend, 10));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_FALSE(factor(found.front(), "profile"));
  ASSERT_TRUE(factor(found.front(), "dtype"));
  EXPECT_EQ(factor(found.front(), "dtype")->fails, (std::vector<std::string>{"i32", "f32"}));
  EXPECT_TRUE(factor(found.front(), "dtype")->passes.empty());
}

TEST(Search, WithoutTimeEachFamilyIsOneFindingAsItIs) {
  Broken backend([](const backend::Call& call, backend::Outcome&) { flip_first(call); });
  const Failing all = failing("TMULS", backend, 20);
  const std::uint64_t before = backend.executed;
  const std::vector<record::Finding> found = findings(backend, all, {.each = {}, .all = std::chrono::seconds(0)});
  EXPECT_EQ(backend.executed, before);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().cases, all.failures.size());
  EXPECT_FALSE(found.front().minimality.complete);
}

TEST(Families, KindsThatWereSeenTogetherAreOneAndTuplesGoToTheClauseThatIsNotChecked) {
  const auto failure = [](std::uint64_t index, FailKind kind, std::vector<FailKind> also, std::vector<std::string> clauses = {}) {
    minimise::Failure one;
    one.plan_index = index;
    one.tuple.mnemonic = "T";
    one.kind = kind;
    one.other_kinds = std::move(also);
    one.verdict.clauses = std::move(clauses);
    return one;
  };
  const std::vector<minimise::Failure> all = {
      failure(0, FailKind::wrong_value, {}),
      failure(1, FailKind::wrong_pad, {FailKind::wrong_value}),
      failure(2, FailKind::crashed, {}),
      failure(3, FailKind::illegal_accepted, {}, {"t.a", "t.b"}),
      failure(4, FailKind::illegal_accepted, {}, {"t.b"}),
      failure(5, FailKind::illegal_accepted, {}, {"t.c"}),
      failure(6, FailKind::wrong_value, {}),
      failure(7, FailKind::over_rejection, {FailKind::wrong_value}),  // In another build.
  };
  const std::vector<minimise::Family> families = minimise::families(all);
  std::set<std::vector<std::uint64_t>> members;
  for (const minimise::Family& family : families) {
    std::vector<std::uint64_t> indices;
    for (const minimise::Failure* one : family.members) indices.push_back(one->plan_index);
    members.insert(std::move(indices));
  }
  EXPECT_EQ(members, (std::set<std::vector<std::uint64_t>>{{0, 1, 6}, {2}, {3, 4}, {5}, {7}}));
}

}  // namespace
}  // namespace pto_cts
