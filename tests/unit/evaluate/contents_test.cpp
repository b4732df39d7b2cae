// SPDX-License-Identifier: MIT
#include "pto_cts/evaluate/contents.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tuples.h"

namespace pto_cts::evaluate::contents_test {
namespace {

using namespace tuples;

/// The place of an element in a tile of 32 x 32, by the table of layouts, for boxes of 512 bytes.
std::int64_t place(const TileDesc& tile, std::int64_t r, std::int64_t c) {
  const std::int64_t small = 32 / element_bytes(tile.dtype);
  const bool by_rows = tile.blayout == BLayout::RowMajor;
  if (tile.slayout == SLayout::NoneBox) return by_rows ? r * 32 + c : c * 32 + r;
  const bool z = tile.slayout == SLayout::RowMajor;
  const std::int64_t ir = z ? 16 : small, ic = z ? small : 16, box = 16 * small;
  const std::int64_t boxes = by_rows ? r / ir * (32 / ic) + c / ic : c / ic * (32 / ir) + r / ir;
  return boxes * box + (z ? r % ir * ic + c % ic : c % ic * ir + r % ir);
}

TEST(Contents, AreReadByElementAndByRowInEveryLayoutAndSize) {
  for (const DType dtype : {DType::u8, DType::bf16, DType::i32, DType::u64})
    for (const BLayout blayout : kAllBLayouts)
      for (const SLayout slayout : kAllSLayouts) {
        const TileDesc tile = in_layout(vec(dtype, 32, 32), blayout, slayout);
        Case subject = make_case(tmuls(tile));
        const auto size = static_cast<std::size_t>(element_bytes(dtype));
        for (std::size_t i = 0; i < subject.payload[1].size(); ++i)
          subject.payload[1][i] = static_cast<std::uint8_t>(i * 37 + i / 256);
        const Contents contents(subject);
        for (std::int64_t row = 0; row < 32; ++row) {
          std::vector<std::uint64_t> whole(32), part(5);
          contents.row(1, row, 32, whole.data());
          contents.row(1, row, 5, part.data());
          for (std::int64_t col = 0; col < 32; ++col) {
            const std::size_t at = static_cast<std::size_t>(place(tile, row, col)) * size;
            std::uint64_t wanted = 0;
            for (std::size_t byte = 0; byte < size; ++byte)
              wanted |= std::uint64_t{subject.payload[1][at + byte]} << 8 * byte;
            ASSERT_EQ(contents.element(1, row, col), wanted) << row << "," << col;
            ASSERT_EQ(whole[static_cast<std::size_t>(col)], wanted) << row << "," << col;
          }
          ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin()));
        }
      }
}

TEST(Contents, OfOperandsInOneStorageAreTheSame) {
  const Case subject = [] {
    Case made = make_case(shared(tmuls(vec(DType::f32, 16, 16)), 0, 1));
    put(made, 0, 3, 4, 77);
    return made;
  }();
  const Contents contents(subject);
  EXPECT_EQ(contents.element(0, 3, 4), 77u);
  EXPECT_EQ(contents.element(1, 3, 4), 77u);
  EXPECT_EQ(contents.bytes(0), contents.bytes(1));
}

TEST(Element, IsLittleEndianAndNoWiderThanItsType) {
  std::uint8_t bytes[8] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88};
  EXPECT_EQ(load_element(DType::i8, bytes), 0x11u);
  EXPECT_EQ(load_element(DType::f16, bytes), 0x2211u);
  EXPECT_EQ(load_element(DType::i32, bytes), 0x44332211u);
  EXPECT_EQ(load_element(DType::u64, bytes), 0x8877665544332211u);
  store_element(DType::u16, bytes + 1, 0xFFFFABCD);
  EXPECT_EQ(load_element(DType::u32, bytes), 0x44ABCD11u);
}

}  // namespace
}  // namespace pto_cts::evaluate::contents_test
