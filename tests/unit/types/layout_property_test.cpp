// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "pto_cts/types/layout.h"

namespace pto_cts {
namespace {

// A shape of whole boxes, a place in it, and back.
TEST(LayoutProperty, CoordinatesUndoTheOffsetInEveryLayout) {
  EXPECT_TRUE(rc::check([] {
    TileDesc tile;
    tile.dtype = *rc::gen::element(DType::u8, DType::f16, DType::f32, DType::i64);
    tile.blayout = *rc::gen::element(BLayout::RowMajor, BLayout::ColMajor);
    tile.slayout = *rc::gen::element(SLayout::NoneBox, SLayout::RowMajor, SLayout::ColMajor);
    tile.fractal_bytes = *rc::gen::element(std::int64_t{512}, std::int64_t{1024}, std::int64_t{32});
    const Box box = box_of(tile).value();
    tile.rows = box.rows * *rc::gen::inRange(1, 9);
    tile.cols = box.cols * *rc::gen::inRange(1, 9);
    const auto row = *rc::gen::inRange(std::int64_t{0}, tile.rows), col = *rc::gen::inRange(std::int64_t{0}, tile.cols);
    const LayoutMap map(tile);
    const std::int64_t offset = map.element_offset(row, col);
    RC_ASSERT(0 <= offset && offset < tile.rows * tile.cols);
    RC_ASSERT(map.coordinates(offset).row == row);
    RC_ASSERT(map.coordinates(offset).col == col);
  }));
}

}  // namespace
}  // namespace pto_cts
