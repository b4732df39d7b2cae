// SPDX-License-Identifier: MIT
// Expectations worked out by hand.
#include "pto_cts/evaluate/expectation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tuples.h"

namespace pto_cts::evaluate::expectation_test {
namespace {

using namespace tuples;
using enum DType;

constexpr std::uint64_t kQuietNan = 0x7FC00000, kSignallingNan = 0x7F800001, kOne = 0x3F800000, kTwo = 0x40000000;

/// The expectation of a case's one destination, by coordinates.
class Expected {
 public:
  explicit Expected(Case subject, const terms::Readings& readings = {})
      : subject_(std::move(subject)), all_(resolved(subject_.tuple.mnemonic, readings), subject_) {}
  Expected(const Expected&) = delete;

  ElementClass at(std::int64_t row, std::int64_t col) const { return tile().classes[index(row, col)]; }
  std::uint64_t bits(std::int64_t row, std::int64_t col) const { return tile().bits[index(row, col)]; }
  bool arithmetic(std::int64_t row, std::int64_t col) const { return tile().arithmetic[index(row, col)] != 0; }
  numerics::AllowedSet allowed(std::int64_t row, std::int64_t col) const { return all_.allowed(tile(), row, col); }

  std::int64_t count(ElementClass c) const { return std::count(tile().classes.begin(), tile().classes.end(), c); }

 private:
  const ExpectedTile& tile() const { return all_.tiles().at(0); }
  std::size_t index(std::int64_t row, std::int64_t col) const {
    return static_cast<std::size_t>(row * subject_.tuple.tiles[0].tile.cols + col);
  }

  Case subject_;
  Expectation all_;
};

constexpr ElementClass kValue = ElementClass::value, kPad = ElementClass::pad, kFree = ElementClass::unspecified;

TileDesc mask(std::int64_t rows, std::int64_t cols) {
  return dynamic(vec(f32, 16, 16), rows, cols);
}

TEST(Tmuls, MultipliesTheDestinationsValidRegionAndLeavesTheRestFree) {
  Case subject = make_case(tmuls(mask(8, 4)));
  subject.scalars[0] = kTwo;
  put(subject, 1, 0, 0, 0x3FC00000);  // 1.5
  put(subject, 1, 7, 3, 0xC0400000);  // -3
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(0, 0), 0x40400000u);  // 3
  EXPECT_EQ(expected.bits(7, 3), 0xC0C00000u);  // -6
  EXPECT_TRUE(expected.arithmetic(0, 0));
  EXPECT_EQ(expected.at(7, 3), kValue);
  EXPECT_EQ(expected.at(8, 0), kFree);
  EXPECT_EQ(expected.at(0, 4), kFree);
  EXPECT_EQ(expected.count(kValue), 8 * 4);
  EXPECT_EQ(expected.count(kFree), 256 - 8 * 4);
}

TEST(Tmuls, LeavesRowsFreeThatTheSourceDoesNotDefine) {
  Case subject = make_case(tmuls(mask(8, 4), mask(5, 4)));
  const Expected expected(subject);
  EXPECT_EQ(expected.at(4, 3), kValue);
  EXPECT_EQ(expected.at(5, 0), kFree);
  EXPECT_EQ(expected.count(kValue), 5 * 4);
}

TEST(Tmuls, IgnoresRowsThatOnlyTheSourceHas) {
  const Expected expected(make_case(tmuls(mask(5, 4), mask(8, 4))));
  EXPECT_EQ(expected.count(kValue), 5 * 4);
  EXPECT_EQ(expected.at(5, 0), kFree);
}

TEST(Tmuls, ReadsTheSourceBeforeItWritesInPlace) {
  Case subject = make_case(shared(tmuls(mask(8, 4), mask(5, 4)), 0, 1));
  subject.scalars[0] = kTwo;
  put(subject, 1, 4, 3, kOne);
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(4, 3), kTwo);
  EXPECT_EQ(expected.count(kValue), 5 * 4);
}

