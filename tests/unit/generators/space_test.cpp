// SPDX-License-Identifier: MIT
#include "space.h"

#include <gtest/gtest.h>

#include "cells.h"
#include "domains.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::generators {
namespace {

using domains::Drawn;
using domains::Which;

class Neighbours : public testing::TestWithParam<Which> {};
INSTANTIATE_TEST_SUITE_P(All, Neighbours, testing::ValuesIn(domains::all()), domains::test_name);

TEST_P(Neighbours, OfALegalTupleIsTheTuple) {
  const Domain& domain = domains::domain(GetParam());
  int legal = 0, other = 0;
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    if (drawn.cell->kind != CellKind::legal) continue;
    ++legal;
    other += domain.legal_neighbour(drawn.tuple) != drawn.tuple;
  }
  EXPECT_EQ(other, 0) << "of " << legal;
}

TEST_P(Neighbours, AreLegalWhateverTheTuple) {
  const Domain& domain = domains::domain(GetParam());
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    const Tuple near = domain.legal_neighbour(drawn.tuple);
    ASSERT_EQ(evaluate::verdict(domain.instruction(), near, GetParam().profile).legality, evaluate::Legality::legal)
        << drawn.cell->id;
    ASSERT_EQ(near, domain.legal_neighbour(drawn.tuple));
  }
}

TEST_P(Neighbours, OfTheExamplesAreLegal) {
  const Domain& domain = domains::domain(GetParam());
  for (std::size_t k = 0; k < domain.instruction().examples.size(); ++k) {
    const Generated made = domain.example(k), again = domain.example(k);
    EXPECT_EQ(made.subject->payload, again.subject->payload);
    EXPECT_EQ(made.subject->tuple, domain.instruction().examples[k].tuple);
    const auto verdict = evaluate::verdict(domain.instruction(), *made.subject);
    EXPECT_EQ(made.subject->broken, verdict.clauses);
    EXPECT_EQ(made.expectation != nullptr, verdict.legality == evaluate::Legality::legal);
    EXPECT_EQ(made.subject->twin != nullptr, verdict.legality == evaluate::Legality::illegal);
    if (!made.subject->twin) continue;
    EXPECT_EQ(evaluate::verdict(domain.instruction(), *made.subject->twin).legality, evaluate::Legality::legal);
  }
}

TEST(Space, SmallestMeetsItsPredicatesAndIsAsSmallAsCanBe) {
  const terms::Instruction& instruction = domains::resolved("TPARTADD");
  const Variables variables(instruction);
  const RuleSet rules = rules_of(instruction, Profile::a2a3);
  const Space legal = legal_space(variables, rules);
  for (const Boundary& boundary : boundaries(instruction)) {
    const Space space = legal.where({boundary.predicate});
    const auto smallest = space.smallest();
    ASSERT_EQ(smallest.has_value(), !space.empty()) << boundary.name;
    if (!smallest) continue;
    EXPECT_EQ(evaluate::verdict(instruction, *smallest, Profile::a2a3).legality, evaluate::Legality::legal);
    EXPECT_TRUE(evaluate::holds(boundary.predicate, *smallest)) << boundary.name;
    EXPECT_EQ(space.smallest(), smallest);
  }
  const auto least = legal.smallest();
  ASSERT_TRUE(least.has_value());
  for (const TileOperand& operand : least->tiles) {
    EXPECT_EQ(tile_bytes(operand.tile), 512);
    EXPECT_EQ(operand.tile.valid_rows, 1);
    EXPECT_EQ(operand.tile.valid_cols, 1);
  }
}

TEST(Space, PossibleAgreesWithBuilding) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Variables variables(instruction);
  const RuleSet rules = rules_of(instruction, Profile::a5);
  std::vector<terms::NodePtr> all;
  for (const auto* clause : rules.clauses) all.push_back(clause->predicate.tree());
  for (const auto* condition : rules.core) all.push_back(condition->predicate.tree());
  const Space legal(variables, all);
  for (const Boundary& boundary : boundaries(instruction)) {
    std::vector<terms::NodePtr> more = all;
    more.push_back(boundary.predicate);
    EXPECT_EQ(Space::possible(variables, more), !legal.where({boundary.predicate}).empty()) << boundary.name;
    EXPECT_EQ(Space::possible(variables, more), !Space(variables, more).empty()) << boundary.name;
  }
}

}  // namespace
}  // namespace pto_cts::generators
