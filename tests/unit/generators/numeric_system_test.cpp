// SPDX-License-Identifier: MIT
// Conjunctions of conditions on shapes and extents against an enumeration of all values.
#include "numeric_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string>

#include "pto_cts/terms/operands.h"
#include "pto_cts/terms/print.h"
#include "pto_cts/terms/rewrite.h"
#include "trees.h"
#include "variables.h"

namespace pto_cts::generators {
namespace {

using terms::Bool;
using terms::Int;
using terms::NodePtr;
using terms::Op;
using terms::Tile;

constexpr int kTiles = 2;
const std::vector<int> kBytes = {4, 4};

std::int64_t value(const terms::Node& node, const Numbers& numbers) {
  const auto arg = [&](std::size_t i) { return value(*node.args[i], numbers); };
  switch (node.op) {
    case Op::constant: return node.value;
    case Op::field: return numbers[static_cast<std::size_t>(numeric_var(node))];
    case Op::logical_not: return !arg(0);
    case Op::logical_and: return arg(0) && arg(1);
    case Op::logical_or: return arg(0) || arg(1);
    case Op::add: return arg(0) + arg(1);
    case Op::sub: return arg(0) - arg(1);
    case Op::mul: return arg(0) * arg(1);
    case Op::mod: return arg(0) % arg(1);
    case Op::eq: return arg(0) == arg(1);
    case Op::ne: return arg(0) != arg(1);
    case Op::lt: return arg(0) < arg(1);
    case Op::le: return arg(0) <= arg(1);
    case Op::in_set: return std::count(node.values.begin(), node.values.end(), arg(0)) > 0;
    default: throw std::logic_error("no such operator in these tests");
  }
}

bool all_hold(const std::vector<Bool>& conditions, const Numbers& numbers) {
  return std::all_of(conditions.begin(), conditions.end(),
                     [&](const Bool& c) { return value(*c.tree(), numbers) != 0; });
}

// Small tiles only: 1 to 4 rows and columns, extents of 0 to 5.
std::vector<Bool> small_domain() {
  std::vector<Bool> conditions;
  for (int i = 0; i < kTiles; ++i) {
    const Tile tile(i);
    for (const Int& extent : {tile.rows, tile.cols}) conditions.push_back(extent <= 4);
    for (const Int& extent : {tile.valid_rows, tile.valid_cols}) conditions.push_back(0 <= extent && extent <= 5);
  }
  return conditions;
}

// Valid columns do not take part: 4^4 * 6^2 points.
bool brute_force(const std::vector<Bool>& conditions) {
  Numbers n(8, 0);
  n[kValidCols] = n[4 + kValidCols] = 1;
  for (n[0] = 1; n[0] <= 4; ++n[0])
    for (n[1] = 1; n[1] <= 4; ++n[1])
      for (n[4] = 1; n[4] <= 4; ++n[4])
        for (n[5] = 1; n[5] <= 4; ++n[5])
          for (n[2] = 0; n[2] <= 5; ++n[2])
            for (n[6] = 0; n[6] <= 5; ++n[6])
              if (all_hold(conditions, n)) return true;
  return false;
}

struct Conditions {
  std::mt19937 random;
  bool modular = true;  // Remainders and sets of valid extents as well.

  int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }

  Int extent() {
    const Tile tile(below(kTiles));
    const Int all[] = {tile.rows, tile.cols, tile.valid_rows, tile.valid_rows};
    return all[below(4)];
  }

  Bool atom() {
    const Tile tile(below(kTiles));
    switch (below(modular ? 9 : 7)) {
      case 0: return extent() <= extent() + (below(5) - 2);
      case 1: return extent() == extent() + (below(3) - 1);
      case 2: return extent() != extent() + (below(3) - 1);
      case 3: return extent() < Int(below(6));
      case 4: return extent() != Int(below(5));
      case 5: return terms::in(modular ? extent() : below(2) == 0 ? tile.rows : tile.cols, {1, 3, 4});
      case 6: return tile.rows * tile.cols <= Int(1 + below(12));
      case 7: return tile.valid_rows % 2 == below(2);
      default: return tile.rows * tile.cols % 3 != 0;
    }
  }

