// SPDX-License-Identifier: MIT
#include "pto_cts/terms/rewrite.h"

#include <gtest/gtest.h>

#include <limits>

#include "toy.h"

namespace pto_cts::terms {
namespace {

NodePtr number(std::int64_t value) {
  return make_node({.op = Op::constant, .sort = Sort::integer, .value = value});
}

bool is_true(const NodePtr& node) {
  return is_constant(node) && node->value == 1;
}
bool is_false(const NodePtr& node) {
  return is_constant(node) && node->value == 0;
}

bool mentions(const NodePtr& tree, Op op) {
  bool found = false;
  walk(tree, [&](const Node& node) { found |= node.op == op; });
  return found;
}

TEST(Apply, ComputesByTheDefinitionOfEachOperator) {
  EXPECT_EQ(apply(Op::add, 7, 5), 12);
  EXPECT_EQ(apply(Op::sub, 7, 5), 2);
  EXPECT_EQ(apply(Op::mul, 7, 5), 35);
  EXPECT_EQ(apply(Op::div, 7, 5), 1);
  EXPECT_EQ(apply(Op::mod, 7, 5), 2);
  EXPECT_EQ(apply(Op::ceil_div, 7, 5), 2);
  EXPECT_EQ(apply(Op::ceil_div, 10, 5), 2);
  EXPECT_EQ(apply(Op::ceil_div, 0, 5), 0);
  EXPECT_EQ(apply(Op::eq, 5, 5), 1);
  EXPECT_EQ(apply(Op::ne, 5, 5), 0);
  EXPECT_EQ(apply(Op::lt, 5, 5), 0);
  EXPECT_EQ(apply(Op::le, 5, 5), 1);
}

TEST(Apply, DividesByZeroToZeroAndLeavesTheRemainderWhole) {
  EXPECT_EQ(apply(Op::div, 7, 0), 0);
  EXPECT_EQ(apply(Op::mod, 7, 0), 7);
  EXPECT_EQ(apply(Op::ceil_div, 7, 0), 0);
}

TEST(Apply, SaturatesProductsOnTheSideOfTheirSign) {
  constexpr std::int64_t kHigh = std::numeric_limits<std::int64_t>::max(),
                         kLow = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kBig = std::int64_t{1} << 40;
  EXPECT_EQ(apply(Op::mul, kBig, kBig), kHigh);
  EXPECT_EQ(apply(Op::mul, -kBig, -kBig), kHigh);
  EXPECT_EQ(apply(Op::mul, kBig, -kBig), kLow);
  EXPECT_EQ(apply(Op::mul, -kBig, kBig), kLow);
}

TEST(Simplify, ComputesWhatIsConstant) {
  EXPECT_EQ(simplify((Int(2) * 3 + 4).tree())->value, 10);
  EXPECT_EQ(simplify(size_of(DType::f16).tree())->value, 2);
  EXPECT_TRUE(is_true(simplify(in(Int(3), {1, 3}).tree())));
  EXPECT_TRUE(is_false(simplify(in(Int(2), {1, 3}).tree())));
  EXPECT_TRUE(is_true(simplify((EnumTerm<DType>(DType::f16) == DType::f16).tree())));
  EXPECT_TRUE(is_false(simplify((Int(1) == 2).tree())));
  EXPECT_TRUE(is_true(simplify((toy::kDst.rows == toy::kDst.rows).tree())));
}

TEST(Simplify, DropsTheSideThatDoesNotDecide) {
  const Bool open = toy::kDst.rows == 3, yes = Int(1) == 1, no = Int(1) == 2;
  EXPECT_TRUE(same_tree(simplify((open && yes).tree()), open.tree()));
  EXPECT_TRUE(same_tree(simplify((yes && open).tree()), open.tree()));
  EXPECT_TRUE(same_tree(simplify((open || no).tree()), open.tree()));
  EXPECT_TRUE(same_tree(simplify((no || open).tree()), open.tree()));
  EXPECT_TRUE(is_false(simplify((open && no).tree())));
  EXPECT_TRUE(is_true(simplify((yes || open).tree())));
  EXPECT_TRUE(same_tree(simplify((!!open).tree()), open.tree()));
  EXPECT_TRUE(
      same_tree(simplify(select(yes, Scalar(0).value, toy::kSrc.at(row(), col())).tree()), Scalar(0).value.tree()));
}

TEST(Simplify, KeepsAFalseRuleOnAllElementsWhichAnEmptyRegionFulfils) {
  EXPECT_TRUE(is_true(simplify(for_all_valid(toy::kDst, Int(1) == 1).tree())));
  EXPECT_TRUE(mentions(simplify(for_all_valid(toy::kDst, Int(1) == 2).tree()), Op::for_all_elements));
}

TEST(Simplify, ChangesNoValue) {
  toy::Random random(1);
  for (int i = 0; i < 5000; ++i) {
    const NodePtr term = toy::random_bool(random, 4).tree();
    const NodePtr simple = simplify(term);
    ASSERT_TRUE(same_tree(simplify(simple), simple));
    for (int j = 0; j < 5; ++j) {
      const Tuple tuple = toy::random_tuple(random);
      const toy::Interpreter value(tuple, {"odd"});
      ASSERT_EQ(value(simple), value(term));
    }
  }
}

TEST(Simplify, LeavesNoOperatorOnConstantsAlone) {
  toy::Random random(2);
  for (int i = 0; i < 3000; ++i) {
    walk(simplify(toy::random_bool(random, 4).tree()), [](const Node& node) {
      if (node.args.empty()) return;
      for (const NodePtr& arg : node.args)
        if (!is_constant(arg)) return;
      FAIL() << "operator " << static_cast<int>(node.op) << " on constants alone";
    });
    if (HasFailure()) return;
  }
}

TEST(Rewrite, KeepsTheTreeItselfWhereNothingIsReplaced) {
  const NodePtr tree = (toy::kDst.rows + 1 == 2 && toy::kSrc.is_nd()).tree();
  EXPECT_EQ(rewrite(tree, [](const Node&) { return nullptr; }), tree);
}

TEST(Rewrite, WithTheValueOfAFieldMeansTheTermWhereTheFieldHasThatValue) {
  toy::Random random(3);
  for (int i = 0; i < 5000; ++i) {
    const NodePtr term = toy::random_bool(random, 4).tree();
    const auto rows = static_cast<std::int64_t>(random() % 6);
    const NodePtr narrowed = rewrite(term, [&](const Node& node) -> NodePtr {
      return node.op == Op::field && node.index == 0 && node.field == Field::rows ? number(rows) : nullptr;
    });
    for (int j = 0; j < 3; ++j) {
      Tuple tuple = toy::random_tuple(random);
      const std::int64_t on_any_tuple = toy::Interpreter(tuple, {})(narrowed);
      tuple.tiles[0].tile.rows = rows;
      ASSERT_EQ(on_any_tuple, toy::Interpreter(tuple, {})(term));
    }
  }
}

TEST(Rewrite, WithEveryFieldKnownLeavesAConstant) {
  toy::Random random(4);
  for (int i = 0; i < 2000; ++i) {
    const NodePtr term = toy::random_bool(random, 4).tree();
    const Tuple tuple = toy::random_tuple(random);
    const toy::Interpreter value(tuple, {"even"});
    const NodePtr known = rewrite(term, [&](const Node& node) -> NodePtr {
      if (!node.args.empty() || node.op == Op::constant) return nullptr;
      return make_node({.op = Op::constant, .sort = node.sort, .value = value(std::make_shared<const Node>(node))});
    });
    const NodePtr computed = simplify(known);
    ASSERT_TRUE(is_constant(computed));
    ASSERT_EQ(computed->value, value(term));
  }
}

Instruction with_readings() {
  Define d = toy::define();
  const Tile dst(0), src(1);
  d.require("rule", reading("odd") || dst.rows == 3, {"a"});
  d.core("bound", !reading("odd") || dst.cols == 3, "why");
  d.each_valid(dst, select(reading("even"), src.at(row(), col()), Scalar(0).value), reading("odd") && row() >= src.rows,
               {"a"});
  return d.instruction();
}

TEST(Under, ResolvesEveryReadingInClausesCoreAndEffects) {
  for (const Readings& readings : {Readings{}, Readings{"odd"}, Readings{"odd", "even"}, Readings{"other"}}) {
    const Instruction resolved = under(with_readings(), readings);
    EXPECT_FALSE(mentions(resolved.clauses[0].predicate.tree(), Op::reading));
    EXPECT_FALSE(mentions(resolved.core[0].predicate.tree(), Op::reading));
    EXPECT_FALSE(mentions(resolved.effects[0].value.tree(), Op::reading));
    EXPECT_FALSE(mentions(resolved.effects[0].unspecified_where.tree(), Op::reading));
  }
}

TEST(Under, ChoosesWhatTheReadingChooses) {
  const Instruction plain = under(with_readings(), {}), odd = under(with_readings(), {"odd", "even"});
  EXPECT_TRUE(same_tree(plain.clauses[0].predicate.tree(), (toy::kDst.rows == 3).tree()));
  EXPECT_TRUE(is_true(plain.core[0].predicate.tree()));
  EXPECT_TRUE(same_tree(plain.effects[0].value.tree(), Scalar(0).value.tree()));
  EXPECT_TRUE(is_false(plain.effects[0].unspecified_where.tree()));
  EXPECT_TRUE(is_true(odd.clauses[0].predicate.tree()));
  EXPECT_TRUE(same_tree(odd.core[0].predicate.tree(), (toy::kDst.cols == 3).tree()));
  EXPECT_TRUE(same_tree(odd.effects[0].value.tree(), toy::kSrc.at(row(), col()).tree()));
  EXPECT_TRUE(same_tree(odd.effects[0].unspecified_where.tree(), (row() >= toy::kSrc.rows).tree()));
}

TEST(Under, ChangesNoValue) {
  toy::Random random(5);
  for (int i = 0; i < 2000; ++i) {
    Define d = toy::define();
    const Bool rule = toy::random_bool(random, 4);
    d.require("rule", rule, {"a"});
    const Readings readings = random() % 2 == 0 ? Readings{"odd"} : Readings{"even"};
    const Instruction resolved = under(d.instruction(), readings);
    const Tuple tuple = toy::random_tuple(random);
    ASSERT_EQ(toy::Interpreter(tuple, {})(resolved.clauses[0].predicate.tree()),
              toy::Interpreter(tuple, readings)(rule.tree()));
  }
}

TEST(Under, LeavesEverythingElseAsItWas) {
  const Instruction before = with_readings(), after = under(before, {"odd"});
  EXPECT_EQ(after.mnemonic, before.mnemonic);
  EXPECT_EQ(after.clauses[0].id, before.clauses[0].id);
  EXPECT_EQ(after.clauses[0].cites.size(), before.clauses[0].cites.size());
  EXPECT_EQ(after.core[0].why, before.core[0].why);
  EXPECT_EQ(after.tiles.size(), before.tiles.size());
}

}  // namespace
}  // namespace pto_cts::terms
