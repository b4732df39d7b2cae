// SPDX-License-Identifier: MIT
#include "variables.h"

#include <gtest/gtest.h>

#include "cells.h"
#include "domains.h"
#include "mutations.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/terms/operands.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

using terms::Field;
using terms::Node;
using terms::NodePtr;
using terms::Op;

// The rewritten tree on a tuple: its "dynamic" flags are replaced by what the tuple has.
bool rewritten_holds(const NodePtr& tree, const Tuple& tuple) {
  bool leftover = false;
  const NodePtr plain = terms::rewrite(tree, [&](const Node& node) -> NodePtr {
    const bool extent =
        node.op == Op::field && (node.field == Field::static_valid_rows || node.field == Field::static_valid_cols);
    if (!extent) return nullptr;
    leftover = leftover || node.sort != terms::Sort::boolean;
    const TileDesc& tile = tuple.tiles[static_cast<std::size_t>(node.index)].tile;
    const bool dynamic = node.field == Field::static_valid_rows ? has_dynamic_rows(tile) : has_dynamic_cols(tile);
    return terms::make_node({.op = Op::constant, .sort = terms::Sort::boolean, .value = dynamic});
  });
  EXPECT_FALSE(leftover);
  return evaluate::holds(plain, tuple);
}

TEST(WithoutStaticExtents, EveryRuleKeepsItsMeaning) {
  for (const terms::Instruction& one : spec::instructions()) {
    const terms::Instruction& instruction = domains::resolved(one.mnemonic);
    std::vector<NodePtr> rules;
    for (const terms::Clause& clause : instruction.clauses)
      if (clause.phase != terms::Phase::data) rules.push_back(clause.predicate.tree());
    for (const terms::CoreCondition& condition : instruction.core)
      if (condition.phase != terms::Phase::data) rules.push_back(condition.predicate.tree());
    std::vector<NodePtr> rewritten;
    for (const NodePtr& rule : rules) rewritten.push_back(without_static_extents(rule));
    const auto& drawn = domains::drawn({one.mnemonic, Profile::a5});
    mutations::Maker maker(instruction, 7);
    for (int i = 0; i < 2000; ++i) {
      const Tuple tuple = maker.neighbour(drawn[maker.below(drawn.size())].tuple);
      for (std::size_t r = 0; r < rules.size(); ++r)
        ASSERT_EQ(evaluate::holds(rules[r], tuple), rewritten_holds(rewritten[r], tuple))
            << one.mnemonic << " rule " << r;
    }
  }
}

TEST(WithoutStaticExtents, EveryShapeOfComparison) {
  const terms::Tile a(0), b(1);
  const std::vector<terms::Bool> rules = {
      a.dynamic_rows(),
      !a.dynamic_rows(),
      a.static_valid_rows != -1,
      a.static_valid_rows == b.static_valid_rows,
      a.static_valid_rows != b.static_valid_rows,
      a.static_valid_rows < b.static_valid_cols,
      a.static_valid_rows <= a.rows,
      0 <= a.static_valid_cols,
      a.static_valid_cols * 2 == b.valid_cols,
      a.static_valid_rows == 4,
      a.static_valid_rows != 4,
      !(a.static_valid_rows == a.static_valid_cols),
      terms::in(a.static_valid_rows, {-1, 3, 4}),
      terms::same_type(a, b),
      !terms::same_type(a, b),
      terms::implies(a.dynamic_rows() || b.dynamic_cols(), a.static_valid_cols == b.static_valid_cols),
      a.static_valid_rows % 2 == 0 && b.static_valid_rows - a.static_valid_rows == 1,
  };
  Tuple tuple = domains::drawn({"TMULS", Profile::a5}).front().tuple;
  for (std::size_t r = 0; r < rules.size(); ++r) {
    const NodePtr rewritten = without_static_extents(rules[r].tree());
    for (int bits = 0; bits < 16; ++bits)
      for (int i = 0; i < 81; ++i) {
        TileDesc &x = tuple.tiles[0].tile, &y = tuple.tiles[1].tile;
        x.rows = x.cols = y.rows = y.cols = 16;
        x.valid_rows = 2 + i % 3, x.valid_cols = 2 + i / 3 % 3, y.valid_rows = 2 + i / 9 % 3, y.valid_cols = 2 + i / 27;
        x.static_valid_rows = bits & 1 ? kDynamic : x.valid_rows;
        x.static_valid_cols = bits & 2 ? kDynamic : x.valid_cols;
        y.static_valid_rows = bits & 4 ? kDynamic : y.valid_rows;
        y.static_valid_cols = bits & 8 ? kDynamic : y.valid_cols;
        ASSERT_EQ(evaluate::holds(rules[r].tree(), tuple), rewritten_holds(rewritten, tuple)) << "rule " << r;
      }
  }
}

TEST(Variables, AssignmentAndTupleAreInverse) {
  for (const terms::Instruction& one : spec::instructions()) {
    const terms::Instruction& instruction = domains::resolved(one.mnemonic);
    const Variables variables(instruction);
    const auto& drawn = domains::drawn({one.mnemonic, Profile::a2a3});
    mutations::Maker maker(instruction, 8);
    for (int i = 0; i < 500; ++i) {
      const Tuple tuple = maker.neighbour(drawn[maker.below(drawn.size())].tuple);
      const Assignment values = variables.of(tuple);
      for (std::size_t v = 0; v < variables.size(); ++v) ASSERT_NE(values[v], kUnset);
      Tuple back = variables.tuple(values);
      ASSERT_EQ(variables.of(back), values);
      for (std::size_t t = 0; t < back.tiles.size(); ++t) {
        TileDesc& tile = back.tiles[t].tile;
        const TileDesc& wanted = tuple.tiles[t].tile;
        ASSERT_EQ(has_dynamic_rows(tile), has_dynamic_rows(wanted));
        ASSERT_EQ(has_dynamic_cols(tile), has_dynamic_cols(wanted));
        tile.rows = wanted.rows, tile.cols = wanted.cols;
        tile.valid_rows = wanted.valid_rows, tile.valid_cols = wanted.valid_cols;
        tile.static_valid_rows = wanted.static_valid_rows, tile.static_valid_cols = wanted.static_valid_cols;
      }
      ASSERT_EQ(back, tuple);
    }
  }
}

TEST(Variables, SubstitutionAgreesWithTheTuple) {
  for (const terms::Instruction& one : spec::instructions()) {
    const terms::Instruction& instruction = domains::resolved(one.mnemonic);
    const Variables variables(instruction);
    const auto& drawn = domains::drawn({one.mnemonic, Profile::a5});
    mutations::Maker maker(instruction, 9);
    const RuleSet rules = rules_of(instruction, Profile::a5);
    for (int i = 0; i < 300; ++i) {
      const Tuple tuple = maker.neighbour(drawn[maker.below(drawn.size())].tuple);
      for (const terms::CoreCondition* rule : rules.core) {
        const NodePtr left = variables.substitute(without_static_extents(rule->predicate.tree()), variables.of(tuple));
        ASSERT_EQ(variables.discrete(left), 0u);
        ASSERT_EQ(evaluate::holds(left, tuple), evaluate::holds(rule->predicate.tree(), tuple)) << rule->id;
      }
    }
  }
}

}  // namespace
}  // namespace pto_cts::generators