  Bool condition(int depth) {
    switch (depth == 0 ? 3 : below(5)) {
      case 0: return condition(depth - 1) && condition(depth - 1);
      case 1: return condition(depth - 1) || condition(depth - 1);
      case 2: return !condition(depth - 1);
      default: return atom();
    }
  }
};

NumericSystem system_of(const std::vector<Bool>& conditions) {
  std::vector<NodePtr> trees;
  for (const Bool& condition : conditions) trees.push_back(terms::simplify(condition.tree()));
  return NumericSystem(trees, kBytes);
}

// The conditions beyond the small domain, and which of them hold.
std::string describe(const std::vector<Bool>& conditions, const Numbers& numbers) {
  std::string text;
  for (const std::int64_t number : numbers) text += std::to_string(number) + " ";
  static const terms::Instruction two = [] {
    terms::Instruction made;
    made.tiles = {{"a"}, {"b"}};
    return made;
  }();
  for (std::size_t i = 0; i < conditions.size(); ++i)
    if (i >= small_domain().size() || !numbers.empty())
      text += "\n" + terms::print(two, conditions[i].tree()) +
              (numbers.empty()                              ? ""
               : value(*conditions[i].tree(), numbers) != 0 ? " holds"
                                                            : " FAILS");
  return text;
}

// What a system gives meets the conditions; and if it gives nothing, there is nothing.
void compare(const std::vector<Bool>& conditions, int& feasible) {
  const NumericSystem system = system_of(conditions);
  ASSERT_EQ(system.feasible(), brute_force(conditions)) << describe(conditions, {});
  if (!system.feasible()) return;
  ++feasible;
  Draw draw({1, 2, 3, 4});
  for (const Branch& branch : system.branches()) {
    const auto smallest = branch.smallest();
    ASSERT_TRUE(smallest && all_hold(conditions, *smallest));
    for (int i = 0; i < 5; ++i) {
      const auto drawn = branch.draw(draw, nullptr, i % 2 == 0);
      if (drawn) {
        ASSERT_TRUE(all_hold(conditions, *drawn)) << describe(conditions, *drawn);
      }
      const auto near = branch.draw(draw, &*smallest, false);
      ASSERT_TRUE(near.has_value());
      ASSERT_EQ(*near, *smallest);
    }
  }
}

TEST(NumericSystem, OfDifferencesAndShapesAgreesWithBruteForce) {
  Conditions make{std::mt19937(1), false};
  int feasible = 0;
  for (int i = 0; i < 1500; ++i) {
    std::vector<Bool> conditions = small_domain();
    for (int n = 2 + make.below(4); n > 0; --n) conditions.push_back(make.condition(2));
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(compare(conditions, feasible));
  }
  EXPECT_GT(feasible, 300);
  EXPECT_LT(feasible, 1400);
}

TEST(NumericSystem, WithSetsOfValidExtentsAgreesWithBruteForce) {
  Conditions make{std::mt19937(2), true};
  int feasible = 0;
  for (int i = 0; i < 1500; ++i) {
    std::vector<Bool> conditions = small_domain();
    for (int n = 1 + make.below(3); n > 0; --n) conditions.push_back(make.condition(2));
    SCOPED_TRACE(i);
    ASSERT_NO_FATAL_FAILURE(compare(conditions, feasible));
  }
  EXPECT_GT(feasible, 300);
}

// The first extent is drawn before the second one, on which the condition lies.
TEST(NumericSystem, RemainderOfAnExtentThatEqualsAnEarlierOne) {
  const Tile a(0), b(1);
  const std::vector<Bool> conditions = {a.valid_rows == b.valid_rows, b.valid_rows % 8 == 0, 1 <= b.valid_rows,
                                        b.valid_rows <= b.rows, a.valid_rows <= a.rows};
  const NumericSystem system = system_of(conditions);
  ASSERT_TRUE(system.feasible());
  const auto smallest = system.branches().front().smallest();
  EXPECT_TRUE(smallest && all_hold(conditions, *smallest));
}

TEST(NumericSystem, MultiplesOfExtents) {
  const Tile a(0), b(1);
  int number = 0;
  for (const std::vector<Bool>& conditions :
       {std::vector<Bool>{a.valid_cols * 4 <= b.cols * 32, 1 <= a.valid_cols, a.valid_cols <= a.cols},
        std::vector<Bool>{a.rows * 3 == b.rows, b.rows <= 12}, std::vector<Bool>{a.rows + a.cols <= 6},
        std::vector<Bool>{a.valid_rows * 2 == b.valid_rows, 5 <= b.valid_rows, b.valid_rows <= b.rows}}) {
    const NumericSystem system = system_of(conditions);
    ++number;
    EXPECT_TRUE(system.feasible()) << number;
    Draw draw({9, 9, 9, 9});
    for (const Branch& branch : system.branches()) {
      EXPECT_TRUE(all_hold(conditions, *branch.smallest())) << number;
      for (int i = 0; i < 50; ++i) {
        const auto drawn = branch.draw(draw, nullptr, false);
        if (drawn) {
          ASSERT_TRUE(all_hold(conditions, *drawn));
        }
      }
    }
  }
  EXPECT_FALSE(system_of({a.rows * 2 == b.rows, b.rows == 3}).feasible());
  EXPECT_FALSE(system_of({a.valid_rows * 2 == b.valid_rows, b.valid_rows == 3}).feasible());
}

TEST(NumericSystem, RefusesWhatItCannotNarrow) {
  const Tile a(0), b(1);
  EXPECT_THROW(system_of({a.valid_rows * b.valid_rows == 4}), std::logic_error);
  EXPECT_THROW(system_of({a.valid_rows + b.valid_rows + a.valid_cols <= 4}), std::logic_error);
}

TEST(NumericSystem, OfNothingIsFeasibleAndOfAContradictionIsNot) {
  const Tile a(0);
  EXPECT_TRUE(system_of({}).feasible());
  EXPECT_FALSE(system_of({a.rows < 1}).feasible());
  EXPECT_FALSE(system_of({a.valid_rows < a.valid_rows}).feasible());
  EXPECT_FALSE(system_of({a.rows == 2 && !(a.rows == 2)}).feasible());
  EXPECT_FALSE(system_of({Bool(terms::make_node({.op = Op::constant, .value = 0}))}).feasible());
}

TEST(TreeKey, TellsTreesApart) {
  const Tile a(0), b(1);
  const std::vector<Bool> all = {a.rows == 1,
                                 a.rows == 2,
                                 a.cols == 1,
                                 b.rows == 1,
                                 a.rows != 1,
                                 a.rows <= 1,
                                 terms::in(a.rows, {1, 2}),
                                 terms::in(a.rows, {12}),
                                 a.dynamic_rows(),
                                 !(a.rows == 1),
                                 a.rows == 1 && a.cols == 2,
                                 a.rows == 1 || a.cols == 2,
                                 a.rows - 1 == 2};
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j) {
      EXPECT_EQ(tree_key(all[i].tree()) == tree_key(all[j].tree()), i == j);
      EXPECT_EQ(tree_hash(all[i].tree(), 5) == tree_hash(all[j].tree(), 5), i == j);
    }
  EXPECT_EQ(tree_key((a.rows == 1).tree(), true), tree_key((b.rows == 1).tree(), true));
  EXPECT_NE(tree_hash(all[0].tree(), 1), tree_hash(all[0].tree(), 2));
}

}  // namespace
}  // namespace pto_cts::generators
