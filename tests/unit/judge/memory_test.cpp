// SPDX-License-Identifier: MIT
#include "pto_cts/judge/memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cases.h"

namespace pto_cts::judge::memory_test {
namespace {

std::uint8_t poison_byte(std::uint32_t word, std::int64_t position) {
  return static_cast<std::uint8_t>(word >> (8 * (position & 3)));
}

std::uint8_t byte_at(const Memory& memory, int storage, std::int64_t position) {
  return static_cast<std::uint8_t>(memory.storages()[static_cast<std::size_t>(storage)].data[position]);
}

Case copy_case() {
  Case subject =
      make_case("TFILLPAD", Profile::a5, {full(DType::u16, 16, 16, PadValue::Zero), masked(DType::u16, 16, 16, 5, 7)});
  subject.poison.pattern = 0x04030201;
  put_all(subject, "src", [](auto row, auto col) { return static_cast<std::uint64_t>(0x4000 + row * 16 + col); });
  return subject;
}

TEST(Memory, HoldsPoisonWhereNothingIsDefined) {
  const Case subject = copy_case();
  for (const PoisonRun run : {PoisonRun::first, PoisonRun::second}) {
    const std::uint32_t word = run == PoisonRun::first ? 0x04030201u : ~0x04030201u;
    Memory memory;
    memory.fill(subject, run);
    constexpr auto kGuard = static_cast<std::int64_t>(Memory::kGuardBytes);
    for (std::int64_t i = -kGuard; i < 512 + kGuard; ++i) EXPECT_EQ(byte_at(memory, 0, i), poison_byte(word, i)) << i;
    for (std::int64_t row = 0; row < 16; ++row)
      for (std::int64_t col = 0; col < 16; ++col)
        for (std::int64_t half = 0; half < 2; ++half) {
          const std::int64_t at = (row * 16 + col) * 2 + half;
          const std::int64_t defined = (0x4000 + row * 16 + col) >> (8 * half) & 0xff;
          EXPECT_EQ(byte_at(memory, 1, at), row < 5 && col < 7 ? defined : poison_byte(word, at));
        }
  }
}

TEST(Memory, TheTwoRunsDifferInEveryUndefinedByte) {
  const Case subject = copy_case();
  Memory first, second;
  first.fill(subject, PoisonRun::first);
  second.fill(subject, PoisonRun::second);
  for (std::size_t i = 0; i < 512; ++i) EXPECT_EQ(first.now(0)[i], ~second.now(0)[i]);
}

TEST(Memory, StoragesAreAlignedAndApart) {
  Case subject =
      make_case("TPARTADD", Profile::a5, {full(DType::u8, 16, 32), full(DType::u8, 1, 1), full(DType::u8, 3, 7)});
  Memory memory;
  memory.fill(subject, PoisonRun::first);
  ASSERT_EQ(memory.storages().size(), 3u);
  for (const backend::Storage& storage : memory.storages())
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(storage.data) % 64, 0u);
  for (std::size_t i = 0; i + 1 < 3; ++i)
    EXPECT_GE(memory.storages()[i + 1].data - memory.storages()[i].data,
              static_cast<std::ptrdiff_t>(memory.storages()[i].bytes + 2 * Memory::kGuardBytes));
  EXPECT_EQ(memory.storages()[1].bytes, 1u);
  EXPECT_EQ(memory.storages()[2].bytes, 21u);
}

TEST(Memory, InPlaceHoldsTheSourcesElementsAndElsePoison) {
  const Case subject = in_place(copy_case());
  Memory memory;
  memory.fill(subject, PoisonRun::first);
  ASSERT_EQ(memory.storages().size(), 1u);
  EXPECT_EQ(byte_at(memory, 0, 0), 0x00);
  EXPECT_EQ(byte_at(memory, 0, 1), 0x40);
  EXPECT_EQ(byte_at(memory, 0, 2 * (4 * 16 + 6)), 4 * 16 + 6);
  EXPECT_EQ(byte_at(memory, 0, 2 * (4 * 16 + 7)), 0x03);
  EXPECT_EQ(byte_at(memory, 0, 2 * (5 * 16)), 0x01);
}

Case gather_case() {
  Case subject = make_case("TGATHERB", Profile::a5,
                           {full(DType::u8, 6, 64), full(DType::u8, 6, 64), masked(DType::u32, 6, 64, 3, 60)});
  put_all(subject, "offset", [](auto, auto) { return 7; });
  return subject;
}

void expect_offsets(const Case& subject, PoisonRun run, std::uint32_t undefined) {
  Memory memory;
  memory.fill(subject, run);
  const std::span<const std::byte> bytes = memory.now(2);
  ASSERT_EQ(bytes.size(), 1536u);
  for (std::size_t i = 0; i < 6 * 64; ++i) {
    std::uint32_t element = 0;
    std::memcpy(&element, &bytes[4 * i], 4);
    EXPECT_EQ(element, i / 64 < 3 && i % 64 < 60 ? 7u : undefined);
  }
  const std::uint32_t poison = poison_of(subject.poison, run);
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(Memory::kGuardBytes); ++i) {
    EXPECT_EQ(byte_at(memory, 2, -1 - i), poison_byte(poison, -1 - i));
    EXPECT_EQ(byte_at(memory, 2, 1536 + i), poison_byte(poison, 1536 + i));
  }
}

