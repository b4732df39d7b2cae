// SPDX-License-Identifier: MIT
#include "pto_cts/reports/citation.h"

#include <algorithm>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/sources/rules.h"

namespace pto_cts::reports {
namespace {

bool cites(const std::vector<terms::Cite>& list, std::string_view rule) {
  return std::any_of(list.begin(), list.end(), [&](const terms::Cite& cite) { return cite.rule == rule; });
}

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '*') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string held_by(const sources::Rule& rule) {
  std::string text;
  for (const std::string& holder : holders(rule.id)) text += (text.empty() ? "`" : ", `") + holder + "`";
  const auto add = [&](std::string_view more) { text += (text.empty() ? "" : "; ") + cell(more); };
  if (!rule.shown_by.empty() && rule.kind != sources::RuleKind::example) add(rule.shown_by);
  if (!rule.outside.empty()) add("outside: " + std::string(rule.outside));
  return text;
}

}  // namespace

std::string citation(const terms::Cite& cite) {
  if (const sources::Rule* rule = sources::find_rule(cite.rule))
    return std::string(rule->page) + ", " + std::string(rule->section) + ", " + std::to_string(rule->ordinal);
  return cite.page + ", " + cite.section;
}

std::string paraphrase(const terms::Cite& cite) {
  const sources::Rule* rule = sources::find_rule(cite.rule);
  return rule ? std::string(rule->paraphrase) : "";
}

std::vector<std::string> holders(std::string_view rule) {
  std::vector<std::string> all;
  const auto add = [&](const std::string& id) {
    if (std::find(all.begin(), all.end(), id) == all.end()) all.push_back(id);
  };
  for (const terms::Instruction& instruction : spec::instructions()) {
    for (const terms::Clause& clause : instruction.clauses)
      if (cites(clause.cites, rule)) add(clause.id);
    for (const terms::CoreCondition& condition : instruction.core)
      if (cites(condition.cites, rule)) add(condition.id + " (core)");
    for (const terms::Effect& effect : instruction.effects)
      if (cites(effect.cites, rule)) add(instruction.mnemonic + " semantics");
    for (const terms::Dispute& dispute : instruction.disputes)
      if (cites(dispute.cites, rule)) add(dispute.id + " (dispute)");
    for (const terms::Example& example : instruction.examples)
      if (cites(example.cites, rule)) add(example.id);
  }
  return all;
}

std::vector<std::string> rules_without_holder() {
  std::vector<std::string> missing;
  for (const sources::Rule& rule : sources::rules()) {
    const bool needs_none = !rule.outside.empty() || (!rule.shown_by.empty() && rule.kind != sources::RuleKind::example);
    if (!needs_none && holders(rule.id).empty()) missing.emplace_back(rule.id);
  }
  return missing;
}

std::string traceability_markdown() {
  std::string text =
      "# Traceability\n\n"
      "Every rule of the pages, in our own words, and what holds it: a clause, a core condition, the element semantics, a "
      "recorded dispute, a named case, or the way in which the suite shows it. Rules that no single instruction can show "
      "say why. Generated from `spec/sources` and `spec/instructions` by `cmake --build --preset release --target docs`.\n";
  std::string_view page, section;
  for (const sources::Rule& rule : sources::rules()) {
    if (rule.page != page) text += "\n## " + std::string(rule.page) + "\n";
    if (rule.page != page || rule.section != section)
      text += "\n### " + std::string(rule.section) + "\n\n| rule | says | kind | held by |\n|---|---|---|---|\n";
    page = rule.page;
    section = rule.section;
    text += "| `" + std::string(rule.id) + "` | " + cell(rule.paraphrase) + " | " + std::string(sources::name(rule.kind)) +
            " | " + held_by(rule) + " |\n";
  }
  return text;
}

}  // namespace pto_cts::reports
