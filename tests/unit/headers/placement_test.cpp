// SPDX-License-Identifier: MIT
// Addresses of manual mode.
#include "runner.h"

#include <gtest/gtest.h>

namespace pto_cts::headers {
namespace {

using backend::Flush;

constexpr std::uint64_t kBuffer = 16'384;

TileOperand operand(std::int64_t rows, int storage, TileType type = TileType::Vec) {
  return {"t", Role::in, default_tile(type, DType::f32, rows, 32), storage};  // 128 bytes a row
}

Tuple of(std::vector<TileOperand> tiles) {
  return {.mnemonic = "T", .tiles = std::move(tiles), .scalars = {}, .attributes = {}, .configuration = {}};
}

TEST(Placement, OnTheLeftTheFirstLiesAtTheStartAndEachIsFollowedByAGuard) {
  const auto places = place(of({operand(4, 0), operand(8, 1)}), Flush::left, {{TileType::Vec, kBuffer}});
  ASSERT_TRUE(places);
  EXPECT_EQ((*places)[0].address, 0u);
  EXPECT_EQ((*places)[0].guard, 512u);
  EXPECT_EQ((*places)[1].address, 1024u);
  EXPECT_EQ((*places)[1].guard, 2048u);
}

TEST(Placement, OnTheRightTheyTouchAndTheFirstEndsTheBuffer) {
  const auto places = place(of({operand(4, 0), operand(8, 1)}), Flush::right, {{TileType::Vec, kBuffer}});
  ASSERT_TRUE(places);
  EXPECT_EQ((*places)[0].address, kBuffer - 512);
  EXPECT_EQ((*places)[1].address, kBuffer - 512 - 1024);
  EXPECT_FALSE((*places)[0].guard);
  EXPECT_EQ((*places)[1].guard, kBuffer - 512 - 2048);
}

TEST(Placement, OneStorageIsOneAddress) {
  for (const Flush flush : {Flush::left, Flush::right}) {
    const auto places = place(of({operand(4, 0), operand(4, 0), operand(4, 1)}), flush, {{TileType::Vec, kBuffer}});
    ASSERT_TRUE(places);
    EXPECT_EQ((*places)[0].address, (*places)[1].address);
    EXPECT_NE((*places)[0].address, (*places)[2].address);
  }
}

TEST(Placement, TileTypesMayShareABufferSoNothingOverlaps) {
  for (const Flush flush : {Flush::left, Flush::right}) {
    const auto places = place(of({operand(4, 0), operand(4, 1, TileType::Bias)}), flush,
                              {{TileType::Vec, kBuffer}, {TileType::Bias, kBuffer / 2}});
    ASSERT_TRUE(places);
    EXPECT_NE((*places)[0].address, (*places)[1].address);
    EXPECT_LE((*places)[0].address, kBuffer / 2 - 512);
  }
}

TEST(Placement, GuardsGoBeforeTilesDo) {
  const Tuple tuple = of({operand(64, 0), operand(64, 1)});  // 8 KiB each: no room for guards
  for (const Flush flush : {Flush::left, Flush::right}) {
    const auto places = place(tuple, flush, {{TileType::Vec, kBuffer}});
    ASSERT_TRUE(places);
    EXPECT_FALSE((*places)[0].guard || (*places)[1].guard);
  }
  EXPECT_FALSE(place(tuple, Flush::left, {{TileType::Vec, kBuffer - 512}}));
  EXPECT_FALSE(place(tuple, Flush::left, {}));
}

TEST(Placement, NothingOverlapsAndNothingLeavesTheBuffer) {
  for (std::int64_t rows0 = 1; rows0 <= 40; rows0 += 3)
    for (std::int64_t rows1 = 1; rows1 <= 40; rows1 += 5)
      for (const Flush flush : {Flush::left, Flush::right}) {
        const Tuple tuple = of({operand(rows0, 0), operand(rows1, 1), operand(4, 2)});
        const auto places = place(tuple, flush, {{TileType::Vec, kBuffer}});
        if (!places) continue;
        std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
        for (std::size_t i = 0; i < 3; ++i) {
          const auto bytes = static_cast<std::uint64_t>(tile_bytes(tuple.tiles[i].tile));
          spans.push_back({(*places)[i].address, (*places)[i].address + bytes});
          if ((*places)[i].guard) spans.push_back({*(*places)[i].guard, *(*places)[i].guard + bytes});
        }
        std::sort(spans.begin(), spans.end());
        EXPECT_LE(spans.back().second, kBuffer);
        for (std::size_t i = 1; i < spans.size(); ++i) EXPECT_LE(spans[i - 1].second, spans[i].first);
      }
}

}  // namespace
}  // namespace pto_cts::headers
