// SPDX-License-Identifier: MIT
// Every mutant: how many findings it gives, and how small their cases are, against bounds written by hand.
#include <gtest/gtest.h>

#include <chrono>
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

constexpr std::uint64_t kCases = 12'000;
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
  Campaign() : plan_(suite_, mnemonics(), {Profile::cpu_sim, Profile::a2a3, Profile::a5, Profile::strict}, kCases) {
    for (const campaign::PlannedCase& planned : plan_.cases()) cases_.push_back(plan_.generate(planned, kSeed));
  }

  std::vector<minimise::Found> findings_of(const mutants::MutantInfo& mutant, bool first_half_only) const {
    const auto backend = campaign::open_backend(suite_, "mutant:" + mutant.id);
    judge::Judge judge(*backend);
    std::vector<minimise::Failure> failures;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      if (first_half_only && i % 2 != 0) continue;
      const Case& subject = *cases_[i].subject;
      const std::vector<std::string>& affected = mutant.instructions;
      if (std::find(affected.begin(), affected.end(), subject.tuple.mnemonic) == affected.end()) continue;
      // The others are the certified ones, as in a campaign.
      if (subject.profile == Profile::strict && mutant.shows_on != Profile::strict) continue;
      const judge::Judged judged = judge.judge({suite_.find(subject.tuple.mnemonic), &subject, cases_[i].expectation.get()});
      if (judged.judgement != judge::Judgement::fail) continue;
      failures.push_back({i, subject.name, subject.profile, subject.tuple, *judged.kind, judged.other_kinds, judged.verdict});
    }
    minimise::Scene scene;
    scene.backend = backend.get();
    scene.instructions = &suite_.instructions();
    scene.remake = [&](const minimise::Failure& failure) { return *cases_[failure.plan_index].subject; };
    scene.saved_as = [](const minimise::Failure&) { return std::string(); };
    return minimise::find(scene, failures, {});
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

TEST(Minimise, EachMutantGivesFewFindingsWithSmallCases) {
  const Campaign campaign;
  const std::map<std::string, Bound> known = bounds();
  std::size_t with_one = 0;
  for (const mutants::MutantInfo& mutant : mutants::mutants()) {
    SCOPED_TRACE(mutant.id);
    const auto bound = known.find(mutant.id);
    const std::vector<minimise::Found> found = campaign.findings_of(mutant, false);
    for (const minimise::Found& one : found) {
      const record::Finding& finding = one.finding;
      if (getenv("SHOW")) printf("%-36s %5lu %4lu %2lu  %s | %s | %s | %lu\n", mutant.id.c_str(), finding.tile_bytes, finding.valid_elements, finding.non_zero, finding.id.c_str(), finding.statement.c_str(), finding.tuple.c_str(), finding.cases);
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

}  // namespace
}  // namespace pto_cts
