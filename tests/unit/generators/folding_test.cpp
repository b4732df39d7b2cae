// SPDX-License-Identifier: MIT
#include "folding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "cells.h"
#include "domains.h"
#include "pto_cts/terms/rewrite.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

std::vector<terms::NodePtr> rules(const terms::Instruction& instruction) {
  std::vector<terms::NodePtr> all;
  const RuleSet set = rules_of(instruction, Profile::cpu_sim);
  for (const terms::Clause* clause : set.clauses) all.push_back(without_static_extents(clause->predicate.tree()));
  for (const terms::CoreCondition* condition : set.core) all.push_back(without_static_extents(condition->predicate.tree()));
  return all;
}

TEST(Folding, GivesWhatSubstitutionGivesAtOnceAndStepByStep) {
  std::mt19937_64 random(3);
  for (const terms::Instruction& one : spec::instructions()) {
    const terms::Instruction& instruction = domains::resolved(one.mnemonic);
    const std::vector<terms::NodePtr> all = rules(instruction);
    const Variables variables(instruction);
    Folding& folding = variables.folding();
    std::vector<std::size_t> order(variables.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (int round = 0; round < 100; ++round) {
      std::shuffle(order.begin(), order.end(), random);
      Assignment values(variables.size(), kUnset);
      Terms step_by_step;
      for (const terms::NodePtr& rule : all) step_by_step.push_back(folding.term(rule));
      for (const std::size_t var : order) {
        values[var] = variables[var].domain[random() % variables[var].domain.size()];
        for (std::size_t i = 0; i < all.size(); ++i) {
          const terms::NodePtr expected = variables.substitute(all[i], values);
          step_by_step[i] = folding.with(step_by_step[i], values);
          ASSERT_TRUE(same_tree(step_by_step[i]->tree, expected));
          ASSERT_TRUE(same_tree(folding.with(folding.term(all[i]), values)->tree, expected));
          ASSERT_EQ(step_by_step[i]->vars, variables.discrete(expected));
        }
      }
    }
  }
}

TEST(Folding, HasOneTermForEqualTrees) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Variables variables(instruction);
  Folding folding(variables);
  for (const terms::NodePtr& rule : rules(instruction)) {
    const terms::NodePtr copy = terms::rewrite(rule, [](const terms::Node& node) -> terms::NodePtr {
      return node.args.empty() ? terms::make_node(node) : nullptr;
    });
    EXPECT_EQ(folding.term(terms::simplify(rule)), folding.term(terms::simplify(copy)));
  }
}

TEST(Folding, ConjunctsAreThoseOfTheTreeWithoutWhatAlwaysHolds) {
  const terms::Instruction& instruction = domains::resolved("TPARTADD");
  const Variables variables(instruction);
  Folding folding(variables);
  for (const terms::NodePtr& rule : rules(instruction)) {
    Terms expected;
    for (const terms::NodePtr& part : terms::conjuncts(rule))
      if (const Term* term = folding.term(part); !term->is_true()) expected.push_back(term);
    EXPECT_EQ(folding.conjuncts(folding.term(rule)), expected);
  }
}

TEST(Folding, HasOneSystemForEqualConditionsAndSizes) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Variables variables(instruction);
  Folding folding(variables);
  const auto system = folding.system({}, {4, 4});
  EXPECT_EQ(system, folding.system({}, {4, 4}));
  EXPECT_NE(system, folding.system({}, {4, 2}));
  EXPECT_TRUE(system->feasible());
}

}  // namespace
}  // namespace pto_cts::generators