TEST(Tmuls, WrapsIntegersModuloTheirWidth) {
  const auto product = [](DType dtype, std::uint64_t x, std::uint64_t scalar) {
    Case subject = make_case(tmuls(vec(dtype, 16, 32)));
    put(subject, 1, 3, 5, x);
    subject.scalars[0] = scalar;
    const Expected expected(subject);
    EXPECT_EQ(expected.allowed(3, 5).values().size(), 1u);
    EXPECT_FALSE(expected.allowed(3, 5).any_nan);
    EXPECT_EQ(expected.allowed(3, 5).values()[0], expected.bits(3, 5));
    return expected.bits(3, 5);
  };
  EXPECT_EQ(product(u8, 200, 2), 144u);
  EXPECT_EQ(product(i8, 100, 3), 44u);
  EXPECT_EQ(product(i8, 0xFF, 0x80), 0x80u);  // -1 * -128
  EXPECT_EQ(product(u16, 0xFFFF, 0xFFFF), 1u);
  EXPECT_EQ(product(i16, 0x4000, 2), 0x8000u);
  EXPECT_EQ(product(i32, 0x7FFFFFFF, 2), 0xFFFFFFFEu);
  EXPECT_EQ(product(u32, 0x80000001, 0x80000001), 1u);
}

TEST(Tmuls, AllowsEveryNanWhereTheResultIsOne) {
  for (const Profile profile : kAllProfiles) {
    Case subject = make_case(tmuls(vec(f32, 16, 16)), profile);
    put(subject, 1, 0, 0, 0x7F800000);  // infinity * 0
    put(subject, 1, 0, 1, kSignallingNan);
    const Expected expected(subject);
    for (const std::int64_t col : {0, 1}) {
      EXPECT_EQ(expected.at(0, col), kValue);
      for (const std::uint64_t nan : {kQuietNan, kSignallingNan, std::uint64_t{0xFFC12345}})
        EXPECT_TRUE(expected.allowed(0, col).contains(f32, nan));
      EXPECT_FALSE(expected.allowed(0, col).contains(f32, 0));
      EXPECT_FALSE(expected.allowed(0, col).contains(f32, 0x7F800000));
    }
  }
}

std::vector<std::uint64_t> sorted(const numerics::AllowedSet& set) {
  std::vector<std::uint64_t> all(set.values().begin(), set.values().end());
  std::sort(all.begin(), all.end());
  return all;
}

using Bits = std::vector<std::uint64_t>;

TEST(Tmuls, MayFlushSubnormalsToAZeroOfEitherSignExceptOnStrict) {
  for (const Profile profile : kAllProfiles) {
    const bool strict = profile == Profile::strict;
    Case subject = make_case(tmuls(vec(f32, 16, 16)), profile);
    subject.scalars[0] = 0x3F000000;    // 0.5
    put(subject, 1, 0, 0, 0x00800000);  // result subnormal: 2^-127
    put(subject, 1, 0, 1, 0x80000008);  // operand subnormal
    put(subject, 1, 0, 2, kOne);        // neither
    put(subject, 1, 0, 3, 0x01000000);  // result the least normal
    const Expected expected(subject);
    EXPECT_EQ(sorted(expected.allowed(0, 0)), strict ? Bits{0x00400000} : (Bits{0, 0x00400000, 0x80000000}));
    EXPECT_EQ(sorted(expected.allowed(0, 1)), strict ? Bits{0x80000004} : (Bits{0, 0x80000000, 0x80000004}));
    EXPECT_EQ(sorted(expected.allowed(0, 2)), Bits{0x3F000000});
    EXPECT_EQ(sorted(expected.allowed(0, 3)), Bits{0x00800000});
    EXPECT_FALSE(expected.allowed(0, 0).any_nan);
  }
}

