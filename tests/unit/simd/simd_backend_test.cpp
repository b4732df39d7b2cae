// SPDX-License-Identifier: MIT
#include "pto_cts/simd/simd_backend.h"

#include <algorithm>

#include "arena.h"
#include "reference.h"

namespace pto_cts {
namespace {

TEST(SimdBackend, DeclaresWhatItRuns) {
  const auto simd = simd::make_simd_backend();
  EXPECT_EQ(simd->name(), "simd");
  const std::vector<std::string> expected = {"TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB", "TMULS", "TPARTADD"};
  EXPECT_EQ(simd->capabilities().instructions, expected);
  EXPECT_EQ(simd->capabilities().dtypes.size(), kAllDTypes.size());
  EXPECT_EQ(simd->capabilities().profiles.size(), kAllProfiles.size());
}

TEST(SimdBackend, NamesItsTargets) {
  const std::vector<std::string> targets = simd::vector_targets();
  ASSERT_FALSE(targets.empty());
  for (const std::string& target : targets) EXPECT_EQ(std::count(targets.begin(), targets.end(), target), 1) << target;
}

TEST(SimdBackend, RunsABatchInOrder) {
  const TileDesc tile = default_tile(TileType::Vec, DType::i32, 4, 32);
  const Tuple multiply = tmuls(tile, tile, true), add = tpartadd(tile, tile, tile, 0, 0);
  Tuple unknown = multiply, unnamed = multiply;
  unknown.mnemonic = "TNOTHING";
  unnamed.mnemonic.clear();
  const Arena arena(multiply, std::byte{1});
  const std::uint64_t three[] = {3};
  const backend::Call calls[] = {{&unnamed, Profile::a5, arena.storages(), three},
                                 {&multiply, Profile::a5, arena.storages(), three},
                                 {&unknown, Profile::a5, arena.storages(), three},
                                 {&add, Profile::a2a3, arena.storages(), {}}};
  backend::Outcome outcomes[4];
  simd::make_simd_backend()->execute(calls, outcomes);
  using enum backend::OutcomeKind;
  EXPECT_EQ(outcomes[0].kind, unsupported);
  EXPECT_EQ(outcomes[1].kind, executed);
  EXPECT_EQ(outcomes[2].kind, unsupported);
  EXPECT_EQ(outcomes[2].diagnostic, "no kernel for TNOTHING");
  EXPECT_EQ(outcomes[3].kind, executed);
  EXPECT_EQ(get_bits(arena.data(0), tile, 3, 31), 0x06060606u);
}

/// No kernel may take these apart, whatever else they hold.
TEST(SimdBackend, RejectsTilesThatAreNone) {
  const TileDesc good = default_tile(TileType::Vec, DType::f32, 16, 16);
  std::vector<TileDesc> bad(7, good);
  bad[0].rows = 0;
  bad[1].cols = -16;
  bad[2].rows = std::int64_t{1} << 40;
  bad[3].cols = std::numeric_limits<std::int64_t>::max();
  bad[4].slayout = SLayout::RowMajor, bad[4].rows = 15;
  bad[5].slayout = SLayout::ColMajor, bad[5].fractal_bytes = 64;
  bad[6].rows = 17;  // larger than the storage below
  const Tuple sound[] = {tmuls(good, good), tpartadd(good, good, good), tfillpad(good, good),
                         tgatherb(good, good, good)};
  for (const Tuple& tuple : sound)
    for (std::size_t operand = 0; operand < tuple.tiles.size(); ++operand)
      for (const TileDesc& tile : bad) {
        const Arena arena(tuple);
        Tuple broken = tuple;
        broken.tiles[operand].tile = tile;
        const std::uint64_t scalars[] = {1};
        const auto before = arena.everything();
        const backend::Outcome outcome =
            run(*simd::make_simd_backend(), broken, arena, {scalars, tuple.scalars.size()});
        EXPECT_EQ(outcome.kind, backend::OutcomeKind::rejected) << tuple.mnemonic;
        EXPECT_NE(outcome.diagnostic, "");
        EXPECT_EQ(arena.everything(), before);
      }
}

TEST(SimdBackend, RejectsMissingOperands) {
  const TileDesc tile = default_tile(TileType::Vec, DType::f32, 16, 16);
  for (const Tuple& tuple :
       {tmuls(tile, tile), tpartadd(tile, tile, tile), tfillpad(tile, tile), tgatherb(tile, tile, tile)}) {
    const Arena arena(tuple);
    Tuple fewer = tuple, elsewhere = tuple, none = tuple;
    fewer.tiles.pop_back();
    elsewhere.tiles[1].storage = 9;
    none.tiles.clear();
    for (const Tuple& broken : {fewer, elsewhere, none})
      EXPECT_EQ(run(*simd::make_simd_backend(), broken, arena, {}).kind, backend::OutcomeKind::rejected);
  }
}

}  // namespace
}  // namespace pto_cts
