// SPDX-License-Identifier: MIT
#include "extents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pto_cts::generators {
namespace {

struct Bound {
  int x, y;
  std::int64_t c;
};

constexpr int kVariables = 3;
constexpr std::int64_t kLeast = -3, kMost = 3;
using Point = std::vector<std::int64_t>;

bool holds(const Bound& bound, const Point& point) {
  const auto at = [&](int x) { return x == kVariables ? 0 : point[static_cast<std::size_t>(x)]; };
  return at(bound.x) - at(bound.y) <= bound.c;
}

std::vector<Point> solutions(const std::vector<Bound>& bounds) {
  std::vector<Point> found;
  for (std::int64_t a = kLeast; a <= kMost; ++a)
    for (std::int64_t b = kLeast; b <= kMost; ++b)
      for (std::int64_t c = kLeast; c <= kMost; ++c) {
        const Point point = {a, b, c};
        bool all = true;
        for (const Bound& bound : bounds) all = all && holds(bound, point);
        if (all) found.push_back(point);
      }
  return found;
}

struct System {
  std::vector<Bound> bounds;
  DifferenceBounds matrix{kVariables};
  bool feasible = true;
};

System random_system(std::mt19937& random) {
  System system;
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto add = [&](Bound bound) {
    system.bounds.push_back(bound);
    if (system.feasible) system.feasible = system.matrix.add(bound.x, bound.y, bound.c);
  };
  for (int x = 0; x < kVariables; ++x) {
    add({x, system.matrix.zero(), kMost});
    add({system.matrix.zero(), x, -kLeast});
  }
  for (int i = below(7); i > 0; --i) add({below(kVariables + 1), below(kVariables + 1), below(9) - 4});
  return system;
}

TEST(DifferenceBounds, AreFeasibleWhereBruteForceFindsASolution) {
  std::mt19937 random(1);
  int infeasible = 0;
  for (int i = 0; i < 4000; ++i) {
    const System system = random_system(random);
    ASSERT_EQ(system.feasible, !solutions(system.bounds).empty());
    infeasible += !system.feasible;
  }
  EXPECT_GT(infeasible, 400);
  EXPECT_LT(infeasible, 3600);
}

TEST(DifferenceBounds, AreClosedAndTight) {
  std::mt19937 random(2);
  for (int i = 0; i < 1500; ++i) {
    const System system = random_system(random);
    if (!system.feasible) continue;
    const auto points = solutions(system.bounds);
    const auto& m = system.matrix;
    for (int x = 0; x <= kVariables; ++x) {
      EXPECT_EQ(m.at(x, x), 0);
      for (int y = 0; y <= kVariables; ++y) {
        std::int64_t greatest = INT64_MIN;
        for (const Point& point : points)
          greatest = std::max(greatest, (x == kVariables ? 0 : point[static_cast<std::size_t>(x)]) -
                                            (y == kVariables ? 0 : point[static_cast<std::size_t>(y)]));
        ASSERT_EQ(m.at(x, y), greatest);
        for (int z = 0; z <= kVariables; ++z) ASSERT_LE(m.at(x, y), m.at(x, z) + m.at(z, y));
      }
    }
  }
}

// Whatever was chosen so far: the range is exactly what can be completed, and never empty.
TEST(DifferenceBounds, RangeIsExactlyWhatCanBeCompleted) {
  std::mt19937 random(3);
  for (int i = 0; i < 800; ++i) {
    const System system = random_system(random);
    if (!system.feasible) continue;
    const auto points = solutions(system.bounds);
    std::vector<int> order = {0, 1, 2};
    std::shuffle(order.begin(), order.end(), random);
    Point values(kVariables, 0);
    std::vector<char> known(kVariables, 0);
    for (const int x : order) {
      const auto at = static_cast<std::size_t>(x);
      const auto range = system.matrix.range(x, values, known);
      ASSERT_LE(range.low, range.high);
      for (std::int64_t value = kLeast - 1; value <= kMost + 1; ++value) {
        const bool completed = std::any_of(points.begin(), points.end(), [&](const Point& point) {
          for (std::size_t y = 0; y < kVariables; ++y)
            if (known[y] && point[y] != values[y]) return false;
          return point[at] == value;
        });
        ASSERT_EQ(completed, range.low <= value && value <= range.high);
      }
      values[at] =
          range.low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(range.high - range.low + 1));
      known[at] = 1;
    }
    for (const Bound& bound : system.bounds) ASSERT_TRUE(holds(bound, values));
  }
}

TEST(DifferenceBounds, WithoutBoundsAreOpen) {
  DifferenceBounds bounds(2);
  EXPECT_EQ(bounds.at(0, 1), DifferenceBounds::kNone);
  EXPECT_TRUE(bounds.add(0, 1, 5));
  EXPECT_TRUE(bounds.add(0, 1, 7));
  EXPECT_EQ(bounds.at(0, 1), 5);
  EXPECT_EQ(bounds.at(1, 0), DifferenceBounds::kNone);
  EXPECT_EQ(bounds.at(0, bounds.zero()), DifferenceBounds::kNone);
  EXPECT_TRUE(bounds.add(1, bounds.zero(), 3));
  EXPECT_EQ(bounds.at(0, bounds.zero()), 8);
  EXPECT_FALSE(bounds.add(bounds.zero(), 0, -9));
}

}  // namespace
}  // namespace pto_cts::generators