TEST(Tmuls, MayFlushAnOperandWhoseProductIsNormal) {
  for (const Profile profile : kAllProfiles) {
    Case subject = make_case(tmuls(vec(f32, 16, 16)), profile);
    put(subject, 1, 2, 2, 1);         // 2^-149
    subject.scalars[0] = 0x71800000;  // 2^100
    const Expected expected(subject);
    const Bits kept = {0x27000000};  // 2^-49
    EXPECT_EQ(expected.bits(2, 2), kept[0]);
    EXPECT_EQ(sorted(expected.allowed(2, 2)), profile == Profile::strict ? kept : (Bits{0, kept[0], 0x80000000}));
  }
}

TEST(Tmuls, FlushedOperandTimesInfinityIsNan) {
  Case subject = make_case(tmuls(vec(f32, 16, 16)), Profile::a2a3);
  put(subject, 1, 0, 0, 1);
  subject.scalars[0] = 0x7F800000;
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(0, 0), 0x7F800000u);
  EXPECT_TRUE(expected.allowed(0, 0).contains(f32, 0x7F800000));
  EXPECT_TRUE(expected.allowed(0, 0).contains(f32, kQuietNan));
  subject.profile = Profile::strict;
  EXPECT_FALSE(Expected(subject).allowed(0, 0).any_nan);
}

TEST(Tmuls, RoundsToNearestEven) {
  Case subject = make_case(tmuls(vec(f16, 16, 16)));
  subject.scalars[0] = 0x3E00;    // 1.5
  put(subject, 1, 0, 0, 0x3C01);  // 1.0009765625: the product 1.50146484375 is a tie, down to even
  put(subject, 1, 0, 1, 0x3C03);  // 1.0029296875: the product 1.50439453125 is a tie, up to even
  put(subject, 1, 0, 2, 0x7BFF);  // overflow
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(0, 0), 0x3E02u);
  EXPECT_EQ(expected.bits(0, 1), 0x3E04u);
  EXPECT_EQ(expected.bits(0, 2), 0x7C00u);
}

TEST(Tpartadd, AddsWhereBothAreDefinedCopiesWhereOneIsAndIsSilentWhereNoneIs) {
  Case subject = make_case(tpartadd(mask(3, 4), mask(3, 3), mask(2, 4)));
  for (std::int64_t row = 0; row < 16; ++row)
    for (std::int64_t col = 0; col < 16; ++col) {
      put(subject, 1, row, col, kOne);
      put(subject, 2, row, col, kTwo);
    }
  const Expected expected(subject);
  for (std::int64_t row = 0; row < 3; ++row)
    for (std::int64_t col = 0; col < 4; ++col) {
      const bool first = col < 3, second = row < 2;
      ASSERT_EQ(expected.at(row, col), first || second ? kValue : kFree) << row << "," << col;
      if (!first && !second) continue;
      EXPECT_EQ(expected.bits(row, col), first && second ? 0x40400000u : first ? kOne : kTwo);
      EXPECT_EQ(expected.arithmetic(row, col), first && second);
    }
  EXPECT_EQ(expected.count(kValue), 11);
  EXPECT_EQ(expected.at(3, 0), kFree);
  EXPECT_EQ(expected.at(0, 4), kFree);
}

TEST(Tpartadd, CopiesNansAndSubnormalsToTheBitOnEveryProfile) {
  for (const Profile profile : kAllProfiles) {
    Case subject = make_case(tpartadd(mask(2, 4), mask(2, 4), mask(2, 3)), profile);
    put(subject, 1, 0, 3, kSignallingNan);
    put(subject, 1, 1, 3, 0x80000001);
    const Expected expected(subject);
    EXPECT_EQ(expected.bits(0, 3), kSignallingNan);
    EXPECT_EQ(expected.bits(1, 3), 0x80000001u);
    EXPECT_FALSE(expected.arithmetic(0, 3));
    EXPECT_FALSE(expected.arithmetic(1, 3));
    EXPECT_EQ(sorted(expected.allowed(1, 3)), Bits{0x80000001});
    EXPECT_FALSE(expected.allowed(1, 3).any_nan);
  }
}

