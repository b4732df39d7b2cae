// SPDX-License-Identifier: MIT
// Every way to say what an element must hold.
#include "programs.h"

namespace pto_cts::reproducer {
namespace {

using render::WantedElement;

constexpr std::uint64_t kTwo = 0x4000, kFour = 0x4400, kNan = 0x7e00;  // f16

// TMULS of 2 by 2 in all but the last column; of `first` by 2 in the first element.
Case product(std::uint64_t first = kNan) {
  TileDesc tile = default_tile(TileType::Vec, DType::f16, 16, 16);
  tile.static_valid_cols = kDynamic;
  tile.valid_cols = 15;
  Case subject;
  subject.name = "cpu_sim/tmuls/by-hand";
  subject.tuple.mnemonic = "TMULS";
  subject.tuple.tiles = {{"dst", Role::out, tile, 0}, {"src0", Role::in, tile, 1}};
  subject.tuple.scalars = {{"scalar", DType::f16}};
  subject.scalars = {kTwo};
  subject.payload.assign(2, std::vector<std::uint8_t>(512));
  for (std::size_t i = 0; i < 256; ++i) subject.payload[1][2 * i + 1] = kTwo >> 8;
  subject.payload[1][0] = first & 0xff, subject.payload[1][1] = static_cast<std::uint8_t>(first >> 8);
  return subject;
}

WantedElement element(std::int64_t row, std::int64_t col, std::vector<std::uint64_t> any_of) {
  WantedElement wanted;
  wanted.row = row, wanted.col = col, wanted.any_of = std::move(any_of);
  return wanted;
}

std::vector<WantedElement> right() {
  std::vector<WantedElement> all;
  for (std::int64_t row = 0; row < 16; ++row)
    for (std::int64_t col = 0; col < 15; ++col) all.push_back(element(row, col, {kFour}));
  all[0] = element(0, 0, {});
  all[0].any_nan = true;
  return all;
}

std::string text_of(const std::vector<WantedElement>& wanted, const Case& subject) {
  return render::cpp_program({.subject = &subject, .kind = "wrong value", .wanted = wanted, .heading = "By hand\n\nin three lines"});
}

Ended ended_of(const std::vector<WantedElement>& wanted, const Case& subject = product()) {
  std::vector<Group> groups = {{{text_of(wanted, subject)}, kManual}};
  run(groups);
  return groups[0].ended[0];
}

TEST(Wanted, AnyNanIsOneWayToBeRight) {
  EXPECT_TRUE(ended_of(right()).passed());
  std::vector<WantedElement> wanted = right();
  wanted[0].any_nan = false;
  wanted[0].any_of = {kFour};
  EXPECT_NE(ended_of(wanted).text.find("dst[0, 0]: expected 4 (0x4400), got nan (0x7e00)\nFAIL: wrong value\n"), std::string::npos);
}

TEST(Wanted, OneOfSeveralValuesIsEnough) {
  std::vector<WantedElement> wanted = right();
  wanted[3] = element(0, 3, {kTwo, 0x8000, kFour});
  wanted[20] = element(1, 5, {kTwo, 0x8001});
  wanted[20].any_nan = true;
  EXPECT_EQ(ended_of(wanted).text, "dst[1, 5]: expected 2 (0x4000) or -5.96046448e-08 (0x8001) or any NaN, got 4 (0x4400)\nFAIL: wrong value\n");
}

TEST(Wanted, WhatIsNotNamedMayHoldAnything) {
  std::vector<WantedElement> wanted = right();
  std::erase_if(wanted, [](const WantedElement& one) { return one.row == 7 && one.col > 2; });
  EXPECT_TRUE(ended_of(wanted).passed());
  EXPECT_TRUE(ended_of({}).passed());
}

TEST(Wanted, KeptElementsHoldWhatTheyHeld) {
  std::vector<WantedElement> wanted = right();
  for (std::int64_t row = 0; row < 16; ++row) {
    wanted.push_back(element(row, 15, {}));
    wanted.back().is_kept = true;
  }
  EXPECT_TRUE(ended_of(wanted).passed());
  wanted[33].is_kept = true;
  const Ended ended = ended_of(wanted);
  EXPECT_TRUE(ended.text.starts_with("dst[2, 3]: expected ")) << ended.text;
  EXPECT_EQ(ended.last_line(), "FAIL: wrong value");
}

TEST(Wanted, PadMayLieAnywhere) {
  std::vector<WantedElement> wanted = right();
  wanted[30].is_pad = wanted[47].is_pad = true;
  EXPECT_TRUE(ended_of(wanted).passed());
  wanted[47].any_of = {0};
  EXPECT_EQ(ended_of(wanted).text, "dst[3, 2]: expected 0 (0x0000), got 4 (0x4400)\nFAIL: wrong pad\n");
  for (WantedElement& one : wanted) one.is_pad = true;
  EXPECT_EQ(ended_of(wanted).last_line(), "FAIL: wrong pad");
}

TEST(Wanted, AtMostEightAreShown) {
  std::vector<WantedElement> wanted = right();
  for (WantedElement& one : wanted) one.any_of = {kTwo};
  const Ended ended = ended_of(wanted);
  EXPECT_EQ(std::count(ended.text.begin(), ended.text.end(), '\n'), 9) << ended.text;
}

TEST(Text, IsShortWhereContentsAreSimple) {
  std::vector<WantedElement> wanted = right();
  wanted[0] = element(0, 0, {kFour});
  const std::string text = text_of(wanted, product(kTwo));
  EXPECT_NE(text.find("const std::uint16_t src0_bits = 0x4000;  // everywhere\n"), std::string::npos) << text;
  EXPECT_TRUE(text.starts_with("// By hand\n//\n// in three lines\n// Found: wrong value. ")) << text;
  EXPECT_NE(text.find("const std::uint16_t dst_wanted = 0x4400;  // everywhere\n"), std::string::npos) << text;
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 95);
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    EXPECT_LE(end - begin, 150u) << text.substr(begin, end - begin);
}

TEST(Inexpressible, IsAStorageInTwoKindsOfMemory) {
  Case subject = product();
  EXPECT_FALSE(render::program_inexpressible(subject.tuple));
  subject.tuple.tiles[1].tile.type = TileType::Mat;
  EXPECT_FALSE(render::program_inexpressible(subject.tuple));
  subject.tuple.tiles[1].storage = 0;
  EXPECT_EQ(render::program_inexpressible(subject.tuple), "one storage in two kinds of memory");
  subject.tuple.scalars[0].dtype = DType::f32;
  EXPECT_EQ(render::program_inexpressible(subject.tuple), "the signature gives the scalar the tile's element type");
}

}  // namespace
}  // namespace pto_cts::reproducer
