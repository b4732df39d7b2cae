// SPDX-License-Identifier: MIT
// What the spec consists of: instructions, ids, phases, operands.
#include "pto_cts/instructions/registry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "pto_cts/terms/rewrite.h"

namespace pto_cts::spec {
namespace {

using terms::Instruction;
using terms::Node;
using terms::Op;
using terms::Phase;
using terms::Scope;
using Names = std::set<std::string>;

const Instruction& get(std::string_view mnemonic) {
  return *find_instruction(mnemonic);
}

TEST(Registry, HoldsTheFiveInstructionsSortedByMnemonic) {
  std::vector<std::string> found;
  for (const Instruction& instruction : instructions()) found.push_back(instruction.mnemonic);
  EXPECT_EQ(found, (std::vector<std::string>{"TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB", "TMULS", "TPARTADD"}));
}

TEST(Registry, FindsAnInstructionByItsExactMnemonic) {
  EXPECT_EQ(get("TFILLPAD").mnemonic, "TFILLPAD");
  EXPECT_EQ(get("TFILLPAD_EXPAND").mnemonic, "TFILLPAD_EXPAND");
  EXPECT_EQ(find_instruction("tmuls"), nullptr);
  EXPECT_EQ(find_instruction("TMUL"), nullptr);
  EXPECT_EQ(find_instruction(""), nullptr);
}

TEST(Registry, FamilyIsTheFolderOfTheFile) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(PTO_CTS_SOURCE_DIR) / "spec" / "instructions";
  for (const Instruction& instruction : instructions())
    EXPECT_TRUE(fs::exists(root / instruction.family / (id_prefix(instruction) + ".cpp"))) << instruction.mnemonic;
}

TEST(Registry, NoInstructionFileHasMoreThan120Lines) {
  namespace fs = std::filesystem;
  int files = 0;
  for (const Instruction& instruction : instructions()) {
    const fs::path path =
        fs::path(PTO_CTS_SOURCE_DIR) / "spec" / "instructions" / instruction.family / (id_prefix(instruction) + ".cpp");
    std::ifstream in(path);
    int lines = 0;
    for (std::string line; std::getline(in, line);) ++lines;
    EXPECT_GT(lines, 10) << path;
    EXPECT_LE(lines, 120) << path;
    ++files;
  }
  EXPECT_EQ(files, 5);
}

TEST(Registry, EveryInstructionSaysWhatItIs) {
  for (const Instruction& instruction : instructions()) {
    EXPECT_FALSE(instruction.page.empty());
    EXPECT_FALSE(instruction.summary.empty());
    EXPECT_FALSE(instruction.effects.empty()) << instruction.mnemonic;
  }
}

struct Operands {
  std::string mnemonic;
  std::vector<std::string> tiles;
  std::vector<std::string> type_parameters;
  std::vector<std::string> scalars;
  std::vector<std::string> attributes;
};

TEST(Registry, OperandsStandInTheOrderOfTheSignatures) {
  const Operands wanted[] = {
      {"TMULS", {"dst out", "src0 in"}, {"tile"}, {"scalar"}, {}},
      {"TPARTADD", {"dst out", "src0 in", "src1 in"}, {"dst", "src0", "src1"}, {}, {}},
      {"TGATHERB", {"dst out", "src in", "offset index"}, {"dst", "src", "offset"}, {}, {}},
      {"TFILLPAD", {"dst out", "src in"}, {"dst", "src"}, {}, {"form=heterogeneous", "pad=Zero template"}},
      {"TFILLPAD_EXPAND", {"dst out", "src in"}, {"dst", "src"}, {}, {}},
  };
  for (const Operands& operands : wanted) {
    const Instruction& instruction = get(operands.mnemonic);
    std::vector<std::string> tiles, attributes;
    for (const auto& tile : instruction.tiles) tiles.push_back(tile.name + " " + std::string(name(tile.role)));
    for (const auto& a : instruction.attributes)
      attributes.push_back(a.key + "=" + a.default_value + (a.template_slot ? " template" : ""));
    EXPECT_EQ(tiles, operands.tiles) << operands.mnemonic;
    EXPECT_EQ(instruction.type_parameters, operands.type_parameters) << operands.mnemonic;
    EXPECT_EQ(instruction.scalars, operands.scalars) << operands.mnemonic;
    EXPECT_EQ(attributes, operands.attributes) << operands.mnemonic;
  }
}

// The rules of the tile page: three on each type, two on each operand.
void add_tile_rules(Names& ids, const std::string& prefix, const std::vector<std::string>& types,
                    const std::vector<std::string>& operands) {
  for (const std::string& type : types)
    for (const char* rule : {"capacity", "capacity-multiple", "col-alignment"})
      ids.insert(prefix + "." + type + "." + rule);
  for (const std::string& operand : operands)
    for (const char* rule : {"valid-rows", "valid-cols"}) ids.insert(prefix + "." + operand + "." + rule);
}

Names clause_ids(const Instruction& instruction) {
  Names ids;
  for (const auto& clause : instruction.clauses) ids.insert(clause.id);
  return ids;
}

TEST(Clauses, AreThoseThatThePagesState) {
  Names tmuls = {"tmuls.a2a3.dtype",        "tmuls.a5.dtype",        "tmuls.location",   "tmuls.static-valid-rows",
                 "tmuls.static-valid-cols", "tmuls.a2a3.valid-rows", "tmuls.valid-cols", "tmuls.row-major"};
  add_tile_rules(tmuls, "tmuls", {"tile"}, {"dst", "src0"});
  EXPECT_EQ(clause_ids(get("TMULS")), tmuls);

  Names tpartadd = {"tpartadd.same-dtype",     "tpartadd.a2a3.dtype",           "tpartadd.a5.dtype",
                    "tpartadd.a2a3.row-major", "tpartadd.a2a3.one-source-full", "tpartadd.a2a3.sources-within"};
  add_tile_rules(tpartadd, "tpartadd", {"dst", "src0", "src1"}, {"dst", "src0", "src1"});
  EXPECT_EQ(clause_ids(get("TPARTADD")), tpartadd);

  Names tgatherb = {"tgatherb.a2a3.row-major", "tgatherb.element-size", "tgatherb.dtype"};
  add_tile_rules(tgatherb, "tgatherb", {"dst", "src", "offset"}, {"dst", "src", "offset"});
  EXPECT_EQ(clause_ids(get("TGATHERB")), tgatherb);

  Names tfillpad = {"tfillpad.pad",       "tfillpad.same-size",  "tfillpad.element-size", "tfillpad.same-rows",
                    "tfillpad.same-cols", "tfillpad.mat-layout", "tfillpad.mat-pad"};
  add_tile_rules(tfillpad, "tfillpad", {"dst", "src"}, {"dst", "src"});
  EXPECT_EQ(clause_ids(get("TFILLPAD")), tfillpad);

  Names expand = {"tfillpad_expand.pad", "tfillpad_expand.same-size", "tfillpad_expand.element-size",
                  "tfillpad_expand.rows", "tfillpad_expand.cols"};
  add_tile_rules(expand, "tfillpad_expand", {"dst", "src"}, {"dst", "src"});
  EXPECT_EQ(clause_ids(get("TFILLPAD_EXPAND")), expand);
}

TEST(Ids, AreUniqueAcrossTheSpecAndBeginWithTheirMnemonic) {
  Names seen;
  const auto take = [&](const Instruction& instruction, const std::string& id) {
    EXPECT_TRUE(id.starts_with(id_prefix(instruction) + ".")) << id;
    EXPECT_TRUE(seen.insert(id).second) << id << " is used twice";
  };
  for (const Instruction& instruction : instructions()) {
    for (const auto& clause : instruction.clauses) take(instruction, clause.id);
    for (const auto& condition : instruction.core) take(instruction, condition.id);
    for (const auto& dispute : instruction.disputes) take(instruction, dispute.id);
  }
  Names examples;
  for (const Instruction& instruction : instructions())
    for (const auto& example : instruction.examples) EXPECT_TRUE(examples.insert(example.id).second) << example.id;
}

TEST(Ids, NameTheDeviceOfAClauseOfOneDevice) {
  for (const Instruction& instruction : instructions()) {
    const auto fits = [&](const std::string& id, Scope scope) {
      const bool a2a3 = id.starts_with(id_prefix(instruction) + ".a2a3."),
                 a5 = id.starts_with(id_prefix(instruction) + ".a5.");
      return a2a3 == (scope == Scope::a2a3) && a5 == (scope == Scope::a5);
    };
    for (const auto& clause : instruction.clauses) EXPECT_TRUE(fits(clause.id, clause.scope)) << clause.id;
    for (const auto& condition : instruction.core) EXPECT_TRUE(fits(condition.id, condition.scope)) << condition.id;
  }
}

TEST(Phases, FollowFromWhatTheRulesRead) {
  const std::map<std::string, Phase> wanted = {
      {"tmuls.a2a3.dtype", Phase::static_},
      {"tmuls.location", Phase::static_},
      {"tmuls.row-major", Phase::static_},
      {"tmuls.static-valid-rows", Phase::static_},
      {"tmuls.static-valid-cols", Phase::static_},
      {"tmuls.a2a3.valid-rows", Phase::run_time},
      {"tmuls.valid-cols", Phase::run_time},
      {"tmuls.tile.capacity", Phase::static_},
      {"tmuls.tile.col-alignment", Phase::static_},
      {"tmuls.dst.valid-rows", Phase::run_time},
      {"tmuls.src0.valid-cols", Phase::run_time},
      {"tpartadd.same-dtype", Phase::static_},
      {"tpartadd.a2a3.row-major", Phase::static_},
      {"tpartadd.a2a3.one-source-full", Phase::run_time},
      {"tpartadd.a2a3.sources-within", Phase::run_time},
      {"tgatherb.element-size", Phase::static_},
      {"tgatherb.dtype", Phase::static_},
      {"tfillpad.pad", Phase::static_},
      {"tfillpad.mat-layout", Phase::static_},
      {"tfillpad.mat-pad", Phase::static_},
      {"tfillpad.same-rows", Phase::static_},
      {"tfillpad_expand.rows", Phase::static_},
  };
  std::size_t found = 0;
  for (const Instruction& instruction : instructions())
    for (const auto& clause : instruction.clauses)
      if (const auto it = wanted.find(clause.id); it != wanted.end()) {
        EXPECT_EQ(name(clause.phase), name(it->second)) << clause.id;
        ++found;
      }
  EXPECT_EQ(found, wanted.size());
}

TEST(Phases, OfClausesAreNeverData) {
  for (const Instruction& instruction : instructions())
    for (const auto& clause : instruction.clauses) EXPECT_NE(clause.phase, Phase::data) << clause.id;
}

TEST(Phases, OnlyTheOffsetBoundsOfTheCoreReadContents) {
  Names data;
  for (const Instruction& instruction : instructions())
    for (const auto& condition : instruction.core)
      if (condition.phase == Phase::data) data.insert(condition.id);
  EXPECT_EQ(data, Names{"tgatherb.offset-bounds"});
}

TEST(Phases, OfABoundOnStaticValidExtentsAreStaticForTheTypeDecidesThem) {
  Names bounds, not_static;
  for (const Instruction& instruction : instructions())
    for (const auto& condition : instruction.core) {
      if (!condition.id.ends_with(".static-valid-rows") && !condition.id.ends_with(".static-valid-cols")) continue;
      bounds.insert(condition.id);
      if (condition.phase != Phase::static_) not_static.insert(condition.id);
    }
  EXPECT_EQ(bounds.size(), 24u);  // two for each of twelve tile operands
  EXPECT_EQ(not_static, Names{});
}

TEST(Core, SaysWhyATupleBeyondItIsLeftToTheTarget) {
  for (const Instruction& instruction : instructions()) {
    EXPECT_FALSE(instruction.core.empty());
    for (const auto& condition : instruction.core) EXPECT_FALSE(condition.why.empty()) << condition.id;
  }
}

TEST(Disputes, HaveAQuestionAndADefaultReading) {
  for (const Instruction& instruction : instructions())
    for (const auto& dispute : instruction.disputes) {
      EXPECT_FALSE(dispute.question.empty()) << dispute.id;
      EXPECT_FALSE(dispute.default_reading.empty()) << dispute.id;
      for (const auto& alternative : dispute.alternatives) EXPECT_FALSE(alternative.meaning.empty()) << dispute.id;
    }
}

Names dispute_ids(const Instruction& instruction) {
  Names ids;
  for (const auto& dispute : instruction.disputes) ids.insert(dispute.id);
  return ids;
}

TEST(Disputes, IncludeThoseThatTheDesignDecides) {
  const auto has = [](std::string_view mnemonic, const char* id) { return dispute_ids(get(mnemonic)).count(id) == 1; };
  EXPECT_TRUE(has("TMULS", "tmuls.in-place"));
  EXPECT_TRUE(has("TMULS", "tmuls.a5-source-rows"));
  EXPECT_TRUE(has("TMULS", "tmuls.scalar-spelling"));
  EXPECT_TRUE(has("TPARTADD", "tpartadd.in-place"));
  EXPECT_TRUE(has("TPARTADD", "tpartadd.early-return"));
  EXPECT_TRUE(has("TPARTADD", "tpartadd.a5-both-smaller"));
  EXPECT_TRUE(has("TPARTADD", "tpartadd.unmatched-regions"));
  EXPECT_TRUE(has("TFILLPAD", "tfillpad.pad-source"));
  EXPECT_TRUE(has("TFILLPAD", "tfillpad.valid-rows"));
  EXPECT_TRUE(has("TFILLPAD", "tfillpad.expand-shape"));
  EXPECT_TRUE(has("TGATHERB", "tgatherb.block32"));
  EXPECT_TRUE(has("TGATHERB", "tgatherb.bounds"));
  EXPECT_TRUE(has("TGATHERB", "tgatherb.alignment"));
  EXPECT_TRUE(has("TFILLPAD", "tfillpad.copy-or-convert"));
  for (const Instruction& instruction : instructions()) {
    const std::string prefix = id_prefix(instruction);
    EXPECT_EQ(dispute_ids(instruction).count(prefix + ".static-zero-valid"), 1u);
    EXPECT_EQ(dispute_ids(instruction).count(prefix + ".boxes"), 1u);
  }
  for (const char* mnemonic : {"TMULS", "TPARTADD", "TGATHERB"})
    EXPECT_TRUE(has(mnemonic, (id_prefix(get(mnemonic)) + ".outside-valid-region").c_str()));
}

void collect_readings(const terms::NodePtr& tree, Names& names) {
  terms::walk(tree, [&](const Node& node) {
    if (node.op == Op::reading) names.insert(node.text);
  });
}

TEST(Readings, AreThoseOfTheDesignSorted) {
  EXPECT_EQ(readings(), (std::vector<std::string>{"block32", "pad-source", "preserve-outside", "valid-rows"}));
}

TEST(Readings, ThatARuleMentionsAreAlternativesOfADisputeOfItsInstructionAndTheOtherWayRound) {
  for (const Instruction& instruction : instructions()) {
    Names used, offered;
    for (const auto& clause : instruction.clauses) collect_readings(clause.predicate.tree(), used);
    for (const auto& condition : instruction.core) collect_readings(condition.predicate.tree(), used);
    for (const auto& effect : instruction.effects) {
      collect_readings(effect.value.tree(), used);
      collect_readings(effect.unspecified_where.tree(), used);
      // What lies outside a valid region is not the spec's but the judge's to look at.
      if (!effect.whole_tile) used.insert("preserve-outside");
    }
    for (const auto& dispute : instruction.disputes)
      for (const auto& alternative : dispute.alternatives) offered.insert(alternative.reading);
    EXPECT_EQ(used, offered) << instruction.mnemonic;
  }
}

TEST(Readings, AreResolvedEverywhereUnderAnyChoice) {
  for (const terms::Readings& chosen : {terms::Readings{}, terms::Readings{"block32"}, terms::Readings(readings())})
    for (const Instruction& instruction : instructions()) {
      const Instruction resolved = terms::under(instruction, chosen);
      Names left;
      for (const auto& clause : resolved.clauses) collect_readings(clause.predicate.tree(), left);
      for (const auto& condition : resolved.core) collect_readings(condition.predicate.tree(), left);
      for (const auto& effect : resolved.effects) {
        collect_readings(effect.value.tree(), left);
        collect_readings(effect.unspecified_where.tree(), left);
      }
      EXPECT_EQ(left, Names{}) << instruction.mnemonic;
    }
}

TEST(SpecText, HoldsEveryClauseCoreConditionAndEffectWithItsInstruction) {
  const std::string text = spec_text();
  for (const Instruction& instruction : instructions()) {
    EXPECT_NE(text.find(instruction.mnemonic + "\n"), std::string::npos);
    for (const auto& clause : instruction.clauses)
      EXPECT_NE(text.find(clause.id + " " + std::string(name(clause.scope)) + " "), std::string::npos) << clause.id;
    for (const auto& condition : instruction.core)
      EXPECT_NE(text.find(condition.id + " "), std::string::npos) << condition.id;
  }
  EXPECT_NE(text.find("tmuls.a2a3.dtype a2a3 dst.dtype in {i32, i16, f16, f32}\n"), std::string::npos);
  EXPECT_NE(text.find("dst[i, j] = src0[i, j] * scalar for each (i, j) in the valid region of dst\n"),
            std::string::npos);
  EXPECT_EQ(text, spec_text());
}

}  // namespace
}  // namespace pto_cts::spec
