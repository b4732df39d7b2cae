// SPDX-License-Identifier: MIT
#include "extents.h"

#include <gtest/gtest.h>

#include <set>

#include "cells.h"
#include "domains.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::generators {
namespace {

// From the tile page, number by number.
std::set<Shape> legal_shapes(std::int64_t bytes) {
  std::set<Shape> shapes;
  for (std::int64_t rows = 1; rows <= 32768; ++rows)
    for (std::int64_t cols = 1; rows * cols * bytes <= 32768; ++cols)
      if (rows * cols * bytes % 512 == 0 && cols * bytes % 32 == 0) shapes.insert({rows, cols});
  return shapes;
}

TEST(Shapes, HoldEveryLegalShape) {
  for (const int bytes : {1, 2, 4, 8}) {
    const auto universe = shape_universe(bytes);
    const std::set<Shape> all(universe.begin(), universe.end());
    EXPECT_EQ(all.size(), universe.size());
    const std::set<Shape> legal = legal_shapes(bytes);
    EXPECT_EQ(legal.size(), 924u);
    for (const Shape& shape : legal) EXPECT_EQ(all.count(shape), 1u) << shape.rows << "x" << shape.cols;
  }
}

TEST(Shapes, AreSortedBySizeThenRowsAndNotHuge) {
  for (const int bytes : {1, 2, 4, 8}) {
    const auto universe = shape_universe(bytes);
    for (std::size_t i = 1; i < universe.size(); ++i) {
      const Shape &a = universe[i - 1], &b = universe[i];
      EXPECT_LE(a.rows * a.cols, b.rows * b.cols);
      if (a.rows * a.cols == b.rows * b.cols) {
        EXPECT_LT(a.rows, b.rows);
      }
    }
    EXPECT_LE(universe.back().rows * universe.back().cols * bytes, 65536);
    EXPECT_EQ(universe.front(), (Shape{1, 1}));
  }
}

TEST(Shapes, BeyondTheLegalOnesBreakEveryRuleOfTheTilePage) {
  for (const int bytes : {1, 2, 4, 8}) {
    bool small = false, large = false, odd = false, unaligned = false, exact = false;
    for (const Shape& s : shape_universe(bytes)) {
      const std::int64_t size = s.rows * s.cols * bytes;
      const bool aligned = s.cols * bytes % 32 == 0;
      small |= aligned && size < 512;
      large |= aligned && size > 32768 && size % 512 == 0;
      odd |= aligned && size > 512 && size < 32768 && size % 512 != 0;
      unaligned |= !aligned && size >= 512 && size <= 32768 && size % 512 == 0;
      exact |= size == 32768 + 512 && aligned;
    }
    EXPECT_TRUE(small && large && odd && unaligned) << bytes;
  }
}

// The space draws from all of the legal shapes, and from no others.
TEST(Shapes, OfALegalTileAreDrawnAllOfThem) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Variables variables(instruction);
  const Space legal = legal_space(variables, rules_of(instruction, Profile::a5));
  const terms::Tile dst(0);
  for (const DType dtype : {DType::i8, DType::f16, DType::f32}) {
    const Space one = legal.where({(dst.dtype == dtype).tree()});
    Draw draw({1, 2, 3, static_cast<std::uint64_t>(dtype)});
    std::set<Shape> found;
    for (int i = 0; i < 60000; ++i) {
      const Tuple tuple = one.draw(draw);
      found.insert({tuple.tiles[0].tile.rows, tuple.tiles[0].tile.cols});
    }
    EXPECT_TRUE(found == legal_shapes(element_bytes(dtype))) << found.size();
  }
}

// Each single legal shape makes a feasible space, each other shape of up to 32 KiB does not.
TEST(Shapes, AreAdmittedOneByOne) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Variables variables(instruction);
  const Space legal = legal_space(variables, rules_of(instruction, Profile::a2a3));
  const terms::Tile dst(0);
  const Space f32 = legal.where({(dst.dtype == DType::f32).tree()});
  const std::set<Shape> expected = legal_shapes(4);
  for (std::int64_t rows = 1; rows <= 260; rows += 7)
    for (std::int64_t cols = 1; cols <= 130; cols += 1) {
      if (cols % 4 != 0 && cols % 5 != 0) continue;
      const Space at = f32.where({(dst.rows == static_cast<int>(rows) && dst.cols == static_cast<int>(cols)).tree()});
      EXPECT_EQ(!at.empty(), expected.count({rows, cols}) == 1) << rows << "x" << cols;
    }
}

}  // namespace
}  // namespace pto_cts::generators
