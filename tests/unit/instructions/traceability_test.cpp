// SPDX-License-Identifier: MIT
// The spec against the index of the normative pages: every rule held, every citation real.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/sources/rules.h"

namespace pto_cts::spec {
namespace {

using sources::Rule;
using sources::RuleKind;
using terms::Cite;
using terms::Instruction;

/// Every citation of the spec, by the id of what cites.
std::multimap<std::string, Cite> citations() {
  std::multimap<std::string, Cite> all;
  for (const Instruction& instruction : instructions()) {
    const auto take = [&](const std::string& id, const std::vector<Cite>& cites) {
      for (const Cite& cite : cites) all.emplace(id, cite);
    };
    for (const auto& clause : instruction.clauses) take(clause.id, clause.cites);
    for (const auto& condition : instruction.core) take(condition.id, condition.cites);
    for (const auto& effect : instruction.effects) take(id_prefix(instruction) + " effect", effect.cites);
    for (const auto& dispute : instruction.disputes) take(dispute.id, dispute.cites);
  }
  return all;
}

TEST(Traceability, EveryClauseEffectAndDisputeCitesASource) {
  for (const Instruction& instruction : instructions()) {
    for (const auto& clause : instruction.clauses) EXPECT_FALSE(clause.cites.empty()) << clause.id;
    for (const auto& effect : instruction.effects) EXPECT_FALSE(effect.cites.empty()) << instruction.mnemonic;
    for (const auto& dispute : instruction.disputes) EXPECT_FALSE(dispute.cites.empty()) << dispute.id;
    for (const auto& example : instruction.examples) EXPECT_FALSE(example.cites.empty()) << example.id;
  }
}

TEST(Traceability, EveryCitationIsARuleOfTheIndexOrAPageAndSection) {
  for (const auto& [id, cite] : citations()) {
    if (cite.rule.empty()) {
      EXPECT_FALSE(cite.page.empty()) << id;
      EXPECT_FALSE(cite.section.empty()) << id;
    } else {
      EXPECT_NE(sources::find_rule(cite.rule), nullptr) << id << " cites " << cite.rule;
    }
  }
}

TEST(Traceability, NothingRestsOnARuleThatTheIndexPutsOutsideTheSuite) {
  for (const auto& [id, cite] : citations()) {
    const Rule* rule = sources::find_rule(cite.rule);
    if (!rule) continue;
    EXPECT_TRUE(rule->outside.empty()) << id << " cites " << cite.rule << ": " << rule->paraphrase;
  }
}

TEST(Traceability, AClauseRestsOnAConstraint) {
  for (const Instruction& instruction : instructions())
    for (const auto& clause : instruction.clauses)
      for (const Cite& cite : clause.cites) {
        const Rule* rule = sources::find_rule(cite.rule);
        if (!rule) continue;
        EXPECT_EQ(name(rule->kind), name(RuleKind::constraint)) << clause.id << " cites " << cite.rule;
      }
}

TEST(Traceability, AClauseOfOneDeviceRestsOnThatDevicesSectionAlone) {
  for (const Instruction& instruction : instructions())
    for (const auto& clause : instruction.clauses)
      for (const Cite& cite : clause.cites) {
        if (clause.scope == terms::Scope::common) continue;
        const std::string section = "/" + std::string(name(clause.scope)) + "/";
        EXPECT_NE(cite.rule.find(section), std::string::npos) << clause.id << " cites " << cite.rule;
      }
}

TEST(Traceability, ACommonClauseThatRestsOnOneDevicesSectionRestsOnTheOthersAsWell) {
  for (const Instruction& instruction : instructions())
    for (const auto& clause : instruction.clauses) {
      if (clause.scope != terms::Scope::common) continue;
      bool a2a3 = false, a5 = false;
      for (const Cite& cite : clause.cites) {
        a2a3 |= cite.rule.find("/a2a3/") != std::string::npos;
        a5 |= cite.rule.find("/a5/") != std::string::npos;
      }
      EXPECT_EQ(a2a3, a5) << clause.id;
    }
}

TEST(Traceability, EveryRuleThatTheSpecMustHoldIsCited) {
  std::set<std::string> cited;
  for (const auto& [id, cite] : citations()) cited.insert(cite.rule);
  int held = 0;
  for (const Rule& rule : sources::rules()) {
    if (!rule.outside.empty() || !rule.shown_by.empty()) continue;
    ASSERT_TRUE(rule.kind == RuleKind::constraint || rule.kind == RuleKind::semantics) << rule.id;
    EXPECT_EQ(cited.count(std::string(rule.id)), 1u) << rule.id << " is cited by nothing: " << rule.paraphrase;
    ++held;
  }
  EXPECT_GT(held, 50);
}

TEST(Traceability, EveryExampleOfThePagesIsACaseThatCitesItAndTheOtherWayRound) {
  std::map<std::string, std::set<std::string>> rules_of_case;
  for (const Instruction& instruction : instructions())
    for (const auto& example : instruction.examples)
      for (const Cite& cite : example.cites) rules_of_case[example.id].insert(cite.rule);
  std::set<std::string> shown;
  for (const Rule& rule : sources::rules()) {
    if (rule.kind != RuleKind::example) continue;
    ASSERT_FALSE(rule.shown_by.empty()) << rule.id;
    const auto found = rules_of_case.find(std::string(rule.shown_by));
    ASSERT_NE(found, rules_of_case.end()) << rule.id << " is shown by " << rule.shown_by << ", which is no example";
    EXPECT_EQ(found->second.count(std::string(rule.id)), 1u) << rule.shown_by << " does not cite " << rule.id;
    shown.insert(found->first);
  }
  EXPECT_EQ(shown.size(), 10u);
  EXPECT_EQ(rules_of_case.size(), shown.size());
}

TEST(Examples, AreThoseOfThePagesToTheLetter) {
  const auto example = [](std::string_view mnemonic, std::string_view id) -> const Tuple& {
    for (const auto& e : find_instruction(mnemonic)->examples)
      if (e.id == id) return e.tuple;
    throw std::logic_error("no example " + std::string(id));
  };
  const TileDesc f32_16x16 = default_tile(TileType::Vec, DType::f32, 16, 16);
  for (const char* id : {"example/tmuls/auto", "example/tmuls/manual"}) {
    const Tuple& tuple = example("TMULS", id);
    EXPECT_EQ(tuple.tiles[0].tile, f32_16x16);
    EXPECT_EQ(tuple.tiles[1].tile, f32_16x16);
    EXPECT_EQ(tuple.scalars[0].dtype, DType::f32);
    EXPECT_NE(tuple.tiles[0].storage, tuple.tiles[1].storage);
  }
  for (const char* id : {"example/tpartadd/auto", "example/tpartadd/manual"}) {
    const Tuple& tuple = example("TPARTADD", id);
    for (const TileOperand& operand : tuple.tiles) EXPECT_EQ(operand.tile, f32_16x16);
    EXPECT_EQ(storage_count(tuple), 3);
  }
  for (const char* id : {"example/tgatherb/auto", "example/tgatherb/manual"}) {
    const Tuple& tuple = example("TGATHERB", id);
    EXPECT_EQ(tuple.tiles[0].tile, default_tile(TileType::Vec, DType::u8, 1, 256));
    EXPECT_EQ(tuple.tiles[1].tile, default_tile(TileType::Vec, DType::u8, 1, 256));
    EXPECT_EQ(tuple.tiles[2].tile, default_tile(TileType::Vec, DType::u32, 1, 256));
    EXPECT_EQ(storage_count(tuple), 3);
  }

  const Tuple& fill1 = example("TFILLPAD", "example/tfillpad/example1");
  TileDesc padded = f32_16x16;
  padded.pad = PadValue::Min;
  EXPECT_EQ(fill1.tiles[0].tile, padded);
  EXPECT_EQ(fill1.tiles[1].tile, f32_16x16);
  EXPECT_EQ(find_attribute(fill1, "form"), "heterogeneous");
  EXPECT_EQ(storage_count(fill1), 2);

  const Tuple& fill2 = example("TFILLPAD", "example/tfillpad/example2");
  TileDesc mat = default_tile(TileType::Mat, DType::f32, 16, 256);
  mat.blayout = BLayout::ColMajor;
  mat.slayout = SLayout::RowMajor;
  mat.static_valid_rows = mat.valid_rows = 1;
  mat.static_valid_cols = mat.valid_cols = 224;
  EXPECT_EQ(fill2.tiles[0].tile, mat);
  EXPECT_EQ(fill2.tiles[1].tile, mat);
  EXPECT_EQ(find_attribute(fill2, "form"), "homogeneous");
  EXPECT_EQ(find_attribute(fill2, "pad"), "Zero");
  EXPECT_EQ(storage_count(fill2), 1);

  const TileDesc& fixed = example("TMULS", "example/tile/static-mask").tiles[0].tile;
  EXPECT_EQ(fixed.rows, 128);
  EXPECT_EQ(fixed.cols, 256);
  EXPECT_EQ(fixed.static_valid_rows, 127);
  EXPECT_EQ(fixed.static_valid_cols, 127);
  EXPECT_EQ(fixed.pad, PadValue::Zero);
  EXPECT_TRUE(consistent(fixed));
  const TileDesc& dynamic = example("TMULS", "example/tile/dynamic-mask").tiles[0].tile;
  EXPECT_EQ(dynamic.static_valid_rows, kDynamic);
  EXPECT_EQ(dynamic.valid_rows, 120);
  EXPECT_EQ(dynamic.static_valid_cols, 127);
  EXPECT_EQ(dynamic.pad, PadValue::Null);
  EXPECT_TRUE(consistent(dynamic));
}

TEST(Examples, HaveTheShapeOfTheirInstruction) {
  for (const Instruction& instruction : instructions())
    for (const auto& example : instruction.examples)
      EXPECT_EQ(shape_problem(instruction, example.tuple), "") << example.id;
}

}  // namespace
}  // namespace pto_cts::spec
