// SPDX-License-Identifier: MIT
#include "pto_cts/generators/draw.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <vector>

namespace pto_cts::generators {
namespace {

constexpr Draw::Key kKey = {1, 2, 3, 4};

TEST(Draw, GivesTheSameNumbersOnEveryMachine) {
  Draw draw(kKey);
  for (const std::uint64_t expected :
       {0x54fd2a0020b20674u, 0x1c3657d837b481acu, 0xa70984f3314290a8u, 0x5649f12f7ac84eeau})
    EXPECT_EQ(draw.next(), expected);
}

TEST(Draw, DependsOnEveryWordOfTheKey) {
  std::set<std::uint64_t> first = {Draw(kKey).next()};
  for (std::size_t word = 0; word < kKey.size(); ++word) {
    Draw::Key key = kKey;
    key[word] ^= 1;
    first.insert(Draw(key).next());
  }
  EXPECT_EQ(first.size(), 5u);
}

TEST(Draw, BelowStaysBelowAndReachesEverything) {
  Draw draw(kKey);
  EXPECT_EQ(draw.below(0), 0u);
  EXPECT_EQ(draw.below(1), 0u);
  std::vector<int> count(6);
  for (int i = 0; i < 6000; ++i) ++count.at(draw.below(6));
  for (const int n : count) EXPECT_NEAR(n, 1000, 150);
  EXPECT_LT(draw.below(std::uint64_t{1} << 63), std::uint64_t{1} << 63);
}

TEST(Draw, BetweenIsInclusive) {
  Draw draw(kKey);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 200; ++i) seen.insert(draw.between(-2, 2));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-2, -1, 0, 1, 2}));
  EXPECT_EQ(draw.between(7, 7), 7);
  using Limits = std::numeric_limits<std::int64_t>;
  EXPECT_NE(draw.between(Limits::min(), Limits::max()), draw.between(Limits::min(), Limits::max()));
}

TEST(Draw, ChanceIsAPercentage) {
  Draw draw(kKey);
  int never = 0, sometimes = 0, always = 0;
  for (int i = 0; i < 4000; ++i) {
    never += draw.chance(0) ? 1 : 0;
    sometimes += draw.chance(25) ? 1 : 0;
    always += draw.chance(100) ? 1 : 0;
  }
  EXPECT_EQ(never, 0);
  EXPECT_NEAR(sometimes, 1000, 150);
  EXPECT_EQ(always, 4000);
}

TEST(Draw, PicksEveryElement) {
  Draw draw(kKey);
  const std::vector<int> elements = {10, 20, 30};
  std::set<int> seen;
  for (int i = 0; i < 100; ++i) seen.insert(draw.pick(elements));
  EXPECT_EQ(seen, (std::set<int>{10, 20, 30}));
  EXPECT_EQ(draw.pick(std::span(elements).last(1)), 30);
}

// Expected numbers: the published algorithms, written in Python.
TEST(Stream, IsXoshiro256StarStar) {
  Stream stream(42);
  for (const std::uint64_t expected :
       {0x15780b2e0c2ec716u, 0x6104d9866d113a7eu, 0xae17533239e499a1u, 0xecb8ad4703b360a1u})
    EXPECT_EQ(stream.next(), expected);
  EXPECT_EQ(Stream(0).next(), 0x99ec5f36cb75f2b4u);
}

TEST(Stream, FillsBytesLittleEndian) {
  std::vector<std::uint8_t> bytes(11);
  Stream(42).fill(bytes);
  EXPECT_EQ(bytes, (std::vector<std::uint8_t>{0x16, 0xc7, 0x2e, 0x0c, 0x2e, 0x0b, 0x78, 0x15, 0x7e, 0x3a, 0x11}));
}

TEST(Stream, IsSeededByTheDraw) {
  Draw draw(kKey), same(kKey);
  EXPECT_EQ(Stream(draw).next(), Stream(same.next()).next());
}

// Expected words: hashlib.sha256 over the bytes that the header describes.
TEST(CellKey, IsTheDocumentedDigest) {
  EXPECT_EQ(cell_key(1, 0x0123456789ABCDEF, "TMULS", Profile::a5, "tmuls.a5/f16/ND/valid-cols=1"),
            (std::array<std::uint64_t, 3>{0x339c78f77fa6c41e, 0xe579030bdc757549, 0x7c13015869c7d2e9}));
  EXPECT_EQ(cell_key(0, 0, "", Profile::cpu_sim, ""),
            (std::array<std::uint64_t, 3>{0xe99f22e48bfb3cc6, 0x7e9f6c592b858dba, 0xacf453cc6cca5967}));
}

TEST(CellKey, DependsOnEveryField) {
  const std::set<std::array<std::uint64_t, 3>> keys = {
      cell_key(1, 1, "TMULS", Profile::a5, "c"),   cell_key(2, 1, "TMULS", Profile::a5, "c"),
      cell_key(1, 2, "TMULS", Profile::a5, "c"),   cell_key(1, 1, "TMUL", Profile::a5, "Sc"),
      cell_key(1, 1, "TMULS", Profile::a2a3, "c"), cell_key(1, 1, "TMULS", Profile::a5, "d")};
  EXPECT_EQ(keys.size(), 6u);
}

}  // namespace
}  // namespace pto_cts::generators
