// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"

namespace pto_cts::record::case_file_fuzz_test {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(bound));
  }
  template <typename Values>
  auto one_of(const Values& values) {
    return values[static_cast<std::size_t>(below(static_cast<std::int64_t>(values.size())))];
  }
  std::string text() {
    static constexpr std::array<std::string_view, 6> kTexts = {"", "a", "x/y", "\"\\\n", "\xc3\xa9", "tmuls.a5.dtype"};
    return std::string(one_of(kTexts));
  }
  std::uint64_t value(DType dtype) { return bits() >> (64 - 8 * element_bytes(dtype)); }

 private:
  std::mt19937_64 engine_;
};

void set_valid(Random& random, std::int64_t& in_type, std::int64_t& at_run_time) {
  at_run_time = random.below(12) == 0 ? -kMaxExtent + random.below(2 * kMaxExtent) : random.below(12);
  in_type = random.below(2) == 0 ? kDynamic : at_run_time;
}

TileDesc random_tile(Random& random) {
  TileDesc tile;
  tile.type = random.one_of(kAllTileTypes);
  tile.dtype = random.one_of(kAllDTypes);
  tile.rows = 1 + random.below(9);
  tile.cols = 1 + random.below(9);
  tile.blayout = random.one_of(kAllBLayouts);
  tile.slayout = random.one_of(kAllSLayouts);
  tile.fractal_bytes = random.one_of(std::array<std::int64_t, 4>{512, 1024, 32, -7});
  tile.pad = random.one_of(kAllPadValues);
  set_valid(random, tile.static_valid_rows, tile.valid_rows);
  set_valid(random, tile.static_valid_cols, tile.valid_cols);
  return tile;
}

std::vector<Attribute> random_attributes(Random& random) {
  std::vector<Attribute> attributes(static_cast<std::size_t>(random.below(3)));
  for (Attribute& attribute : attributes) attribute = {"k" + random.text(), random.text(), random.below(2) == 0};
  return attributes;
}

Case random_case(Random& random, bool with_twin) {
  constexpr std::array kRoles = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};
  Case c;
  c.name = "p/" + std::to_string(random.bits());
  c.profile = random.one_of(kAllProfiles);
  c.tuple.mnemonic = "TANY";
  const auto tiles = random.below(6);
  int storages = 0;
  for (std::int64_t i = 0; i < tiles; ++i) {
    const int storage = static_cast<int>(random.below(storages + 1));
    storages = std::max(storages, storage + 1);
    c.tuple.tiles.push_back({random.text() + std::to_string(i), random.one_of(kRoles), random_tile(random), storage});
  }
  for (std::int64_t i = random.below(3); i > 0; --i) {
    const DType dtype = random.one_of(kAllDTypes);
    c.tuple.scalars.push_back({"s" + random.text(), dtype});
    c.scalars.push_back(random.value(dtype));
  }
  c.tuple.attributes = random_attributes(random);
  c.tuple.configuration = random_attributes(random);
  for (int storage = 0; storage < storages; ++storage) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(storage_bytes(c.tuple, storage)));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.bits());
    c.payload.push_back(std::move(bytes));
  }
  c.poison.pattern = static_cast<std::uint32_t>(random.bits());
  if (tiles > 0) {
    const DType dtype = c.tuple.tiles.back().tile.dtype;
    c.index_poison = {{static_cast<int>(tiles) - 1, random.value(dtype), random.value(dtype)}};
  }
  c.payload_class = random.text();
  if (!with_twin) return c;
  c.broken = {"b" + random.text()};
  Case twin = random_case(random, false);
  twin.profile = c.profile;
  c.twin = std::make_shared<Case>(std::move(twin));
  return c;
}

void expect_equal(const Case& a, const Case& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.profile, b.profile);
  EXPECT_EQ(a.tuple, b.tuple);
  EXPECT_EQ(a.scalars, b.scalars);
  EXPECT_EQ(a.payload, b.payload);
  EXPECT_EQ(a.poison, b.poison);
  EXPECT_EQ(a.index_poison, b.index_poison);
  EXPECT_EQ(a.payload_class, b.payload_class);
  EXPECT_EQ(a.broken, b.broken);
  ASSERT_EQ(a.twin == nullptr, b.twin == nullptr);
  if (a.twin) expect_equal(*a.twin, *b.twin);
}

/// Reading gives a case that survives a round trip, or a message of one printable line.
void expect_safe(std::string_view text) {
  try {
    const Case c = read_case(text);
    expect_equal(read_case(write_case(c)), c);
  } catch (const BadInput& error) {
    const std::string_view message = error.what();
    EXPECT_NE(message.find("; "), std::string_view::npos) << message;
    for (const char letter : message) EXPECT_TRUE(letter >= ' ' && letter <= '~') << message;
    EXPECT_LT(message.size(), 250u) << message;
  }
}

TEST(CaseFileFuzz, EveryCaseSurvivesARoundTrip) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const Case c = random_case(random, i % 2 == 0);
    expect_equal(read_case(write_case(c)), c);
  }
}

TEST(CaseFileFuzz, AFileCutAnywhereIsRefused) {
  Random random(2);
  const std::string text = write_case(random_case(random, true));
  for (std::size_t size = 0; size + 1 < text.size(); ++size) {
    expect_safe(text.substr(0, size));
    EXPECT_THROW(read_case(text.substr(0, size)), BadInput) << size;
  }
}

TEST(CaseFileFuzz, FlippedBytesNeverCrash) {
  Random random(3);
  for (int sample = 0; sample < 20; ++sample) {
    const std::string text = write_case(random_case(random, sample % 2 == 0));
    for (int i = 0; i < 500; ++i) {
      std::string damaged = text;
      for (std::int64_t flips = 1 + random.below(3); flips > 0; --flips)
        damaged[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(text.size())))] ^=
            static_cast<char>(1 + random.below(255));
      expect_safe(damaged);
    }
  }
}

TEST(CaseFileFuzz, DigitsReplacedByOtherDigitsNeverCrash) {
  Random random(4);
  const std::string text = write_case(random_case(random, true));
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') continue;
    for (const std::string_view digits : {"0", "9", "99999999", "-1"})
      expect_safe(std::string(text).replace(i, 1, digits));
  }
}

TEST(CaseFileFuzz, DeepNestingIsRefused) {
  const std::string deep(1'000'000, '[');
  expect_safe(deep);
  expect_safe(deep + std::string(1'000'000, ']'));
}

}  // namespace
}  // namespace pto_cts::record::case_file_fuzz_test