TEST(Tpartadd, AllowsOfACopiedNanThatNanAlone) {
  Case subject = make_case(tpartadd(mask(2, 4), mask(2, 4), mask(2, 3)));
  put(subject, 1, 0, 3, kSignallingNan);
  const Expected expected(subject);
  EXPECT_TRUE(expected.allowed(0, 3).contains(f32, kSignallingNan));
  EXPECT_FALSE(expected.allowed(0, 3).contains(f32, kQuietNan));
}

TEST(Tpartadd, JudgesTheSumOfNansByClass) {
  Case subject = make_case(tpartadd(mask(2, 4), mask(2, 4), mask(2, 4)));
  put(subject, 1, 0, 0, kSignallingNan);
  put(subject, 1, 0, 1, 0x7F800000);
  put(subject, 2, 0, 1, 0xFF800000);
  const Expected expected(subject);
  for (const std::int64_t col : {0, 1}) {
    EXPECT_TRUE(expected.arithmetic(0, col));
    EXPECT_TRUE(expected.allowed(0, col).contains(f32, kSignallingNan));
    EXPECT_TRUE(expected.allowed(0, col).contains(f32, 0xFFFFFFFF));
    EXPECT_TRUE(expected.allowed(0, col).values().empty());
  }
}

TEST(Tpartadd, ReadsTheOldDestinationInPlace) {
  Case subject = make_case(shared(tpartadd(mask(4, 4), mask(3, 4), mask(4, 4)), 0, 1));
  put(subject, 1, 0, 0, kOne);
  put(subject, 1, 3, 0, kOne);  // outside the first source's region
  put(subject, 2, 0, 0, kOne);
  put(subject, 2, 3, 0, kTwo);
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(0, 0), kTwo);
  EXPECT_EQ(expected.bits(3, 0), kTwo);
  EXPECT_FALSE(expected.arithmetic(3, 0));
}

TEST(Tpartadd, ExpectsNothingOfAnEmptyDestination) {
  const Expected expected(make_case(tpartadd(mask(0, 4), mask(3, 4), mask(3, 4))));
  EXPECT_EQ(expected.count(kFree), 256);
}

TEST(Tfillpad, PadsWithTheEncodingOfItsType) {
  struct Encoding {
    DType dtype;
    std::uint64_t max, min;
  };
  for (const auto& [dtype, max, min] :
       {Encoding{u8, 0xFF, 0}, Encoding{i8, 0x7F, 0x80}, Encoding{u16, 0xFFFF, 0}, Encoding{i16, 0x7FFF, 0x8000},
        Encoding{u32, 0xFFFFFFFF, 0}, Encoding{i32, 0x7FFFFFFF, 0x80000000}, Encoding{f16, 0x7C00, 0xFC00},
        Encoding{bf16, 0x7F80, 0xFF80}, Encoding{f32, 0x7F800000, 0xFF800000}})
    for (const auto& [pad, bits] :
         {std::pair{PadValue::Zero, std::uint64_t{0}}, std::pair{PadValue::Max, max}, std::pair{PadValue::Min, min}})
      for (const auto& fill : {tfillpad, expand}) {
        Case subject = make_case(fill(vec(dtype, 16, 32, pad), dynamic(vec(dtype, 16, 32), 2, 5)));
        put(subject, 1, 1, 4, 0x5A);
        const Expected expected(subject);
        EXPECT_EQ(expected.at(1, 4), kValue);
        EXPECT_EQ(expected.bits(1, 4), 0x5Au);
        EXPECT_EQ(expected.count(kValue), 10);
        EXPECT_EQ(expected.count(kPad), 16 * 32 - 10);
        for (const auto& [row, col] : {std::pair{1, 5}, std::pair{2, 4}, std::pair{15, 31}}) {
          EXPECT_EQ(expected.at(row, col), kPad);
          EXPECT_EQ(expected.bits(row, col), bits) << name(dtype) << " " << name(pad);
          EXPECT_FALSE(expected.arithmetic(row, col));
        }
      }
}

