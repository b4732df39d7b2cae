// SPDX-License-Identifier: MIT
#include "pto_cts/mutants/mutants.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "calls.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {
namespace mutants {
void PrintTo(const MutantInfo& info, std::ostream* out) {
  *out << info.id;
}
}  // namespace mutants

namespace {

using mutants::MutantInfo;

constexpr const char* kInstructions[] = {"TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB", "TMULS", "TPARTADD"};

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

TEST(Mutants, AreManyAndNamed) {
  std::set<std::string> ids;
  for (const MutantInfo& info : mutants::mutants()) {
    EXPECT_TRUE(ids.insert(info.id).second) << info.id << " twice";
    EXPECT_EQ(info.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos) << info.id;
    ASSERT_FALSE(info.instructions.empty()) << info.id;
    EXPECT_TRUE(info.id.starts_with(lower(info.instructions[0]).substr(0, info.id.find('-')) + "-")) << info.id;
    EXPECT_FALSE(info.summary.empty()) << info.id;
    for (const std::string& mnemonic : info.instructions)
      EXPECT_NE(std::find(std::begin(kInstructions), std::end(kInstructions), mnemonic), std::end(kInstructions))
          << info.id;
  }
  EXPECT_GE(ids.size(), 30u);
}

TEST(Mutants, NameTheClauseTheyIgnoreAndAProfileItRulesOn) {
  std::set<std::string> clauses;
  for (const MutantInfo& info : mutants::mutants()) {
    const std::string& clause = info.ignored_clause;
    if (clause.empty()) continue;
    clauses.insert(clause);
    EXPECT_EQ(info.instructions.size(), 1u) << info.id;
    EXPECT_TRUE(clause.starts_with(lower(info.instructions[0]) + ".")) << info.id;
    for (const Profile profile : kCertifiedProfiles)
      EXPECT_TRUE(clause.find("." + std::string(name(profile)) + ".") == std::string::npos || info.shows_on == profile)
          << info.id;
  }
  EXPECT_GE(clauses.size(), 8u);
}

TEST(Mutants, AreMadeByName) {
  for (const MutantInfo& info : mutants::mutants()) {
    const auto mutant = mutants::make_mutant(info.id);
    ASSERT_NE(mutant, nullptr) << info.id;
    EXPECT_EQ(mutant->name(), "mutant:" + info.id);
  }
  EXPECT_EQ(mutants::make_mutant("tmuls-perfect"), nullptr);
  EXPECT_EQ(mutants::make_mutant(""), nullptr);
}

TEST(Mutants, DeclareWhatSimdDeclares) {
  const auto simd = simd::make_simd_backend();
  for (const MutantInfo& info : mutants::mutants()) {
    const auto mutant = mutants::make_mutant(info.id);
    EXPECT_EQ(mutant->capabilities().instructions, simd->capabilities().instructions);
    const bool wider = info.id.ends_with("-64-bits");
    EXPECT_EQ(mutant->capabilities().dtypes.size(), simd->capabilities().dtypes.size() + (wider ? 2 : 0)) << info.id;
  }
}

class Mutant : public testing::TestWithParam<MutantInfo> {
 protected:
  std::unique_ptr<backend::Backend> mutant_ = mutants::make_mutant(GetParam().id);
  std::unique_ptr<backend::Backend> simd_ = simd::make_simd_backend();
};

TEST_P(Mutant, IsWrongWhereItSays) {
  const std::string& clause = GetParam().ignored_clause;
  for (const std::string& mnemonic : GetParam().instructions) {
    bool wrong = false;
    if (clause.empty())
      for (const Prepared& call : legal_calls(mnemonic)) wrong = wrong || differ(*mutant_, *simd_, call, 6);
    else
      wrong = true;  // see the tests below
    EXPECT_TRUE(wrong) << mnemonic;
  }
}

TEST_P(Mutant, IsRightElsewhere) {
  const std::vector<std::string>& wrong = GetParam().instructions;
  for (const char* mnemonic : kInstructions) {
    const bool elsewhere = std::find(wrong.begin(), wrong.end(), mnemonic) == wrong.end();
    if (!elsewhere && GetParam().ignored_clause.empty()) continue;
    const std::vector<Prepared> calls = legal_calls(mnemonic);
    for (std::size_t i = 0; i < calls.size(); i += 4) ASSERT_FALSE(differ(*mutant_, *simd_, calls[i], 1)) << mnemonic;
  }
}

TEST_P(Mutant, RunsOrSpoilsCallsThatItsVerifierLetsThrough) {
  const MutantInfo& info = GetParam();
  if (info.ignored_clause.empty()) return;
  const Prepared call = call_that_breaks(info.ignored_clause);
  ASSERT_FALSE(call.tuple.tiles.empty()) << "no call breaks " << info.ignored_clause;
  Memory memory = memory_for(call, std::byte{0x5A});
  const Memory before = memory_for(call, std::byte{0x5A});
  const backend::Call bare{&call.tuple, info.shows_on, memory.storages, {&call.scalar, call.tuple.scalars.size()}};
  backend::Outcome outcome;
  mutant_->execute({&bare, 1}, {&outcome, 1});
  const bool spoils = info.id.ends_with("-writes-and-rejects");
  EXPECT_EQ(outcome.kind, spoils ? backend::OutcomeKind::rejected : backend::OutcomeKind::executed);
  EXPECT_TRUE(mutant_->capabilities().covers(call.tuple, info.shows_on));
  if (spoils) {
    EXPECT_NE(memory.buffers, before.buffers);
    EXPECT_NE(outcome.diagnostic, "");
  }
  for (std::size_t i = 0; i < memory.buffers.size(); ++i)
    for (std::size_t byte = 0; byte < kGuardBytes; ++byte) {
      ASSERT_EQ(memory.buffers[i][byte], before.buffers[i][byte]);
      ASSERT_EQ(memory.buffers[i][memory.buffers[i].size() - 1 - byte], std::byte{0x5A});
    }
}

/// Calls that no verifier would let through: a sanitizer must find nothing.
TEST_P(Mutant, SurvivesNonsense) {
  std::mt19937 random(7);
  const auto pick = [&](std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random);
  };
  for (const std::string& mnemonic : GetParam().instructions) {
    const std::vector<Prepared> calls = legal_calls(mnemonic);
    for (int i = 0; i < 60; ++i) {
      Prepared call = calls[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(calls.size()) - 1))];
      const Memory sizes = memory_for(call, std::byte{0});
      TileOperand& operand =
          call.tuple.tiles[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(call.tuple.tiles.size()) - 1))];
      TileDesc& tile = operand.tile;
      switch (pick(0, 8)) {
        case 0: tile.valid_rows = pick(-3, 3) * 1000; break;
        case 1: tile.valid_cols = pick(-3, 3) * 1000; break;
        case 2: tile.dtype = kAllDTypes[static_cast<std::size_t>(pick(0, 10))]; break;
        case 3: tile.blayout = BLayout::ColMajor; break;
        case 4: tile.slayout = pick(0, 1) == 0 ? SLayout::RowMajor : SLayout::ColMajor; break;
        case 5: tile.rows = pick(-1, 40); break;
        case 6: tile.cols = pick(0, 1) == 0 ? pick(-1, 200) : std::int64_t{1} << 50; break;
        case 7: operand.storage = static_cast<int>(pick(-1, 3)); break;
        default: call.tuple.tiles.pop_back(); break;
      }
      Memory memory = sizes;  // storages of the call as it was
      for (std::size_t k = 0; k < memory.buffers.size(); ++k) {
        for (std::byte& byte : memory.buffers[k]) byte = static_cast<std::byte>(random());
        memory.storages[k].data = memory.buffers[k].data() + kGuardBytes;
      }
      const backend::Call bare{&call.tuple, Profile::a5, memory.storages, {&call.scalar, call.tuple.scalars.size()}};
      backend::Outcome outcome;
      mutant_->execute({&bare, 1}, {&outcome, 1});
      EXPECT_NE(outcome.kind, backend::OutcomeKind::protocol_error);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Mutant, testing::ValuesIn(mutants::mutants()), [](const auto& param) {
  std::string id = param.param.id;
  std::replace(id.begin(), id.end(), '-', '_');
  return id;
});

}  // namespace
}  // namespace pto_cts
