// SPDX-License-Identifier: MIT
#include "pto_cts/reports/citation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/sources/rules.h"

namespace pto_cts::reports {
namespace {

bool contains(const std::vector<std::string>& list, const char* item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

TEST(Traceability, EveryRuleOfThePagesIsHeldBySomething) {
  EXPECT_EQ(rules_without_holder(), std::vector<std::string>{});
}

TEST(Traceability, FindsEverySortOfHolder) {
  EXPECT_TRUE(contains(holders("tfillpad/constraints/1"), "tfillpad.pad"));
  EXPECT_TRUE(contains(holders("tile/constraints-capacity/1"), "tmuls.tile.capacity"));
  EXPECT_TRUE(contains(holders("tmuls/example-auto/1"), "example/tmuls/auto"));
  EXPECT_EQ(holders("no/such/rule"), std::vector<std::string>{});
  std::set<std::string> sorts;
  for (const sources::Rule& rule : sources::rules())
    for (const std::string& holder : holders(rule.id)) {
      if (holder.ends_with(" (core)")) sorts.insert("core");
      if (holder.ends_with(" (dispute)")) sorts.insert("dispute");
      if (holder.ends_with(" semantics")) sorts.insert("semantics");
      if (holder.starts_with("example/")) sorts.insert("example");
    }
  EXPECT_EQ(sorts, (std::set<std::string>{"core", "dispute", "example", "semantics"}));
}

TEST(Traceability, NoHolderIsNamedTwiceForOneRule) {
  for (const sources::Rule& rule : sources::rules()) {
    const std::vector<std::string> all = holders(rule.id);
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size()) << rule.id;
  }
}

// A citation that leads nowhere proves nothing.
TEST(Traceability, EveryCitedRuleIsInTheIndex) {
  const auto check = [](const std::string& holder, const std::vector<terms::Cite>& cites) {
    for (const terms::Cite& cite : cites) {
      EXPECT_FALSE(citation(cite).empty()) << holder;
      if (cite.rule.empty()) continue;
      EXPECT_NE(sources::find_rule(cite.rule), nullptr) << holder << " cites " << cite.rule;
    }
  };
  for (const terms::Instruction& instruction : spec::instructions()) {
    for (const terms::Clause& clause : instruction.clauses) {
      check(clause.id, clause.cites);
      EXPECT_FALSE(clause.cites.empty()) << clause.id << " is a rule without a source";
    }
    for (const terms::CoreCondition& condition : instruction.core) check(condition.id, condition.cites);
    for (const terms::Effect& effect : instruction.effects) check(instruction.mnemonic, effect.cites);
    for (const terms::Dispute& dispute : instruction.disputes) check(dispute.id, dispute.cites);
    for (const terms::Example& example : instruction.examples) check(example.id, example.cites);
  }
}

TEST(Traceability, TheTableHasARowForEveryRuleAndOnlyWholeRows) {
  const std::string text = traceability_markdown();
  for (const sources::Rule& rule : sources::rules())
    EXPECT_NE(text.find("\n| `" + std::string(rule.id) + "` | "), std::string::npos) << rule.id;
  std::istringstream lines(text);
  std::size_t rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    ++rows;
    int bars = 0;
    for (std::size_t i = 0; i < line.size(); ++i) bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    EXPECT_EQ(bars, 5) << line;
    EXPECT_FALSE(line.ends_with("|  |")) << "held by nothing: " << line;
  }
  EXPECT_EQ(rows, sources::rules().size());
}

TEST(Traceability, ThePageInTheRepositoryIsUpToDate) {
  const auto path = std::filesystem::path(PTO_CTS_SOURCE_DIR) / "docs" / "traceability.md";
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing: write it with cmake --build --preset release --target docs";
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == traceability_markdown())
      << path << " is out of date: write it anew with cmake --build --preset release --target docs";
}

TEST(Citation, NamesPageSectionAndPlace) {
  const sources::Rule* rule = sources::find_rule("tfillpad/constraints/1");
  ASSERT_NE(rule, nullptr);
  terms::Cite cite;
  cite.rule = "tfillpad/constraints/1";
  EXPECT_EQ(citation(cite), "pto.tfillpad, Constraints, 1");
  EXPECT_EQ(paraphrase(cite), rule->paraphrase);
}

TEST(Citation, OfAnotherSourceNamesItsPageAndSection) {
  terms::Cite cite;
  cite.page = "PTO manual";
  cite.section = "data types";
  EXPECT_EQ(citation(cite), "PTO manual, data types");
  EXPECT_EQ(paraphrase(cite), "");
}

}  // namespace
}  // namespace pto_cts::reports
