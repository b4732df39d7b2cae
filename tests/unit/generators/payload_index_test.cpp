// SPDX-License-Identifier: MIT
// Contents of index operands.
#include <algorithm>
#include <set>

#include "payload_cases.h"

namespace pto_cts::generators {
namespace {

using namespace payload_cases;

struct Source {
  TileDesc type;
  std::int64_t unit;

  auto bytes() const { return static_cast<std::uint64_t>(tile_bytes(type)); }
  auto size() const { return static_cast<std::uint64_t>(unit); }
};

/// Sources of all element sizes, plain and boxed, partly valid; for single elements and for blocks.
std::vector<Source> sources() {
  std::vector<Source> result;
  for (const DType dtype : {DType::u8, DType::f16, DType::f32})
    for (const SLayout slayout : {SLayout::NoneBox, SLayout::RowMajor})
      for (const bool blocks : {false, true}) {
        TileDesc type = tile(dtype, 32, 64);
        type.slayout = slayout;
        type.valid_rows = 21;
        type.valid_cols = 43;
        result.push_back({type, blocks ? 32 : element_bytes(dtype)});
      }
  return result;
}

Case gather(const Source& source, IndexClass index_class, std::uint64_t k, DType offsets = DType::u32) {
  const IndexUse use{2, 1, source.unit};
  return fill(gathering(source.type, tile(offsets, 8, 32)), PayloadClass::position, k, index_class, &use);
}

/// Whether all bytes from the offset on, a unit of them, belong to valid elements.
bool leads_to_valid(const Source& source, std::uint64_t offset) {
  const LayoutMap map(source.type);
  const auto element = static_cast<std::uint64_t>(element_bytes(source.type.dtype));
  if (offset + source.size() > source.bytes()) return false;
  for (std::uint64_t byte = offset; byte < offset + source.size(); ++byte) {
    const auto [row, col] = map.coordinates(static_cast<std::int64_t>(byte / element));
    if (!in_valid_region(source.type, row, col)) return false;
  }
  return true;
}

TEST(IndexOperand, StaysInRange) {
  for (Source source : sources())
    for (const bool wholly_valid : {false, true}) {
      if (wholly_valid) source.type = tile(source.type.dtype, 2, 64);
      for (const IndexClass index_class : kAllIndexClasses)
        for (const DType dtype : {DType::u32, DType::u16, DType::u8, DType::i64})
          for (std::uint64_t k = 0; k < 5; ++k) {
            if (index_class == IndexClass::out_of_range) continue;
            for (const std::uint64_t offset : elements(gather(source, index_class, k, dtype), 2)) {
              ASSERT_LE(offset + source.size(), source.bytes());
              ASSERT_TRUE(offset % source.size() == 0 || index_class == IndexClass::misaligned);
            }
          }
    }
}

TEST(IndexOperand, LeadsToValidElements) {
  for (const Source& source : sources())
    for (const IndexClass index_class : {IndexClass::permuted, IndexClass::repeated, IndexClass::unordered})
      for (std::uint64_t k = 0; k < 5; ++k)
        for (const std::uint64_t offset : elements(gather(source, index_class, k), 2))
          ASSERT_TRUE(leads_to_valid(source, offset));
}

TEST(IndexOperand, PermutesDifferentElements) {
  for (const std::int64_t valid_rows : {1, 3, 8})
    for (const std::int64_t valid_cols : {1, 5, 32})
      for (std::uint64_t k = 0; k < 10; ++k) {
        Tuple tuple = gathering(tile(DType::f32, 16, 24), tile(DType::u32, 8, 32));
        tuple.tiles[2].tile.valid_rows = valid_rows;
        tuple.tiles[2].tile.valid_cols = valid_cols;
        const IndexUse use{2, 1, 4};
        const auto all = elements(fill(tuple, PayloadClass::position, k, IndexClass::permuted, &use), 2);
        std::set<std::uint64_t> consumed;
        std::vector<std::uint64_t> in_order;
        for (std::int64_t row = 0; row < valid_rows; ++row)
          for (std::int64_t col = 0; col < valid_cols; ++col)
            in_order.push_back(all[static_cast<std::size_t>(row * 32 + col)]);
        consumed.insert(in_order.begin(), in_order.end());
        EXPECT_EQ(consumed.size(), in_order.size());
        EXPECT_FALSE(in_order.size() > 4 && std::ranges::is_sorted(in_order));
      }
}

TEST(IndexOperand, RepeatsFew) {
  for (std::uint64_t k = 0; k < 20; ++k) {
    const auto all = elements(gather(sources().front(), IndexClass::repeated, k), 2);
    const std::size_t different = std::set(all.begin(), all.end()).size();
    EXPECT_TRUE(2 <= different && different <= 4) << different;
  }
}

TEST(IndexOperand, ReachesTheExtremes) {
  for (const Source& source : sources()) {
    std::uint64_t first = source.bytes(), last = 0;
    for (std::uint64_t offset = 0; offset < source.bytes(); offset += source.size()) {
      if (!leads_to_valid(source, offset)) continue;
      first = std::min(first, offset);
      last = offset;
    }
    const auto all = elements(gather(source, IndexClass::extreme, 0), 2);
    for (const std::uint64_t wanted : {first, last, source.bytes() - source.size()})
      EXPECT_GE(std::ranges::count(all, wanted), 64);
  }
}

TEST(IndexOperand, GoesBesideTheValidRegion) {
  for (const Source& source : sources()) {
    const auto all = elements(gather(source, IndexClass::near_invalid, 0), 2);
    EXPECT_FALSE(leads_to_valid(source, all.front()));
    const auto valid = std::ranges::count_if(all, [&](std::uint64_t offset) { return leads_to_valid(source, offset); });
    EXPECT_TRUE(64 <= valid && valid <= 192) << valid;
  }
}

TEST(IndexOperand, IsMisaligned) {
  for (const Source& source : sources()) {
    const auto all = elements(gather(source, IndexClass::misaligned, 0), 2);
    const auto off = std::ranges::count_if(all, [&](std::uint64_t offset) { return offset % source.size() != 0; });
    EXPECT_TRUE(source.unit == 1 ? off == 0 : 64 <= off && off <= 192) << off;
    EXPECT_EQ(all.front() % source.size() != 0, source.unit > 1);
  }
}

TEST(IndexOperand, LeavesTheSourceInAFewPlaces) {
  for (const Source& source : sources()) {
    std::set<std::uint64_t> outside;
    for (std::uint64_t k = 0; k < 10; ++k) {
      const auto all = elements(gather(source, IndexClass::out_of_range, k), 2);
      EXPECT_GT(all.front() + source.size(), source.bytes());
      int count = 0;
      for (const std::uint64_t offset : all) {
        if (leads_to_valid(source, offset)) continue;
        EXPECT_GT(offset + source.size(), source.bytes());
        outside.insert(offset);
        ++count;
      }
      EXPECT_TRUE(1 <= count && count <= 64) << count;
    }
    for (const std::uint64_t wanted : std::set<std::uint64_t>{source.bytes(), 0x80000000, 0xFFFFFFFC})
      EXPECT_TRUE(outside.contains(wanted)) << wanted;
  }
}

TEST(IndexOperand, HoldsSmallMultiplesWithoutAUse) {
  const Case subject = fill(gathering(tile(DType::f32, 2, 8), tile(DType::u8, 4, 32)), PayloadClass::random);
  for (const std::uint64_t offset : elements(subject, 2)) EXPECT_TRUE(offset == 0 || offset == 32) << offset;
}

TEST(IndexOperand, NamesItsClass) {
  const Case subject = gather(sources().front(), IndexClass::near_invalid, 0);
  EXPECT_EQ(subject.payload_class, "position/near_invalid");
}

TEST(IndexPoison, IsTwoAlignedOffsetsInRange) {
  for (const Source& source : sources())
    for (const DType dtype : {DType::u32, DType::u8})
      for (std::uint64_t k = 0; k < 20; ++k) {
        const Case subject = gather(source, IndexClass::out_of_range, k, dtype);
        ASSERT_EQ(subject.index_poison.size(), 1u);
        const IndexPoison& poison = subject.index_poison.front();
        EXPECT_EQ(poison.tile, 2);
        EXPECT_NE(poison.first, poison.second);
        for (const std::uint64_t offset : {poison.first, poison.second}) {
          EXPECT_EQ(offset % source.size(), 0u);
          EXPECT_LE(offset + source.size(), source.bytes());
          EXPECT_TRUE(dtype != DType::u8 || offset < 256);
        }
      }
}

}  // namespace
}  // namespace pto_cts::generators