TEST(Tfillpad, FillsTheStaticShapeWhateverTheDestinationsValidRegion) {
  const Tuple tuple = tfillpad(dynamic(vec(f32, 16, 16, PadValue::Max), 3, 6), mask(2, 5));
  const Expected expected(make_case(tuple));
  EXPECT_EQ(expected.count(kValue), 10);
  EXPECT_EQ(expected.count(kPad), 246);
}

TEST(Tfillpad, CopiesSourceElementsBeyondTheDestinationsValidRegion) {
  Case subject = make_case(tfillpad(dynamic(vec(f32, 16, 16, PadValue::Max), 1, 1), mask(9, 9)));
  put(subject, 1, 8, 8, kSignallingNan);
  const Expected expected(subject);
  EXPECT_EQ(expected.at(8, 8), kValue);
  EXPECT_EQ(expected.bits(8, 8), kSignallingNan);
  EXPECT_EQ(expected.count(kValue), 81);
}

TEST(Tfillpad, ReadAsValidRowsIsSilentBelowTheDestinationsValidRows) {
  const terms::Readings readings = {"valid-rows"};
  const TileDesc dst = dynamic(vec(f32, 16, 16, PadValue::Max), 3, 6);
  for (const Tuple& tuple : {tfillpad(dst, mask(5, 5)), expand(dst, mask(5, 5))}) {
    const Expected expected(make_case(tuple), readings);
    EXPECT_EQ(expected.at(2, 4), kValue);
    EXPECT_EQ(expected.at(2, 15), kPad);
    EXPECT_EQ(expected.at(3, 0), kFree);
    EXPECT_EQ(expected.count(kValue), 3 * 5);
    EXPECT_EQ(expected.count(kPad), 3 * 11);
    EXPECT_EQ(expected.count(kFree), 13 * 16);
  }
}

TEST(Tfillpad, WithOneTypeTakesThePadArgumentAndNotTheTypesPad) {
  const TileDesc tile = dynamic(vec(f32, 16, 16, PadValue::Max), 2, 2);
  const Expected expected(make_case(homogeneous(tile, tile, PadValue::Min)), {"pad-source"});
  EXPECT_EQ(expected.bits(2, 2), 0xFF800000u);
  const Expected second(make_case(homogeneous(fixed(nz(f32, 16, 256), 1, 224), fixed(nz(f32, 16, 256), 1, 224))));
  EXPECT_EQ(second.at(1, 0), kPad);
  EXPECT_EQ(second.bits(1, 0), 0u);
  EXPECT_EQ(second.count(kValue), 224);
}

TEST(Tfillpad, ReadsMatTilesInTheirPhysicalOrder) {
  const TileDesc tile = fixed(nz(f32, 16, 32), 9, 20);
  Case subject = make_case(shared(homogeneous(tile, tile), 0, 1));
  // Element (8, 19) lies in the third column of boxes, 16 x 8 each: 2 * 128 + 8 * 8 + 3.
  subject.payload[0][4 * (2 * 128 + 8 * 8 + 3)] = 0xAB;
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(8, 19), 0xABu);
  EXPECT_EQ(expected.at(8, 19), kValue);
  EXPECT_EQ(expected.at(8, 20), kPad);
  EXPECT_EQ(expected.at(9, 19), kPad);
  EXPECT_EQ(expected.count(kValue), 180);
}

TEST(TfillpadExpand, PadsWhatTheSourcesShapeDoesNotReach) {
  Case subject = make_case(expand(vec(i16, 32, 64, PadValue::Min), vec(i16, 16, 16)));
  put(subject, 1, 15, 15, 0x1234);
  const Expected expected(subject);
  EXPECT_EQ(expected.bits(15, 15), 0x1234u);
  EXPECT_EQ(expected.count(kValue), 256);
  EXPECT_EQ(expected.at(15, 16), kPad);
  EXPECT_EQ(expected.at(16, 0), kPad);
  EXPECT_EQ(expected.bits(31, 63), 0x8000u);
  EXPECT_EQ(expected.count(kPad), 32 * 64 - 256);
}

