// SPDX-License-Identifier: MIT
// What campaigns say about right and wrong backends.
#include <gtest/gtest.h>

#include <algorithm>

#include "common.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/verified_backend.h"
#include "pto_cts/mutants/mutants.h"
#include "pto_cts/simd/simd_backend.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::campaign::judgement_test {
namespace {

using record::Judgement;

record::Result judge_one(judge::Judge& judge, const Plan& plan, const PlannedCase& planned) {
  const generators::Generated generated = plan.generate(planned, 1);
  const terms::Instruction& instruction = plan.domains()[planned.domain].instruction();
  record::Result result =
      result_of(*generated.subject, instruction, judge.judge(instruction, *generated.subject, generated.expectation.get()));
  result.vacuous = generated.vacuous;
  return result;
}

// As Run does, without planning anew.
std::vector<record::Result> judge_all(backend::Backend& backend, const Plan& plan, judge::Options options = {}) {
  judge::Judge judge(backend, options);
  std::vector<record::Result> results;
  for (const PlannedCase& planned : plan.cases()) results.push_back(judge_one(judge, plan, planned));
  return results;
}

const char* const kInstructions[] = {"TMULS", "TPARTADD", "TGATHERB", "TFILLPAD", "TFILLPAD_EXPAND"};

TEST(Simd, PassesEveryInstruction) {
  const auto simd = open_backend(default_suite(), "simd");
  for (const char* mnemonic : kInstructions) {
    const Plan& plan = plan_of(mnemonic);
    const std::vector<record::Result> results = judge_all(*simd, plan);
    const record::Counts total = record::summarise(results).total;
    for (const record::Result& result : results) {
      EXPECT_NE(result.judgement, Judgement::fail) << result.name << ": " << result.detail;
      EXPECT_FALSE(result.vacuous) << result.name;
      // A case is decided wherever the spec decides it.
      EXPECT_EQ(result.judgement == Judgement::undecided, result.verdict == record::VerdictKind::target_defined)
          << result.name << ": " << result.detail;
    }
    EXPECT_EQ(total.run, plan.cases().size());
    EXPECT_GE(total.pass, plan.cases().size() * 8 / 10);
  }
}

TEST(Simd, PassesTheExamplesOfThePages) {
  const auto simd = open_backend(default_suite(), "simd");
  judge::Judge judge(*simd);
  for (const char* mnemonic : kInstructions) {
    const Plan& plan = plan_of(mnemonic);
    for (const PlannedCase& planned : plan.cases()) {
      if (planned.cell != PlannedCase::kExample) continue;
      const record::Result result = judge_one(judge, plan, planned);
      EXPECT_EQ(result.judgement, Judgement::pass) << result.name << ": " << result.detail;
    }
  }
}

TEST(Interpretation, Block32IsAnotherReadingThanTheKernelsOfSimd) {
  static const Suite block32({"block32"});
  const Plan &as_blocks = plan_of("TGATHERB", block32), &as_elements = plan_of("TGATHERB");
  const auto fails = [](const Suite& suite, const char* backend, const Plan& plan) {
    return record::summarise(judge_all(*open_backend(suite, backend), plan)).total.fail;
  };
  EXPECT_EQ(fails(default_suite(), "simd", as_elements), 0u);
  EXPECT_GT(fails(block32, "simd", as_blocks), 0u);
  EXPECT_EQ(fails(block32, "mutant:tgatherb-gathers-blocks", as_blocks), 0u);
  EXPECT_GT(fails(default_suite(), "mutant:tgatherb-gathers-blocks", as_elements), 0u);
}

// simd, and afterwards garbage in every destination element outside the valid region.
class Scribbler : public backend::Backend {
 public:
  std::string_view name() const override { return "scribbler"; }
  const backend::Capabilities& capabilities() const override { return simd_->capabilities(); }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    simd_->execute(calls, outcomes);
    for (std::size_t i = 0; i < calls.size(); ++i)
      if (outcomes[i].kind == backend::OutcomeKind::executed) scribble(calls[i]);
  }

 private:
  static void scribble(const backend::Call& call) {
    const TileOperand& dst = call.tuple->tiles[0];
    if (!has_sound_layout(dst.tile)) return;
    const LayoutMap map(dst.tile);
    const std::int64_t bytes = element_bytes(dst.tile.dtype);
    for (std::int64_t row = 0; row < dst.tile.rows; ++row)
      for (std::int64_t col = 0; col < dst.tile.cols; ++col) {
        if (row < dst.tile.valid_rows && col < dst.tile.valid_cols) continue;
        std::byte* at = call.storages[static_cast<std::size_t>(dst.storage)].data + map.element_offset(row, col) * bytes;
        for (std::int64_t b = 0; b < bytes; ++b) at[b] ^= std::byte{0x5a};
      }
  }
  std::unique_ptr<backend::Backend> simd_ = simd::make_simd_backend();
};

