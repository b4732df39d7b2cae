// SPDX-License-Identifier: MIT
#include "pto_cts/types/tuple.h"

#include <gtest/gtest.h>

#include "pto_cts/types/case.h"
#include "pto_cts/types/profile.h"

namespace pto_cts {
namespace {

struct RoleFacts {
  Role role;
  std::string_view name;
  bool read;
  bool written;
};

constexpr RoleFacts kRoles[] = {
    {Role::in, "in", true, false},           {Role::out, "out", false, true},     {Role::inout, "inout", true, true},
    {Role::scratch, "scratch", false, true}, {Role::index, "index", true, false}, {Role::mask, "mask", true, false},
};

TEST(Role, SaysWhetherContentsAreReadAndWritten) {
  for (const RoleFacts& facts : kRoles) {
    EXPECT_EQ(is_read(facts.role), facts.read) << facts.name;
    EXPECT_EQ(is_written(facts.role), facts.written) << facts.name;
  }
}

TEST(Role, NameIsReadBack) {
  for (const RoleFacts& facts : kRoles) {
    EXPECT_EQ(name(facts.role), facts.name);
    EXPECT_EQ(parse_role(facts.name), facts.role);
  }
  EXPECT_EQ(parse_role(""), std::nullopt);
  EXPECT_EQ(parse_role("In"), std::nullopt);
  EXPECT_EQ(parse_role("temporary"), std::nullopt);
}

Tuple three_tiles(int first, int second, int third) {
  Tuple tuple;
  tuple.mnemonic = "TPARTADD";
  tuple.tiles = {{"dst", Role::out, default_tile(TileType::Vec, DType::f32, 16, 16), first},   // 1024 bytes
                 {"src0", Role::in, default_tile(TileType::Vec, DType::f16, 16, 64), second},  // 2048 bytes
                 {"src1", Role::in, default_tile(TileType::Vec, DType::u8, 16, 32), third}};   // 512 bytes
  return tuple;
}

TEST(Tuple, OperandIsFoundByItsName) {
  const Tuple tuple = three_tiles(0, 1, 2);
  EXPECT_EQ(find_tile(tuple, "dst"), 0);
  EXPECT_EQ(find_tile(tuple, "src1"), 2);
  EXPECT_EQ(find_tile(tuple, "src"), -1);
  EXPECT_EQ(find_tile(tuple, ""), -1);
  EXPECT_EQ(find_tile(Tuple{}, "dst"), -1);
}

TEST(Tuple, AttributeIsFoundByItsKeyAndNotAmongTheConfiguration) {
  Tuple tuple;
  tuple.attributes = {{"form", "homogeneous", false}, {"pad", "Zero", true}};
  tuple.configuration = {{"mode", "x", false}};
  EXPECT_EQ(find_attribute(tuple, "form"), "homogeneous");
  EXPECT_EQ(find_attribute(tuple, "pad"), "Zero");
  EXPECT_EQ(find_attribute(tuple, "mode"), "");
  EXPECT_EQ(find_attribute(tuple, "Form"), "");
}

TEST(Tuple, StorageIsAsLargeAsTheLargestTileInIt) {
  const Tuple apart = three_tiles(0, 1, 2);
  EXPECT_EQ(storage_count(apart), 3);
  EXPECT_EQ(storage_bytes(apart, 0), 1024);
  EXPECT_EQ(storage_bytes(apart, 1), 2048);
  EXPECT_EQ(storage_bytes(apart, 2), 512);

  const Tuple in_place = three_tiles(0, 0, 1);
  EXPECT_EQ(storage_count(in_place), 2);
  EXPECT_EQ(storage_bytes(in_place, 0), 2048);
  EXPECT_EQ(storage_bytes(in_place, 1), 512);

  const Tuple last_two = three_tiles(1, 0, 0);
  EXPECT_EQ(storage_count(last_two), 2);
  EXPECT_EQ(storage_bytes(last_two, 0), 2048);
  EXPECT_EQ(storage_bytes(last_two, 1), 1024);

  EXPECT_EQ(storage_count(three_tiles(0, 0, 0)), 1);
  EXPECT_EQ(storage_bytes(three_tiles(0, 0, 0), 0), 2048);
  EXPECT_EQ(storage_count(Tuple{}), 0);
  EXPECT_EQ(storage_bytes(Tuple{}, 0), 0);
}

TEST(Tuple, EqualityLooksAtEveryPart) {
  const Tuple tuple = three_tiles(0, 1, 2);
  EXPECT_EQ(tuple, three_tiles(0, 1, 2));
  EXPECT_NE(tuple, three_tiles(0, 0, 1));
  Tuple other = tuple;
  other.tiles[1].tile.valid_rows = 1;
  EXPECT_NE(tuple, other);
  other = tuple;
  other.attributes.push_back({"form", "homogeneous", false});
  EXPECT_NE(tuple, other);
  other = tuple;
  other.scalars.push_back({"scalar", DType::f32});
  EXPECT_NE(tuple, other);
}

TEST(Profile, NamesAreThoseOfTheDesignAndAreReadBack) {
  EXPECT_EQ(name(Profile::cpu_sim), "cpu_sim");
  EXPECT_EQ(name(Profile::a2a3), "a2a3");
  EXPECT_EQ(name(Profile::a5), "a5");
  EXPECT_EQ(name(Profile::strict), "strict");
  for (const Profile profile : kAllProfiles) EXPECT_EQ(parse_profile(name(profile)), profile);
  for (const std::string_view text : {"", "A5", "a2", "cpu", "portable", "all"})
    EXPECT_EQ(parse_profile(text), std::nullopt) << text;
}

TEST(Profile, StrictIsNeverCertified) {
  EXPECT_EQ(kCertifiedProfiles, (std::array{Profile::cpu_sim, Profile::a2a3, Profile::a5}));
  EXPECT_EQ(kAllProfiles.size(), 4u);
}

TEST(Poison, HalvesOfThePatternAreNanAndOfItsComplementFiniteInEveryFloatType) {
  const std::uint32_t pattern = Poison{}.pattern, complement = ~pattern;
  const auto f16_nan = [](std::uint32_t h) { return (h & 0x7C00u) == 0x7C00u && (h & 0x3FFu) != 0; };
  const auto bf16_nan = [](std::uint32_t h) { return (h & 0x7F80u) == 0x7F80u && (h & 0x7Fu) != 0; };
  const auto f32_nan = [](std::uint32_t w) { return (w & 0x7F800000u) == 0x7F800000u && (w & 0x7FFFFFu) != 0; };
  const auto f16_finite = [](std::uint32_t h) { return (h & 0x7C00u) != 0x7C00u; };
  const auto bf16_finite = [](std::uint32_t h) { return (h & 0x7F80u) != 0x7F80u; };
  EXPECT_TRUE(f32_nan(pattern));
  EXPECT_NE(complement & 0x7F800000u, 0x7F800000u);
  for (const int shift : {0, 16}) {
    EXPECT_TRUE(f16_nan(pattern >> shift & 0xFFFFu));
    EXPECT_TRUE(bf16_nan(pattern >> shift & 0xFFFFu));
    EXPECT_TRUE(f16_finite(complement >> shift & 0xFFFFu));
    EXPECT_TRUE(bf16_finite(complement >> shift & 0xFFFFu));
  }
}

}  // namespace
}  // namespace pto_cts
