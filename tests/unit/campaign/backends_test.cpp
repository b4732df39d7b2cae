// SPDX-License-Identifier: MIT
// Which backends there are, and what the verifier before them lets through.
#include "pto_cts/campaign/backends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "common.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/verified_backend.h"
#include "pto_cts/evaluate/legality.h"

namespace pto_cts::campaign::backends_test {
namespace {

// Executes everything and counts it.
class Obedient : public backend::Backend {
 public:
  explicit Obedient(int& calls) : calls_(calls) {}
  std::string_view name() const override { return "obedient"; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      outcomes[i] = {backend::OutcomeKind::executed, {}};
      ++calls_;
    }
  }

 private:
  backend::Capabilities capabilities_;
  int& calls_;
};

backend::Outcome answer(backend::Backend& backend, const Case& subject) {
  const backend::Call call{&subject.tuple, subject.profile, {}, subject.scalars};
  backend::Outcome outcome;
  backend.execute({&call, 1}, {&outcome, 1});
  return outcome;
}

TEST(Backends, EveryListedOneOpensUnderItsName) {
  std::set<std::string> ids;
  for (const BackendInfo& info : known_backends()) {
    EXPECT_TRUE(ids.insert(info.id).second) << info.id;
    EXPECT_FALSE(info.summary.empty()) << info.id;
    if (info.id.find('<') != std::string::npos) continue;  // stands for many
    const auto backend = open_backend(default_suite(), info.id);
    ASSERT_NE(backend, nullptr) << info.id;
    EXPECT_EQ(backend->name(), info.id);
  }
  EXPECT_TRUE(ids.count("simd"));
  EXPECT_GT(ids.size(), 100u);
}

TEST(Backends, UnknownNamesOpenNothing) {
  for (const char* name : {"", "SIMD", "simd ", "mutant", "mutant:", "mutant:simd", "mutant:tmuls-last-row-skipped ",
                           "tmuls-last-row-skipped", "plugin", "process", "shell:ls"})
    EXPECT_EQ(open_backend(default_suite(), name), nullptr) << name;
}

TEST(Backends, ThatCannotBeHadAreRefusedByName) {
  for (const char* name : {"plugin:none.so", "process:./no-such-program", "recorded:none.bin", "plugin:", "process:", "recorded:"}) {
    try {
      open_backend(default_suite(), name);
      ADD_FAILURE() << name;
    } catch (const backend::CannotOpen& error) {
      const std::string what = name;
      EXPECT_NE(std::string(error.what()).find(what.substr(what.find(':') + 1)), std::string::npos) << error.what();
    }
  }
}

TEST(VerifiedBackend, TakesItsCallsInTwoStepsAsWell) {
  int calls = 0;
  VerifiedBackend backend(default_suite(), std::make_unique<Obedient>(calls));
  EXPECT_FALSE(backend.observability().legality);
  const Plan& plan = plan_of("TMULS");
  std::vector<generators::Generated> cases;
  std::vector<backend::Call> batch;
  for (std::size_t i = 0; i < plan.cases().size(); i += 7) cases.push_back(plan.generate(plan.cases()[i], 3));
  for (const generators::Generated& made : cases)
    batch.push_back({&made.subject->tuple, made.subject->profile, {}, made.subject->scalars});
  std::vector<backend::Outcome> outcomes(batch.size());
  backend.start(batch, outcomes);
  answer(backend, *cases.front().subject);
  backend.finish();
  for (std::size_t i = 0; i < batch.size(); ++i)
    EXPECT_EQ(outcomes[i].kind == backend::OutcomeKind::rejected, !cases[i].subject->broken.empty()) << cases[i].subject->name;
}

TEST(VerifiedBackend, RejectsExactlyTheIllegalTuplesAndNamesTheirClauses) {
  int calls = 0;
  VerifiedBackend backend(default_suite(), std::make_unique<Obedient>(calls));
  int rejected = 0, executed = 0;
  for (const char* mnemonic : {"TMULS", "TPARTADD", "TGATHERB", "TFILLPAD", "TFILLPAD_EXPAND"}) {
    const Plan& plan = plan_of(mnemonic);
    for (const PlannedCase& planned : plan.cases()) {
      const generators::Generated generated = plan.generate(planned, 3);
      const Case& subject = *generated.subject;
      const backend::Outcome outcome = answer(backend, subject);
      if (subject.broken.empty()) {
        EXPECT_EQ(outcome.kind, backend::OutcomeKind::executed) << subject.name << ": " << outcome.diagnostic;
        ++executed;
        continue;
      }
      ASSERT_EQ(outcome.kind, backend::OutcomeKind::rejected) << subject.name;
      for (const std::string& clause : subject.broken)
        EXPECT_NE((outcome.diagnostic + " ").find(" " + clause + " "), std::string::npos)
            << subject.name << ": " << outcome.diagnostic;
      EXPECT_EQ(answer(backend, *subject.twin).kind, backend::OutcomeKind::executed) << subject.name << ", twin";
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 500);
  EXPECT_GT(executed, 1000);
  EXPECT_EQ(calls, executed + rejected) << "kernels saw something else than what was executed";
}

TEST(VerifiedBackend, LetsThroughWhatBreaksOnlyTheIgnoredClause) {
  const Plan& plan = plan_of("TMULS");
  for (const char* ignored : {"tmuls.a5.dtype", "tmuls.tile.capacity", "tmuls.valid-cols"}) {
    SCOPED_TRACE(ignored);
    ASSERT_NE(default_suite().find("TMULS")->find_clause(ignored), nullptr);
    int calls = 0, only_it = 0, it_and_more = 0;
    VerifiedBackend backend(default_suite(), std::make_unique<Obedient>(calls), ignored);
    for (const PlannedCase& planned : plan.cases()) {
      const generators::Generated generated = plan.generate(planned, 3);
      const std::vector<std::string>& broken = generated.subject->broken;
      const backend::Outcome outcome = answer(backend, *generated.subject);
      const bool alone = broken == std::vector<std::string>{ignored};
      only_it += alone;
      it_and_more += broken.size() > 1 && std::count(broken.begin(), broken.end(), ignored);
      EXPECT_EQ(outcome.kind == backend::OutcomeKind::executed, broken.empty() || alone) << generated.subject->name;
      EXPECT_EQ((outcome.diagnostic + " ").find(" " + std::string(ignored) + " "), std::string::npos);
    }
    EXPECT_GT(only_it, 0);
  }
}

TEST(VerifiedBackend, JudgesEveryCallOfABatchByItself) {
  const Plan& plan = plan_of("TFILLPAD_EXPAND");
  std::vector<generators::Generated> cases;
  for (std::size_t i = 0; i < plan.cases().size(); i += 7) cases.push_back(plan.generate(plan.cases()[i], 1));
  std::vector<backend::Call> calls;
  for (const auto& generated : cases)
    calls.push_back({&generated.subject->tuple, Profile::a5, {}, generated.subject->scalars});
  std::vector<backend::Outcome> outcomes(calls.size());
  int executed = 0;
  VerifiedBackend backend(default_suite(), std::make_unique<Obedient>(executed));
  backend.execute(calls, outcomes);
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(outcomes[i].kind == backend::OutcomeKind::rejected, !cases[i].subject->broken.empty());
}

TEST(VerifiedBackend, RejectsAnInstructionThatTheSpecDoesNotKnow) {
  int calls = 0;
  VerifiedBackend backend(default_suite(), std::make_unique<Obedient>(calls));
  Case subject;
  subject.tuple.mnemonic = "TNOTHING";
  EXPECT_EQ(answer(backend, subject).kind, backend::OutcomeKind::rejected);
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace pto_cts::campaign::backends_test
