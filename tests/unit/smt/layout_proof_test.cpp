// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "prover.h"

namespace pto_cts::smt {
namespace {

using terms::Int;

constexpr Layout kLayouts[] = {Layout::ND, Layout::DN, Layout::Nz, Layout::Zn, Layout::Zz, Layout::Nn};

bool has_boxes(Layout layout) { return layout != Layout::ND && layout != Layout::DN; }

bool sound(Layout layout, const Box& box, const SymbolicMap& map = own_map) {
  for (const Query& query : map_questions(layout, box, map)) {
    const Answer answer = ask_script(query);
    EXPECT_NE(answer, Answer::unknown);
    if (answer != Answer::unsat) return false;
  }
  return true;
}

TEST(LayoutProof, TheSuitesMapsAreOneToOneAndInside) {
  for (const Layout layout : kLayouts)
    for (const Box& box : {Box{1, 1}, Box{16, 32}, Box{16, 4}, Box{8, 16}, Box{16, 2}})
      if (has_boxes(layout) || box.rows == 1) {
        EXPECT_TRUE(sound(layout, box)) << name(layout);
      }
}

// A stride that is one off, or one that forgets an extent, is found out in every layout and at every place.
TEST(LayoutProof, WrongStridesAreFound) {
  int wrong = 0, found = 0;
  for (const Layout layout : kLayouts) {
    const Box box = has_boxes(layout) ? Box{16, 8} : Box{1, 1};
    for (int place = 0; place < 4; ++place)
      for (const bool forgotten : {false, true}) {
        if (!has_boxes(layout) && place >= 2) continue;  // No element lies inside a box of one.
        const SymbolicMap map = [&](Layout l, const Int& rows, const Int& cols, const Int& box_rows, const Int& box_cols) {
          Strides<Int> strides = own_map(l, rows, cols, box_rows, box_cols);
          Int* all[] = {&strides.box_row, &strides.box_col, &strides.row, &strides.col};
          *all[place] = forgotten ? Int(0) : *all[place] + Int(1);
          return strides;
        };
        ++wrong;
        found += !sound(layout, box, map);
      }
  }
  EXPECT_EQ(found, wrong);
}

// The map that is proved is the one that the suite computes with.
TEST(LayoutProof, ConcreteMapHasTheSameStrides) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts) {
      TileDesc tile = default_tile(TileType::Vec, DType::f16, 48, 64);
      tile.blayout = blayout;
      tile.slayout = slayout;
      const Box box = *box_of(tile);
      const auto strides = strides_of<std::int64_t>(layout_of(tile), tile.rows, tile.cols, box.rows, box.cols);
      const LayoutMap map(tile);
      for (std::int64_t row = 0; row < tile.rows; ++row)
        for (std::int64_t col = 0; col < tile.cols; ++col)
          ASSERT_EQ(map.element_offset(row, col), row / box.rows * strides.box_row + col / box.cols * strides.box_col +
                                                      row % box.rows * strides.row + col % box.cols * strides.col);
    }
}

}  // namespace
}  // namespace pto_cts::smt
