// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "common.h"
#include "pto_cts/record/case_file.h"

namespace pto_cts::campaign::plan_test {
namespace {

using generators::CellKind;

const std::vector<std::string> kCheap = {"TFILLPAD_EXPAND"};

Plan cheap_plan(std::uint64_t cases) { return Plan(default_suite(), kCheap, {Profile::a5}, cases); }

using Identity = std::tuple<std::size_t, std::size_t, std::uint64_t>;
std::set<Identity> identities(const Plan& plan) {
  std::set<Identity> all;
  for (const PlannedCase& planned : plan.cases()) all.insert({planned.domain, planned.cell, planned.k});
  return all;
}

TEST(Plan, HasExactlyTheCasesAskedFor) {
  for (const std::uint64_t cases : {1u, 2u, 7u, 100u, 470u, 471u, 1001u, 20'011u}) {
    const Plan plan = cheap_plan(cases);
    EXPECT_EQ(plan.cases().size(), cases);
    EXPECT_EQ(identities(plan).size(), cases) << "a case is planned twice";
  }
}

TEST(Plan, SharesTheTotalAmongInstructionsAndProfiles) {
  for (const std::uint64_t cases : {1u, 3u, 1000u}) {
    const Plan plan(default_suite(), {"TFILLPAD_EXPAND", "TGATHERB"}, {Profile::a2a3, Profile::a5}, cases);
    EXPECT_EQ(plan.cases().size(), cases);
    ASSERT_EQ(plan.domains().size(), 4u);
    std::map<std::size_t, std::uint64_t> of_domain;
    for (const PlannedCase& planned : plan.cases()) ++of_domain[planned.domain];
    for (const auto& [domain, count] : of_domain) {
      EXPECT_GE(count, cases / 4);
      EXPECT_LE(count, cases / 4 + 1);
    }
  }
}

TEST(Plan, SixInTenAreLegalAndThreeIllegal) {
  const Plan plan = cheap_plan(5000);
  std::map<CellKind, int> of_kind;
  for (const PlannedCase& planned : plan.cases())
    if (planned.cell != PlannedCase::kExample) ++of_kind[plan.domains()[0].cells()[planned.cell].kind];
  EXPECT_NEAR(of_kind[CellKind::legal], 3000, 5);
  EXPECT_NEAR(of_kind[CellKind::reject], 1500, 5);
  EXPECT_NEAR(of_kind[CellKind::target], 500, 5);
}

// The witness of every clause that can be broken alone runs, in a small campaign as well.
TEST(Plan, RunsEveryWitness) {
  for (const std::uint64_t cases : {40u, 100u, 2000u}) {
    const Plan plan = cheap_plan(cases);
    const auto all = identities(plan);
    std::size_t alone = 0;
    for (const generators::Cell& cell : plan.domains()[0].cells())
      if (cell.kind == CellKind::reject && cell.broken.size() == 1) {
        ++alone;
        EXPECT_TRUE(all.count({0, cell.number, 0})) << cell.id << " in " << cases;
      }
    EXPECT_GT(alone, 10u);
  }
}

// The smallest tuple of a legal cell is its first case, and never its only one.
TEST(Plan, ALegalCellNeverHasItsSmallestTupleAlone) {
  for (const std::uint64_t cases : {100u, 600u, 5000u}) {
    const Plan plan = cheap_plan(cases);
    const auto all = identities(plan);
    int alone = 0, first = 0;
    for (const generators::Cell& cell : plan.domains()[0].cells()) {
      if (cell.kind != CellKind::legal) continue;
      const bool has_first = all.count({0, cell.number, 0}) > 0, has_second = all.count({0, cell.number, 1}) > 0;
      alone += has_first && !has_second;
      first += has_first;
    }
    EXPECT_EQ(alone, 0) << cases;
    EXPECT_EQ(first > 0, cases == 5000u) << cases;
  }
}

TEST(Plan, SpreadsEachKindEvenlyOverItsCells) {
  const Plan plan = cheap_plan(5000);
  std::map<std::size_t, std::uint64_t> of_cell;
  for (const PlannedCase& planned : plan.cases())
    if (planned.cell != PlannedCase::kExample) ++of_cell[planned.cell];
  const auto& cells = plan.domains()[0].cells();
  for (const CellKind kind : {CellKind::legal, CellKind::reject, CellKind::target}) {
    std::uint64_t least = UINT64_MAX, most = 0;
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      if (cells[cell].kind != kind) continue;
      least = std::min(least, of_cell[cell]);
      most = std::max(most, of_cell[cell]);
    }
    if (most == 0) continue;
    EXPECT_LE(most - least, 1u) << name(kind);
  }
}

// Each cell's cases are the first of that cell, without a gap.
TEST(Plan, TakesTheFirstCasesOfEachCell) {
  const Plan plan = cheap_plan(3000);
  std::map<std::size_t, std::uint64_t> next;
  for (const PlannedCase& planned : plan.cases()) EXPECT_EQ(planned.k, next[planned.cell]++);
}

TEST(Plan, ALargerCampaignRunsEveryCaseOfASmallerOne) {
  std::set<Identity> smaller;
  for (const std::uint64_t cases : {5u, 50u, 51u, 300u, 301u, 777u, 3000u}) {
    const Plan plan = cheap_plan(cases);
    const std::set<Identity> larger = identities(plan);
    std::vector<Identity> lost;
    std::set_difference(smaller.begin(), smaller.end(), larger.begin(), larger.end(), std::back_inserter(lost));
    EXPECT_TRUE(lost.empty()) << lost.size() << " of " << smaller.size() << " cases are gone with --cases " << cases;
    smaller = larger;
  }
}

TEST(Plan, ACaseIsAFunctionOfSeedCellAndNumber) {
  const Plan& plan = plan_of("TFILLPAD_EXPAND");
  const Plan larger = cheap_plan(4000);
  const std::set<Identity> common = identities(larger);
  int compared = 0, changed = 0;
  for (const PlannedCase& planned : plan.cases()) {
    if (!common.count({planned.domain, planned.cell, planned.k})) continue;
    const generators::Generated here = plan.generate(planned, 1), there = larger.generate(planned, 1);
    EXPECT_EQ(here.subject->name, there.subject->name);
    EXPECT_EQ(record::case_hash(*here.subject), record::case_hash(*there.subject));
    changed += record::case_hash(*plan.generate(planned, 2).subject) != record::case_hash(*here.subject);
    if (++compared == 100) break;
  }
  EXPECT_EQ(compared, 100);
  EXPECT_GT(changed, 90);
}

TEST(Plan, NamesArePathsAndUnique) {
  const Plan& plan = plan_of("TFILLPAD_EXPAND");
  std::set<std::string> names;
  for (const PlannedCase& planned : plan.cases()) {
    const std::string name = plan.generate(planned, 1).subject->name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_TRUE(name.starts_with("a5/tfillpad_expand/")) << name;
    const std::string cell = plan.cell_id(planned);
    EXPECT_NE(name.find("/" + cell), std::string::npos) << name << " is not of cell " << cell;
  }
}

struct KnownExample {
  const char* mnemonic;
  const char* id;
  const char* broken;  // empty where legal
};

// What the seed pages' own examples are under the pages' own rules.
constexpr KnownExample kExamples[] = {
    {"TMULS", "example/tmuls/auto", ""},
    {"TMULS", "example/tmuls/manual", ""},
    {"TMULS", "example/tile/static-mask", "capacity"},
    {"TMULS", "example/tile/dynamic-mask", "capacity"},
    {"TPARTADD", "example/tpartadd/auto", ""},
    {"TPARTADD", "example/tpartadd/manual", ""},
    {"TGATHERB", "example/tgatherb/auto", "capacity"},
    {"TGATHERB", "example/tgatherb/manual", "capacity"},
    {"TFILLPAD", "example/tfillpad/example1", ""},
    {"TFILLPAD", "example/tfillpad/example2", ""},
};

TEST(Plan, ExamplesOfThePagesHaveTheVerdictOfTheRules) {
  for (const KnownExample& known : kExamples) {
    const Plan& plan = plan_of(known.mnemonic);
    bool found = false;
    for (const PlannedCase& planned : plan.cases()) {
      if (plan.cell_id(planned) != known.id) continue;
      found = true;
      EXPECT_EQ(planned.cell, PlannedCase::kExample);
      const generators::Generated generated = plan.generate(planned, 1);
      EXPECT_EQ(generated.expectation == nullptr, known.broken[0] != '\0') << known.id;
      EXPECT_EQ(generated.subject->twin != nullptr, known.broken[0] != '\0') << known.id;
      EXPECT_EQ(generated.subject->broken.empty(), known.broken[0] == '\0') << known.id;
      if (known.broken[0] == '\0') continue;
      bool named = false;
      for (const std::string& clause : generated.subject->broken) named |= clause.find(known.broken) != std::string::npos;
      EXPECT_TRUE(named) << known.id << " breaks " << testing::PrintToString(generated.subject->broken);
    }
    EXPECT_TRUE(found) << known.id << " is not planned";
  }
}

TEST(Plan, ExamplesComeFirstAndAreTheSameUnderEverySeed) {
  const Plan& plan = plan_of("TMULS");
  const std::size_t count = plan.domains()[0].instruction().examples.size();
  ASSERT_GE(count, 4u);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(plan.cases()[i].cell, PlannedCase::kExample);
    EXPECT_EQ(record::case_hash(*plan.generate(plan.cases()[i], 1).subject),
              record::case_hash(*plan.generate(plan.cases()[i], 99).subject));
  }
}

}  // namespace
}  // namespace pto_cts::campaign::plan_test
