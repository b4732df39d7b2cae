// SPDX-License-Identifier: MIT
// Spaces of tuples that break chosen rules and keep the others.
#include <algorithm>
#include <optional>

#include "cells.h"
#include "pto_cts/smt/world.h"
#include "pto_cts/terms/rewrite.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

using smt::takes_part;
using terms::Clause;
using terms::CoreCondition;
using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Phase;

using Conjunction = std::vector<NodePtr>;

Conjunction joined(Conjunction a, const Conjunction& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The disjuncts of a condition, each a conjunction; a condition that has very many of them stays whole.
std::vector<Conjunction> alternatives(const NodePtr& node) {
  constexpr std::size_t kMost = 32;
  const bool negated = node->op == Op::logical_not;
  const Node& body = negated ? *node->args[0] : *node;
  const auto part = [&](std::size_t i) { return alternatives(negated ? negation(body.args[i]) : body.args[i]); };
  if (body.op == (negated ? Op::logical_and : Op::logical_or)) {
    std::vector<Conjunction> all = part(0);
    for (Conjunction& one : part(1)) all.push_back(std::move(one));
    if (all.size() <= kMost) return all;
  } else if (body.op == Op::logical_and || body.op == Op::logical_or) {
    const std::vector<Conjunction> left = part(0), right = part(1);
    std::vector<Conjunction> all;
    for (const Conjunction& a : left)
      for (const Conjunction& b : right) all.push_back(joined(a, b));
    if (all.size() <= kMost) return all;
  }
  return {{node}};
}

// Ways in which a predicate can fail: one of its requirements, with the others kept or left alone.
std::vector<Conjunction> ways_to_fail(const NodePtr& predicate, bool keep_others) {
  const Conjunction required = terms::requirements(predicate);
  std::vector<Conjunction> ways;
  for (std::size_t i = 0; i < required.size(); ++i)
    for (Conjunction way : alternatives(negation(required[i]))) {
      for (std::size_t j = 0; j < required.size() && keep_others; ++j)
        if (j != i) way.push_back(required[j]);
      ways.push_back(std::move(way));
    }
  return ways;
}

bool asks_for_static(const CoreCondition& condition) {
  bool found = false;
  terms::walk(condition.predicate.tree(), [&](const terms::Node& node) {
    found |= node.op == terms::Op::field &&
             (node.field == terms::Field::static_valid_rows || node.field == terms::Field::static_valid_cols);
  });
  return found;
}

// Everything a condition reads: discrete unknowns, and numeric ones in the second half.
std::pair<VarSet, VarSet> unknowns(const Variables& variables, const NodePtr& condition) {
  VarSet numeric = 0;
  terms::walk(condition, [&](const Node& node) {
    if (is_numeric(node)) numeric |= VarSet{1} << numeric_var(node);
  });
  return {variables.discrete(condition), numeric};
}

// A quick way to see that `way` contradicts those rules that speak of nothing but its own unknowns.
bool contradicts_its_own_rules(const Variables& variables, const Conjunction& way, const Conjunction& kept) {
  VarSet discrete = 0, numeric = 0;
  for (const NodePtr& condition : way) {
    const auto [d, n] = unknowns(variables, condition);
    discrete |= d;
    numeric |= n;
  }
  Conjunction own = way;
  for (const NodePtr& condition : kept) {
    const auto [d, n] = unknowns(variables, condition);
    if ((d & ~discrete) == 0 && (n & ~numeric) == 0) own.push_back(condition);
  }
  return !Space::possible(variables, own);
}

// The space that meets `way`, `kept` and as many core conditions as can be had, tried in their order; nothing where
// even without any there is no tuple.
std::optional<Space> with_most_of_core(const Variables& variables, const RuleSet& rules, const Conjunction& way,
                                       const Conjunction& kept, const CoreCondition* failed) {
  if (contradicts_its_own_rules(variables, way, kept)) return std::nullopt;
  Conjunction fixed = joined(way, kept);
  Conjunction core, statics, others;
  for (const CoreCondition* condition : rules.core) {
    if (condition == failed) continue;
    core.push_back(condition->predicate.tree());
    (asks_for_static(*condition) ? statics : others).push_back(core.back());
  }
  if (Conjunction all = joined(fixed, core); Space::possible(variables, all)) return Space(variables, std::move(all));
  // Without the bounds on static extents there are many more unknowns: try with them first.
  if (Conjunction bounded = joined(fixed, statics); Space::possible(variables, bounded)) {
    fixed = std::move(bounded);
    core = std::move(others);
  } else if (!Space::possible(variables, fixed)) {
    return std::nullopt;
  }
  const auto keep = [&](const Conjunction& conditions) {
    Conjunction longer = joined(fixed, conditions);
    const bool can = Space::possible(variables, longer);
    if (can) fixed = std::move(longer);
    return can;
  };
  // Conditions that can be had together can be had one after the other: more are tried at once as long as that goes
  // well.
  for (std::size_t at = 0, most = 1; at < core.size();) {
    const std::size_t count = std::min(most, core.size() - at);
    const auto begin = core.begin() + static_cast<std::ptrdiff_t>(at);
    if (keep(Conjunction(begin, begin + static_cast<std::ptrdiff_t>(count)))) {
      at += count;
      most *= 2;
      continue;
    }
    most = 1;
    if (count > 1) continue;
    const Conjunction required = terms::requirements(core[at++]);
    for (std::size_t i = 0; i < required.size() && required.size() > 1; ++i) keep({required[i]});
  }
  return Space(variables, std::move(fixed));
}

}  // namespace