TEST(Tgatherb, TakesTheSourceElementAtAByteOffset) {
  const TileDesc halves = vec(f16, 16, 16), offsets = vec(u32, 16, 16);
  Case subject = make_case(tgatherb(halves, dynamic(halves, 16, 15), dynamic(offsets, 15, 16)));
  put(subject, 1, 0, 3, 0x7C01);  // a signalling NaN at byte 6
  put(subject, 1, 15, 14, 0xBEEF);
  put(subject, 2, 0, 0, 6);
  put(subject, 2, 0, 1, 7);                   // misaligned
  put(subject, 2, 0, 2, 2 * 15);              // row 0, column 15: outside the source's valid region
  put(subject, 2, 0, 3, 2 * (15 * 16 + 14));  // the last valid element
  put(subject, 2, 15, 0, 6);                  // outside the offsets' valid region
  const Expected expected(subject);
  EXPECT_EQ(expected.at(0, 0), kValue);
  EXPECT_EQ(expected.bits(0, 0), 0x7C01u);
  EXPECT_FALSE(expected.arithmetic(0, 0));
  EXPECT_EQ(expected.at(0, 1), kFree);
  EXPECT_EQ(expected.at(0, 2), kFree);
  EXPECT_EQ(expected.bits(0, 3), 0xBEEFu);
  EXPECT_EQ(expected.at(15, 0), kFree);
  EXPECT_EQ(expected.count(kValue), 15 * 16 - 2);
}

TEST(Tgatherb, LeavesElementsFreeWhoseOffsetLeavesTheSource) {
  const TileDesc words = vec(i32, 16, 16), offsets = vec(u32, 16, 16);
  for (const std::uint64_t offset : {1024u, 1025u, 0x7FFFFFFCu, 0x80000000u, 0xFFFFFFFCu, 0xFFFFFFFFu}) {
    Case subject = make_case(tgatherb(words, words, offsets));
    put(subject, 2, 4, 4, offset);
    const Expected expected(subject);
    EXPECT_EQ(expected.at(4, 4), kFree) << offset;
    EXPECT_EQ(expected.count(kValue), 255);
  }
}

TEST(Tgatherb, GathersBytesAtEveryOffset) {
  const TileDesc bytes = vec(u8, 16, 32);
  Case subject = make_case(tgatherb(bytes, bytes, vec(u32, 16, 32)));
  for (std::int64_t i = 0; i < 512; ++i) {
    put(subject, 1, i / 32, i % 32, static_cast<std::uint64_t>(i * 7 % 256));
    put(subject, 2, i / 32, i % 32, static_cast<std::uint64_t>(511 - i));
  }
  const Expected expected(subject);
  EXPECT_EQ(expected.count(kValue), 512);
  for (std::int64_t i = 0; i < 512; ++i)
    ASSERT_EQ(expected.bits(i / 32, i % 32), static_cast<std::uint64_t>((511 - i) * 7 % 256));
}

TEST(Tgatherb, ByBlocksFillsThirtyTwoBytesFromEachOffset) {
  const terms::Readings readings = {"block32"};
  const TileDesc bytes = vec(u8, 16, 64);
  Case subject = make_case(tgatherb(bytes, bytes, vec(u32, 16, 8)));
  for (std::int64_t i = 0; i < 1024; ++i) put(subject, 1, i / 64, i % 64, static_cast<std::uint64_t>(i % 251));
  put(subject, 2, 0, 0, 32);  // as in a public report: offsets {32, 0}
  put(subject, 2, 0, 1, 0);
  put(subject, 2, 1, 0, 992);  // the last block
  put(subject, 2, 1, 1, 16);   // not a multiple of 32
  const Expected expected(subject, readings);
  for (std::int64_t col = 0; col < 32; ++col) {
    ASSERT_EQ(expected.bits(0, col), static_cast<std::uint64_t>(32 + col));
    ASSERT_EQ(expected.bits(0, 32 + col), static_cast<std::uint64_t>(col));
    ASSERT_EQ(expected.bits(1, col), static_cast<std::uint64_t>((992 + col) % 251));
    ASSERT_EQ(expected.at(1, 32 + col), kFree);
  }
  EXPECT_EQ(expected.count(kValue), 1024 - 32);
}