TEST(Memory, UndefinedElementsOfAnIndexOperandHoldItsPoison) {
  Case subject = gather_case();
  subject.index_poison = {{1, 5, 6}, {2, 0x10, 0x12345678}};
  expect_offsets(subject, PoisonRun::first, 0x10);
  expect_offsets(subject, PoisonRun::second, 0x12345678);
}

TEST(Memory, AnIndexOperandWithoutPoisonHoldsZeroThere) {
  expect_offsets(gather_case(), PoisonRun::first, 0);
  expect_offsets(gather_case(), PoisonRun::second, 0);
}

TEST(Memory, AnEmptyValidRegionDefinesNothing) {
  for (const TileDesc& empty : {masked(DType::f32, 16, 16, 0, 16), masked(DType::f32, 16, 16, 16, 0)}) {
    const Case subject = make_case("TFILLPAD", Profile::a5, {empty, empty});
    Memory memory;
    memory.fill(subject, PoisonRun::first);
    for (std::int64_t i = 0; i < 1024; ++i) EXPECT_EQ(byte_at(memory, 1, i), poison_byte(subject.poison.pattern, i));
  }
}

// Every layout: the element copy must place exactly what the layout map places.
TEST(Memory, CopiesTheValidRegionInEveryLayout) {
  for (const DType dtype : {DType::u8, DType::f16, DType::i32, DType::u64})
    for (const BLayout blayout : kAllBLayouts)
      for (const SLayout slayout : kAllSLayouts)
        for (const std::int64_t fractal_bytes : {512, 1024, 32}) {
          TileDesc src = masked(dtype, 32, 64, 21, 37);
          src.blayout = blayout;
          src.slayout = slayout;
          src.fractal_bytes = fractal_bytes;
          ASSERT_TRUE(has_sound_layout(src));
          Case subject = make_case("TFILLPAD", Profile::a5, {src, src});
          for (std::size_t i = 0; i < subject.payload[1].size(); ++i)
            subject.payload[1][i] = static_cast<std::uint8_t>(i * 37 + i / 251);
          Memory memory;
          memory.fill(subject, PoisonRun::first);
          const LayoutMap map(src);
          const auto size = element_bytes(dtype);
          for (std::int64_t row = 0; row < 32; ++row)
            for (std::int64_t col = 0; col < 64; ++col)
              for (std::int64_t i = 0; i < size; ++i) {
                const std::int64_t at = map.element_offset(row, col) * size + i;
                ASSERT_EQ(byte_at(memory, 1, at), row < 21 && col < 37
                                                      ? subject.payload[1][static_cast<std::size_t>(at)]
                                                      : poison_byte(subject.poison.pattern, at))
                    << name(layout_of(src)) << " " << row << " " << col;
              }
        }
}

