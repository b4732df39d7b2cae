// SPDX-License-Identifier: MIT
// Every mutant: how many findings it gives, and how small their cases are, against bounds written by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/mutants/mutants.h"

namespace pto_cts {
namespace {

constexpr std::uint64_t kCases = 6'000;
constexpr std::uint64_t kSeed = 7;

struct Bound {
  std::uint64_t tile_bytes = 0, valid_elements = 0, non_zero = 0;
};

std::map<std::string, Bound> bounds() {
  std::map<std::string, Bound> all;
  std::ifstream file(BOUNDS);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string id;
    Bound bound;
    words >> id >> bound.tile_bytes >> bound.valid_elements >> bound.non_zero;
    EXPECT_TRUE(words) << line;
    EXPECT_TRUE(all.emplace(id, bound).second) << id << " twice";
  }
  return all;
}

// The cases of one campaign, made once for all mutants.
class Campaign {
 public:
  Campaign()
      : plan_(suite_, mnemonics(), {Profile::cpu_sim, Profile::a2a3, Profile::a5, Profile::strict}, kCases,
              {PTO_CTS_CATALOGUE, {}}) {
    for (const campaign::PlannedCase& planned : plan_.cases()) cases_.push_back(plan_.generate(planned, kSeed));
  }

  // Of the cases whose place in the plan leaves that rest when divided by `parts`.
  std::vector<minimise::Found> findings_of(const mutants::MutantInfo& mutant, std::size_t part = 0, std::size_t parts = 1) const {
    const auto backend = campaign::open_backend(suite_, "mutant:" + mutant.id);
    judge::Judge judge(*backend);
    std::vector<minimise::Failure> failures;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (i % parts != part) continue;
      const Case& subject = *cases_[i].subject;
      const std::vector<std::string>& affected = mutant.instructions;
      if (std::find(affected.begin(), affected.end(), subject.tuple.mnemonic) == affected.end()) continue;
      // The others are the certified ones, as in a campaign.
      if (subject.profile == Profile::strict && mutant.shows_on != Profile::strict) continue;
      const judge::Judged judged = judge.judge({suite_.find(subject.tuple.mnemonic), &subject, cases_[i].expectation.get()});
      if (judged.judgement != judge::Judgement::fail) continue;
      failures.push_back(minimise::failure_of(subject, judged));
      failures.back().plan_index = i;
    }
    minimise::Scene scene;
    scene.backend = backend.get();
    scene.instructions = &suite_.instructions();
    scene.remake = [&](const minimise::Failure& failure) { return *cases_[failure.plan_index].subject; };
    scene.saved_as = [](const minimise::Failure&) { return std::string(); };
    return minimise::find(scene, failures, {}).found;
  }

 private:
  std::vector<std::string> mnemonics() const {
    std::vector<std::string> all;
    for (const terms::Instruction& instruction : suite_.instructions()) all.push_back(instruction.mnemonic);
    return all;
  }

  campaign::Suite suite_;
  campaign::Plan plan_;
  std::vector<generators::Generated> cases_;
};

const Campaign& campaign() {
  static const Campaign made;
  return made;
}

TEST(Minimise, EachMutantGivesFewFindingsWithSmallCases) {
  const std::map<std::string, Bound> known = bounds();
  std::size_t with_one = 0;
  for (const mutants::MutantInfo& mutant : mutants::mutants()) {
    SCOPED_TRACE(mutant.id);
    const auto bound = known.find(mutant.id);
    const std::vector<minimise::Found> found = campaign().findings_of(mutant);
    for (const minimise::Found& one : found) {
      const record::Finding& finding = one.finding;
      EXPECT_TRUE(finding.minimality.complete);
      if (bound == known.end()) continue;
      EXPECT_LE(finding.tile_bytes, bound->second.tile_bytes) << finding.tuple;
      EXPECT_LE(finding.valid_elements, bound->second.valid_elements) << finding.tuple;
      EXPECT_LE(finding.non_zero, bound->second.non_zero) << finding.tuple;
    }
    EXPECT_NE(bound, known.end()) << "has no bound in bounds.txt";
    EXPECT_GE(found.size(), 1u);
    EXPECT_LE(found.size(), 3u);
    with_one += found.size() == 1;
  }
  EXPECT_GE(with_one * 10, mutants::mutants().size() * 9) << with_one << " mutants give one finding";
  EXPECT_EQ(known.size(), mutants::mutants().size());
}

TEST(Minimise, ShardsGiveFindingsOfTheSameIdsAndSizesThatAddUp) {
  for (const mutants::MutantInfo& mutant : mutants::mutants()) {
    if (mutant.id != "tfillpad-finite-max" && mutant.id != "tpartadd-copies-skipped" && mutant.id != "tmuls-accepts-any-capacity" &&
        mutant.id != "tgatherb-crashes")
      continue;
    SCOPED_TRACE(mutant.id);
    std::vector<std::vector<record::Finding>> shards(2);
    std::vector<record::Finding> whole;
    for (const minimise::Found& found : campaign().findings_of(mutant)) whole.push_back(found.finding);
    for (std::size_t part = 0; part < shards.size(); ++part)
      for (const minimise::Found& found : campaign().findings_of(mutant, part, shards.size())) shards[part].push_back(found.finding);
    const std::vector<record::Finding> merged = record::merge_findings(shards);
    ASSERT_EQ(merged.size(), whole.size());
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(merged[i].id, whole[i].id);
      EXPECT_EQ(merged[i].cases, whole[i].cases);
      EXPECT_EQ(merged[i].instructions, whole[i].instructions);
      EXPECT_EQ(merged[i].members, whole[i].members);
      EXPECT_EQ(merged[i].tuple, whole[i].tuple);
    }
  }
}

}  // namespace
}  // namespace pto_cts