TEST(Tgatherb, ByBlocksCutsTheLastBlockAtTheValidRegionOfEitherTile) {
  const terms::Readings readings = {"block32"};
  const TileDesc words = vec(u32, 16, 24);
  // Ten columns are one block of eight and two elements of the next; the source has 13 valid columns.
  Case subject = make_case(tgatherb(dynamic(words, 1, 10), dynamic(words, 16, 13), vec(u32, 16, 8)));
  for (std::int64_t col = 0; col < 24; ++col) put(subject, 1, 0, col, static_cast<std::uint64_t>(100 + col));
  put(subject, 2, 0, 0, 32);  // columns 8 to 15, of which 13 to 15 are not valid
  put(subject, 2, 0, 1, 0);
  const Expected expected(subject, readings);
  for (std::int64_t col = 0; col < 5; ++col) EXPECT_EQ(expected.bits(0, col), static_cast<std::uint64_t>(108 + col));
  for (std::int64_t col = 5; col < 8; ++col) EXPECT_EQ(expected.at(0, col), kFree);
  EXPECT_EQ(expected.bits(0, 8), 100u);
  EXPECT_EQ(expected.bits(0, 9), 101u);
  EXPECT_EQ(expected.count(kValue), 7);
}

TEST(Tgatherb, ByBlocksLeavesABlockFreeWhoseOffsetIsNotValid) {
  const terms::Readings readings = {"block32"};
  const TileDesc bytes = vec(u8, 16, 64);
  const Expected expected(make_case(tgatherb(bytes, bytes, dynamic(vec(u32, 16, 8), 15, 1))), readings);
  EXPECT_EQ(expected.at(14, 31), kValue);
  EXPECT_EQ(expected.at(14, 32), kFree);
  EXPECT_EQ(expected.at(15, 0), kFree);
  EXPECT_EQ(expected.count(kValue), 15 * 32);
}

TEST(Expectation, NeverReadsBeyondTheShapeOfASource) {
  // Static valid extents beyond the shape are left to the target: such a case may be run, and must not be misread.
  const TileDesc large = vec(f32, 32, 32);
  const Case wide = make_case(tpartadd(large, fixed(vec(f32, 16, 16), 16, 24), large));
  const Expected columns(wide);
  EXPECT_TRUE(columns.arithmetic(15, 15));
  EXPECT_EQ(columns.at(15, 16), kFree);
  const Case tall = make_case(tpartadd(large, fixed(vec(f32, 16, 16), 17, 16), large));
  const Expected rows(tall);
  EXPECT_TRUE(rows.arithmetic(15, 15));
  EXPECT_EQ(rows.at(16, 0), kFree);
}

TEST(Expectation, OfANegativeStaticExtentIsSilence) {
  const TileDesc tile = vec(f32, 16, 16);
  for (const TileDesc& negative : {fixed(tile, 16, -5), fixed(tile, -5, 16)}) {
    const Case subject = make_case(tpartadd(negative, tile, tile));
    EXPECT_NO_THROW(EXPECT_EQ(Expected(subject).count(kFree), 256));
  }
}

TEST(ElementClass, IsNamedAsInTheDesign) {
  EXPECT_EQ(name(ElementClass::value), "value");
  EXPECT_EQ(name(ElementClass::pad), "pad");
  EXPECT_EQ(name(ElementClass::preserved), "preserved");
  EXPECT_EQ(name(ElementClass::unspecified), "unspecified");
}

}  // namespace
}  // namespace pto_cts::evaluate::expectation_test