TEST(Memory, AnOperandWithoutALayoutBringsItsWholePayload) {
  std::vector<TileDesc> odd(4, masked(DType::f32, 16, 16, 4, 4));
  odd[0].slayout = SLayout::RowMajor;
  odd[0].fractal_bytes = 77;
  odd[1].slayout = SLayout::RowMajor;
  odd[1].rows = 17;
  odd[2].valid_rows = 17;
  odd[3].valid_cols = -3;
  for (const TileDesc& tile : odd) {
    Case subject = make_case("TFILLPAD", Profile::a5, {tile, tile});
    for (std::size_t i = 0; i < subject.payload[1].size(); ++i)
      subject.payload[1][i] = static_cast<std::uint8_t>(i % 253);
    Memory memory;
    memory.fill(subject, PoisonRun::first);
    for (std::size_t i = 0; i < subject.payload[1].size(); ++i) {
      EXPECT_EQ(byte_at(memory, 1, static_cast<std::int64_t>(i)), i % 253);
      EXPECT_EQ(byte_at(memory, 0, static_cast<std::int64_t>(i)),
                poison_byte(subject.poison.pattern, static_cast<std::int64_t>(i)));
    }
  }
}

TEST(Memory, FindsEveryChangedByteOfGuardsAndStorages) {
  const Case subject = copy_case();
  Memory memory;
  memory.fill(subject, PoisonRun::first);
  constexpr auto kGuard = static_cast<std::int64_t>(Memory::kGuardBytes);
  for (const int storage : {0, 1})
    for (std::int64_t at = -kGuard; at < 512 + kGuard; ++at) {
      std::byte& byte = memory.storages()[static_cast<std::size_t>(storage)].data[at];
      byte ^= std::byte{0x10};
      const ChangedByte expected{storage, at, byte};
      std::vector<ChangedByte> guards, data, other;
      memory.find_changed_guards(guards);
      memory.find_changed_storage(storage, data);
      memory.find_changed_storage(1 - storage, other);
      const bool inside = at >= 0 && at < 512;
      EXPECT_EQ(guards, inside ? std::vector<ChangedByte>{} : std::vector{expected});
      EXPECT_EQ(data, inside ? std::vector{expected} : std::vector<ChangedByte>{});
      EXPECT_TRUE(other.empty());
      byte ^= std::byte{0x10};
    }
}

TEST(Memory, RestoreBringsBackWhatWasFilledAtTheSameAddresses) {
  const Case subject = copy_case();
  Memory memory;
  memory.fill(subject, PoisonRun::first);
  std::byte* const data = memory.storages()[1].data;
  data[0] ^= std::byte{1};
  data[-1] ^= std::byte{1};
  memory.restore();
  EXPECT_EQ(memory.storages()[1].data, data);
  std::vector<ChangedByte> changed;
  memory.find_changed_guards(changed);
  memory.find_changed_storage(0, changed);
  memory.find_changed_storage(1, changed);
  EXPECT_TRUE(changed.empty());
  EXPECT_EQ(memory.now(1).size(), 512u);
  EXPECT_EQ(memory.now(1).data(), data);
  EXPECT_TRUE(std::ranges::equal(memory.now(1), memory.filled(1)));
}

TEST(Memory, IsReusedForCasesOfAnySize) {
  Memory reused;
  const Case large = make_case("TPARTADD", Profile::a5, std::vector(3, full(DType::f32, 64, 64)));
  for (const Case& subject : {copy_case(), large, copy_case()}) {
    Memory fresh;
    reused.fill(subject, PoisonRun::second);
    fresh.fill(subject, PoisonRun::second);
    ASSERT_EQ(reused.storages().size(), fresh.storages().size());
    for (std::size_t i = 0; i < fresh.storages().size(); ++i) {
      constexpr auto kGuard = Memory::kGuardBytes;
      ASSERT_EQ(reused.storages()[i].bytes, fresh.storages()[i].bytes);
      EXPECT_EQ(std::memcmp(reused.storages()[i].data - kGuard, fresh.storages()[i].data - kGuard,
                            fresh.storages()[i].bytes + 2 * kGuard),
                0);
    }
  }
}

}  // namespace
}  // namespace pto_cts::judge::memory_test
