// SPDX-License-Identifier: MIT
// The layout maps against a second implementation: the storage is walked in order, box by box, and each place numbered.
#include "pto_cts/types/layout.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

namespace pto_cts {
namespace {

struct Named {
  Layout layout;
  std::string_view name;
  BLayout blayout;
  SLayout slayout;
  bool boxes_by_rows;
  bool elements_by_rows;
};

constexpr Named kLayouts[] = {
    {Layout::ND, "ND", BLayout::RowMajor, SLayout::NoneBox, true, true},
    {Layout::DN, "DN", BLayout::ColMajor, SLayout::NoneBox, false, false},
    {Layout::Nz, "Nz", BLayout::ColMajor, SLayout::RowMajor, false, true},
    {Layout::Zn, "Zn", BLayout::RowMajor, SLayout::ColMajor, true, false},
    {Layout::Zz, "Zz", BLayout::RowMajor, SLayout::RowMajor, true, true},
    {Layout::Nn, "Nn", BLayout::ColMajor, SLayout::ColMajor, false, false},
};

constexpr DType kOneOfEachSize[] = {DType::u8, DType::bf16, DType::f32, DType::i64};

TileDesc tile_of(const Named& layout, DType dtype, std::int64_t fractal_bytes, std::int64_t rows, std::int64_t cols) {
  TileDesc tile = default_tile(TileType::Mat, dtype, rows, cols);
  tile.blayout = layout.blayout;
  tile.slayout = layout.slayout;
  tile.fractal_bytes = fractal_bytes;
  return tile;
}

using Place = std::pair<std::int64_t, std::int64_t>;

/// Visits the numbers below `rows` and `cols` in pairs, along rows or along columns.
template <typename Visit>
void walk(std::int64_t rows, std::int64_t cols, bool by_rows, Visit visit) {
  for (std::int64_t outer = 0; outer < (by_rows ? rows : cols); ++outer)
    for (std::int64_t inner = 0; inner < (by_rows ? cols : rows); ++inner)
      visit(by_rows ? outer : inner, by_rows ? inner : outer);
}

std::vector<Place> in_storage_order(const Named& layout, std::int64_t rows, std::int64_t cols, Box box) {
  std::vector<Place> order;
  walk(rows / box.rows, cols / box.cols, layout.boxes_by_rows, [&](std::int64_t box_row, std::int64_t box_col) {
    walk(box.rows, box.cols, layout.elements_by_rows, [&](std::int64_t row, std::int64_t col) {
      order.emplace_back(box_row * box.rows + row, box_col * box.cols + col);
    });
  });
  return order;
}

/// The boxes as the page on tiles has them, for the element sizes 1, 2, 4 and 8, row-major sub-layout.
Box row_major_box(std::int64_t fractal_bytes, int element) {
  if (fractal_bytes == 1024) return {16, 16};
  if (fractal_bytes == 32) return {16, 2};
  return {16, element == 1 ? 32 : element == 2 ? 16 : element == 4 ? 8 : 4};
}

void expect_map_is_walk(const TileDesc& tile, const Named& layout, Box box) {
  const std::vector<Place> order = in_storage_order(layout, tile.rows, tile.cols, box);
  ASSERT_EQ(order.size(), static_cast<std::size_t>(tile.rows * tile.cols));
  ASSERT_TRUE(has_sound_layout(tile));
  const LayoutMap map(tile);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto [row, col] = order[i];
    ASSERT_EQ(map.element_offset(row, col), static_cast<std::int64_t>(i)) << layout.name << " " << row << "," << col;
    const LayoutMap::Coordinates back = map.coordinates(static_cast<std::int64_t>(i));
    ASSERT_EQ((Place{back.row, back.col}), order[i]) << layout.name << " offset " << i;
  }
}

TEST(Layout, FollowsFromBlockAndSubLayout) {
  for (const Named& layout : kLayouts) {
    EXPECT_EQ(layout_of(layout.blayout, layout.slayout), layout.layout);
    EXPECT_EQ(layout_of(tile_of(layout, DType::f32, 512, 16, 16)), layout.layout);
    EXPECT_EQ(name(layout.layout), layout.name);
  }
}

TEST(Layout, BoxHasTheExtentsOfTheFractalSize) {
  for (const Named& layout : kLayouts)
    for (const DType dtype : kOneOfEachSize)
      for (const std::int64_t fractal : {512, 1024, 32}) {
        const auto box = box_of(tile_of(layout, dtype, fractal, 64, 64));
        ASSERT_TRUE(box);
        Box wanted = row_major_box(fractal, element_bytes(dtype));
        if (layout.slayout == SLayout::ColMajor) std::swap(wanted.rows, wanted.cols);
        if (layout.slayout == SLayout::NoneBox) wanted = {1, 1};
        EXPECT_EQ(box->rows, wanted.rows) << layout.name << name(dtype) << fractal;
        EXPECT_EQ(box->cols, wanted.cols) << layout.name << name(dtype) << fractal;
      }
}

TEST(Layout, OfUnknownBoxSizeIsUnsoundUnlessThereAreNoBoxes) {
  for (const Named& layout : kLayouts)
    for (const std::int64_t fractal : {0, 1, -512, 48, 256, 513, 2048}) {
      const TileDesc tile = tile_of(layout, DType::f32, fractal, 64, 64);
      const bool boxed = layout.slayout != SLayout::NoneBox;
      EXPECT_EQ(box_of(tile).has_value(), !boxed);
      EXPECT_EQ(has_sound_layout(tile), !boxed);
    }
}

TEST(Layout, MapWithoutBoxesIsTheStorageWalkedAlongRowsOrColumns) {
  for (const Named& layout : {kLayouts[0], kLayouts[1]})
    for (const DType dtype : kOneOfEachSize)
      for (const auto& [rows, cols] :
           {Place{1, 1}, Place{1, 256}, Place{128, 1}, Place{7, 13}, Place{16, 16}, Place{33, 32}})
        expect_map_is_walk(tile_of(layout, dtype, 512, rows, cols), layout, Box{1, 1});
}

TEST(Layout, MapWithBoxesIsTheStorageWalkedBoxByBox) {
  for (const Named& layout : kLayouts) {
    if (layout.slayout == SLayout::NoneBox) continue;
    for (const DType dtype : kOneOfEachSize)
      for (const std::int64_t fractal : {512, 1024, 32}) {
        Box box = row_major_box(fractal, element_bytes(dtype));
        if (layout.slayout == SLayout::ColMajor) std::swap(box.rows, box.cols);
        for (const auto& [down, across] :
             {Place{1, 1}, Place{1, 5}, Place{4, 1}, Place{2, 3}, Place{3, 4}, Place{5, 2}}) {
          expect_map_is_walk(tile_of(layout, dtype, fractal, down * box.rows, across * box.cols), layout, box);
          if (HasFatalFailure()) return;
        }
      }
  }
}

TEST(Layout, MapHasTheValuesWorkedOutByHand) {
  // f32, boxes of 16 x 8 or 8 x 16, tile 32 x 32, element (17, 10).
  const auto offset = [](const Named& layout, std::int64_t row, std::int64_t col) {
    return LayoutMap(tile_of(layout, DType::f32, 512, 32, 32)).element_offset(row, col);
  };
  EXPECT_EQ(offset(kLayouts[0], 17, 10), 17 * 32 + 10);
  EXPECT_EQ(offset(kLayouts[1], 17, 10), 10 * 32 + 17);
  EXPECT_EQ(offset(kLayouts[2], 17, 10), 256 + 128 + 8 + 2);  // Nz: box (1, 1), second column of boxes
  EXPECT_EQ(offset(kLayouts[3], 17, 10), 512 + 0 + 80 + 1);   // Zn: box (2, 0), column 10 of it, row 1
  EXPECT_EQ(offset(kLayouts[4], 17, 10), 512 + 128 + 8 + 2);  // Zz: box (1, 1)
  EXPECT_EQ(offset(kLayouts[5], 17, 10), 0 + 256 + 80 + 1);   // Nn: box (2, 0)
}

TEST(Layout, TwoElementsMeetWhereBoxesDoNotDivideTheShape) {
  const TileDesc zz = tile_of(kLayouts[4], DType::f32, 512, 32, 12);
  EXPECT_EQ(LayoutMap(zz).element_offset(8, 8), 192);
  EXPECT_EQ(LayoutMap(zz).element_offset(16, 0), 192);
  EXPECT_FALSE(has_sound_layout(zz));
  const TileDesc nn = tile_of(kLayouts[5], DType::f32, 512, 12, 32);
  EXPECT_EQ(LayoutMap(nn).element_offset(8, 8), 192);
  EXPECT_EQ(LayoutMap(nn).element_offset(0, 16), 192);
  EXPECT_FALSE(has_sound_layout(nn));
}

TEST(Layout, ElementLeavesTheStorageWhereBoxesDoNotDivideTheShape) {
  const TileDesc nz = tile_of(kLayouts[2], DType::f32, 512, 16, 12);
  EXPECT_EQ(LayoutMap(nz).element_offset(15, 11), 251);  // of 192 elements
  EXPECT_FALSE(has_sound_layout(nz));
  const TileDesc zn = tile_of(kLayouts[3], DType::f32, 512, 12, 16);
  EXPECT_EQ(LayoutMap(zn).element_offset(11, 15), 251);
  EXPECT_FALSE(has_sound_layout(zn));
}

TEST(Layout, IsSoundOnlyIfBothExtentsArePositiveAndDividedByTheBox) {
  for (const std::int64_t rows : {-16, 0, 8, 16, 24, 32})
    for (const std::int64_t cols : {-8, 0, 4, 8, 12, 16}) {
      const bool divided = (rows == 16 || rows == 32) && (cols == 8 || cols == 16);
      EXPECT_EQ(has_sound_layout(tile_of(kLayouts[2], DType::f32, 512, rows, cols)), divided) << rows << "x" << cols;
      EXPECT_EQ(has_sound_layout(tile_of(kLayouts[0], DType::f32, 512, rows, cols)), rows > 0 && cols > 0);
    }
}

TEST(Layout, ColumnStrideIsTheDistanceBetweenNeighboursInEveryRow) {
  for (const Named& layout : kLayouts)
    for (const DType dtype : kOneOfEachSize) {
      const LayoutMap map(tile_of(layout, dtype, 512, 64, 64));
      const auto stride = map.column_stride();
      EXPECT_EQ(stride.has_value(), layout.slayout == SLayout::NoneBox);
      if (!stride) continue;
      for (std::int64_t row = 0; row < 64; ++row)
        for (std::int64_t col = 0; col + 1 < 64; ++col)
          ASSERT_EQ(map.element_offset(row, col + 1) - map.element_offset(row, col), *stride);
    }
}

}  // namespace
}  // namespace pto_cts