TEST(Interpretation, PreserveOutsideReportsWritesAndFailsNothing) {
  static const Suite preserving({"preserve-outside"});
  ASSERT_TRUE(preserving.reads("preserve-outside"));
  for (const char* mnemonic : {"TMULS", "TGATHERB"}) {
    const Plan& plan = plan_of(mnemonic, preserving);
    VerifiedBackend scribbler(preserving, std::make_unique<Scribbler>());
    std::uint64_t reported = 0, with_room = 0;
    for (const record::Result& result : judge_all(scribbler, plan, {.report_outside_writes = true})) {
      EXPECT_NE(result.judgement, Judgement::fail) << result.name << ": " << result.detail;
      reported += result.outside_writes.value_or(0) > 0;
      with_room += result.verdict == record::VerdictKind::legal && result.outcome == "executed";
    }
    EXPECT_GT(reported, with_room / 4) << mnemonic;
    for (const record::Result& result : judge_all(*open_backend(preserving, "simd"), plan, {.report_outside_writes = true}))
      EXPECT_FALSE(result.outside_writes) << result.name << ": simd writes nothing there";

    VerifiedBackend unasked(default_suite(), std::make_unique<Scribbler>());
    for (const record::Result& result : judge_all(unasked, plan_of(mnemonic))) {
      EXPECT_NE(result.judgement, Judgement::fail) << result.name << ": " << result.detail;
      EXPECT_FALSE(result.outside_writes) << result.name;
    }
  }
}

// TFILLPAD's whole destination has a meaning: there the same backend is wrong.
TEST(Interpretation, PreserveOutsideDoesNotExcuseFillpad) {
  VerifiedBackend scribbler(default_suite(), std::make_unique<Scribbler>());
  EXPECT_GT(record::summarise(judge_all(scribbler, plan_of("TFILLPAD"))).total.fail, 0u);
}

TEST(Suite, KeepsReadingsSortedAndFindsInstructionsByMnemonic) {
  const Suite suite({"valid-rows", "block32"});
  EXPECT_EQ(suite.readings(), (terms::Readings{"block32", "valid-rows"}));
  EXPECT_TRUE(suite.reads("block32"));
  EXPECT_FALSE(suite.reads("preserve-outside"));
  EXPECT_NE(suite.find("TGATHERB"), nullptr);
  EXPECT_EQ(suite.find("tgatherb"), nullptr);
  EXPECT_EQ(suite.find(""), nullptr);
  EXPECT_EQ(Suite({"block32", "block32"}).readings(), terms::Readings{"block32"}) << "a reading given twice is one";
}

// One of each family of faults. All shows_on a5.
TEST(Mutants, ASampleIsKilledByASmallCampaign) {
  const char* const sample[] = {
      "tmuls-last-column-skipped", "tmuls-f16-truncates",    "tmuls-i16-saturates",         "tmuls-modifies-source",
      "tmuls-accepts-64-bits",     "tmuls-in-place-twice",   "tpartadd-wrong-source",       "tpartadd-writes-before",
      "tpartadd-rejects-partial",  "tgatherb-offset-scaled", "tgatherb-crashes",            "tfillpad-finite-max",
      "tfillpad-boxes-ignored",    "tfillpad-reads-undefined", "tfillpad-writes-and-rejects",
  };
  for (const char* id : sample) {
    const auto& all = mutants::mutants();
    const auto mutant = std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.id == id; });
    ASSERT_NE(mutant, all.end()) << id;
    if (mutant->shows_on != Profile::a5) {
      ADD_FAILURE() << id << " is not seen on a5: choose another one";
      continue;
    }
    const auto backend = open_backend(default_suite(), std::string("mutant:") + id);
    ASSERT_NE(backend, nullptr) << id;
    judge::Judge judge(*backend);
    bool killed = false;
    for (const std::string& mnemonic : mutant->instructions) {
      const Plan& plan = plan_of(mnemonic.c_str());
      for (const PlannedCase& planned : plan.cases()) {
        killed = judge_one(judge, plan, planned).judgement == Judgement::fail;
        if (killed) break;
      }
      if (killed) break;
    }
    EXPECT_TRUE(killed) << id << " survives " << plan_of(mutant->instructions[0].c_str()).cases().size() << " cases";
  }
}

// The verifier in front of a faulty backend that is not about this instruction changes nothing.
TEST(Mutants, AreRightForAllOtherInstructions) {
  const auto backend = open_backend(default_suite(), "mutant:tmuls-f16-truncates");
  EXPECT_EQ(record::summarise(judge_all(*backend, plan_of("TPARTADD"))).total.fail, 0u);
}

}  // namespace
}  // namespace pto_cts::campaign::judgement_test