RuleSet rules_of(const terms::Instruction& instruction, Profile profile) {
  RuleSet rules;
  for (const Clause& clause : instruction.clauses)
    if (takes_part(clause.scope, profile) && clause.phase != Phase::data) rules.clauses.push_back(&clause);
  for (const CoreCondition& condition : instruction.core)
    if (takes_part(condition.scope, profile) && condition.phase != Phase::data) rules.core.push_back(&condition);
  return rules;
}

Space legal_space(const Variables& variables, const RuleSet& rules) {
  Conjunction all;
  for (const Clause* clause : rules.clauses) all.push_back(clause->predicate.tree());
  for (const CoreCondition* condition : rules.core) all.push_back(condition->predicate.tree());
  return Space(variables, std::move(all));
}

std::vector<Space> breaking_spaces(const Variables& variables, const RuleSet& rules,
                                   const std::vector<const Clause*>& broken) {
  Conjunction kept;
  std::vector<Conjunction> ways = {{}};
  for (const Clause* clause : rules.clauses) {
    if (std::find(broken.begin(), broken.end(), clause) == broken.end()) {
      kept.push_back(clause->predicate.tree());
      continue;
    }
    std::vector<Conjunction> longer;
    for (const Conjunction& way : ways)
      for (const Conjunction& failure : ways_to_fail(clause->predicate.tree(), false))
        longer.push_back(joined(way, failure));
    ways = std::move(longer);
  }
  std::vector<Space> found;
  for (const Conjunction& way : ways)
    if (auto space = with_most_of_core(variables, rules, way, kept, nullptr)) found.push_back(std::move(*space));
  return found;
}

std::vector<Space> outside_spaces(const Variables& variables, const RuleSet& rules, const CoreCondition* failed) {
  Conjunction kept;
  for (const Clause* clause : rules.clauses) kept.push_back(clause->predicate.tree());
  std::vector<Space> found;
  for (const bool keep_others : {true, false}) {
    for (const Conjunction& way : ways_to_fail(failed->predicate.tree(), keep_others))
      if (auto space = with_most_of_core(variables, rules, way, kept, failed)) found.push_back(std::move(*space));
    if (!found.empty()) break;
  }
  return found;
}

}  // namespace pto_cts::generators
