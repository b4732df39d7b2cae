// SPDX-License-Identifier: MIT
#include "pto_cts/sources/rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace pto_cts::sources {
namespace {

/// The id without its ordinal, e.g. "tmuls/a5".
std::string_view section_key(const Rule& rule) {
  return rule.id.substr(0, rule.id.rfind('/'));
}

bool held_by_the_spec(const Rule& rule) {
  return rule.outside.empty() && rule.shown_by.empty();
}

TEST(SourceRules, CoverTheFivePages) {
  std::map<std::string_view, std::string_view> title_of_key;
  for (const Rule& rule : rules()) {
    const std::string_view key = rule.id.substr(0, rule.id.find('/'));
    EXPECT_EQ(title_of_key.try_emplace(key, rule.page).first->second, rule.page) << rule.id;
  }
  const std::map<std::string_view, std::string_view> expected = {{"tile", "Tile operands (Tile 操作数)"},
                                                                 {"tfillpad", "pto.tfillpad"},
                                                                 {"tmuls", "TMULS"},
                                                                 {"tpartadd", "TPARTADD"},
                                                                 {"tgatherb", "TGATHERB"}};
  EXPECT_EQ(title_of_key, expected);
}

TEST(SourceRules, HaveUniqueIds) {
  std::set<std::string_view> seen;
  for (const Rule& rule : rules()) EXPECT_TRUE(seen.insert(rule.id).second) << rule.id;
}

TEST(SourceRules, AreNumberedFromOneWithinEachSection) {
  std::map<std::pair<std::string_view, std::string_view>, int> last;
  for (const Rule& rule : rules()) EXPECT_EQ(rule.ordinal, ++last[std::pair(rule.page, rule.section)]) << rule.id;
}

TEST(SourceRules, HaveIdsThatSpellKeysAndOrdinal) {
  for (const Rule& rule : rules()) {
    EXPECT_EQ(rule.id, std::string(section_key(rule)) + "/" + std::to_string(rule.ordinal));
    const std::string_view keys = section_key(rule);
    EXPECT_EQ(std::ranges::count(keys, '/'), 1) << rule.id;
    EXPECT_EQ(keys.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-/"), std::string_view::npos) << rule.id;
  }
}

TEST(SourceRules, HaveOneHeadingPerSectionKey) {
  std::map<std::string_view, std::string_view> heading_of_key;
  std::map<std::pair<std::string_view, std::string_view>, std::string_view> key_of_heading;
  for (const Rule& rule : rules()) {
    const std::string_view key = section_key(rule);
    EXPECT_EQ(heading_of_key.try_emplace(key, rule.section).first->second, rule.section) << rule.id;
    EXPECT_EQ(key_of_heading.try_emplace(std::pair(rule.page, rule.section), key).first->second, key) << rule.id;
  }
}

TEST(SourceRules, SayWhatTheyMean) {
  for (const Rule& rule : rules()) {
    EXPECT_FALSE(rule.section.empty()) << rule.id;
    EXPECT_FALSE(rule.paraphrase.empty()) << rule.id;
    EXPECT_TRUE(rule.paraphrase.ends_with('.')) << rule.id;
    EXPECT_FALSE(name(rule.kind).empty()) << rule.id;
  }
}

TEST(SourceRules, AreNeverBothOutsideAndShown) {
  for (const Rule& rule : rules()) EXPECT_TRUE(rule.outside.empty() || rule.shown_by.empty()) << rule.id;
}

TEST(SourceRules, AreLeftToTheSpecOnlyAsConstraintsAndSemantics) {
  for (const Rule& rule : rules()) {
    if (!held_by_the_spec(rule)) continue;
    EXPECT_TRUE(rule.kind == RuleKind::constraint || rule.kind == RuleKind::semantics) << rule.id;
  }
}

TEST(SourceRules, ShowEachExampleByACaseOfItsOwn) {
  std::set<std::string_view> shown;
  for (const Rule& rule : rules()) {
    if (rule.kind != RuleKind::example) continue;
    EXPECT_TRUE(shown.insert(rule.shown_by).second) << rule.id;
  }
  const std::set<std::string_view> expected = {
      "example/tile/static-mask", "example/tile/dynamic-mask", "example/tfillpad/example1", "example/tfillpad/example2",
      "example/tmuls/auto",       "example/tmuls/manual",      "example/tpartadd/auto",     "example/tpartadd/manual",
      "example/tgatherb/auto",    "example/tgatherb/manual"};
  EXPECT_EQ(shown, expected);
}

TEST(SourceRules, AreFoundByTheirIdAndByNothingElse) {
  for (const Rule& rule : rules()) EXPECT_EQ(find_rule(rule.id), &rule);
  EXPECT_EQ(find_rule(""), nullptr);
  EXPECT_EQ(find_rule("tmuls"), nullptr);
  EXPECT_EQ(find_rule("tmuls/a5"), nullptr);
  EXPECT_EQ(find_rule("tmuls/a5/0"), nullptr);
  EXPECT_EQ(find_rule("tmuls/a5/1 "), nullptr);
  EXPECT_EQ(find_rule("TMULS/a5/1"), nullptr);
}

}  // namespace
}  // namespace pto_cts::sources
