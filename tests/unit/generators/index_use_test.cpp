// SPDX-License-Identifier: MIT
#include "pto_cts/generators/payload.h"

#include <gtest/gtest.h>

#include "domains.h"
#include "payload_cases.h"
#include "pto_cts/evaluate/legality.h"

namespace pto_cts::generators {
namespace {

using payload_cases::tile;

TEST(IndexUseOfTgatherb, IsOneElementByDefault) {
  const terms::Instruction& instruction = domains::resolved("TGATHERB");
  for (const DType dtype : {DType::u8, DType::bf16, DType::f32}) {
    const auto use = index_use(instruction, payload_cases::gathering(tile(dtype, 16, 32), tile(DType::u32, 16, 8)));
    ASSERT_TRUE(use.has_value());
    EXPECT_EQ(use->index_tile, 2);
    EXPECT_EQ(use->source_tile, 1);
    EXPECT_EQ(use->unit, element_bytes(dtype));
  }
}

TEST(IndexUseOfTgatherb, IsABlockUnderBlock32) {
  const terms::Instruction& instruction = domains::resolved("TGATHERB", {"block32"});
  for (const DType dtype : {DType::u8, DType::bf16, DType::f32}) {
    const auto use = index_use(instruction, payload_cases::gathering(tile(dtype, 16, 32), tile(DType::u32, 16, 8)));
    ASSERT_TRUE(use.has_value());
    EXPECT_EQ(use->index_tile, 2);
    EXPECT_EQ(use->source_tile, 1);
    EXPECT_EQ(use->unit, 32);
  }
}

TEST(IndexUse, IsNoneWhereNothingIsAnOffset) {
  for (const terms::Instruction& one : spec::instructions()) {
    if (one.mnemonic == "TGATHERB") continue;
    const terms::Instruction& instruction = domains::resolved(one.mnemonic);
    const Tuple& tuple = domains::drawn({one.mnemonic, Profile::a5}).front().tuple;
    EXPECT_FALSE(index_use(instruction, tuple).has_value()) << one.mnemonic;
  }
}

// Byte ranges [offset, offset + unit) that the instruction reads.
template <typename Visit>
void for_each_consumed(const Case& subject, bool blocks, Visit visit) {
  const TileDesc& dst = subject.tuple.tiles[0].tile;
  const TileDesc& offsets = subject.tuple.tiles[2].tile;
  const std::int64_t size = element_bytes(dst.dtype), unit = blocks ? 32 : size;
  const evaluate::Contents contents(subject);
  const std::int64_t count = blocks ? (dst.valid_cols * size + 31) / 32 : dst.valid_cols;
  for (std::int64_t row = 0; row < std::min(dst.valid_rows, offsets.valid_rows); ++row)
    for (std::int64_t k = 0; k < std::min(count, offsets.valid_cols); ++k)
      visit(static_cast<std::int64_t>(contents.element(2, row, k)), unit);
}

bool leaves_source(const Case& subject, bool blocks) {
  bool leaves = false;
  for_each_consumed(subject, blocks, [&](std::int64_t offset, std::int64_t unit) {
    leaves = leaves || offset + unit > tile_bytes(subject.tuple.tiles[1].tile);
  });
  return leaves;
}

class Offsets : public testing::TestWithParam<bool> {
 protected:
  const Domain& domain() const {
    static const Domain block32(domains::resolved("TGATHERB", {"block32"}), Profile::a5);
    return GetParam() ? block32 : domains::domain({"TGATHERB", Profile::a5});
  }
};
INSTANTIATE_TEST_SUITE_P(Readings, Offsets, testing::Bool(),
                         [](const auto& one) { return one.param ? "block32" : "element"; });

TEST_P(Offsets, OfTheOutOfBoundsCellLeaveTheSource) {
  const Cell& cell = domains::cell_named(domain(), "target/tgatherb.offset-bounds");
  for (std::uint64_t k = 0; k < 60; ++k) {
    const Generated made = domain().generate(cell, domains::kSeed, k);
    EXPECT_TRUE(leaves_source(*made.subject, GetParam())) << made.subject->name << " " << made.subject->payload_class;
    const auto verdict = evaluate::verdict(domain().instruction(), *made.subject);
    EXPECT_EQ(verdict.legality, evaluate::Legality::target_defined);
    EXPECT_EQ(verdict.reasons, std::vector<std::string>{"tgatherb.offset-bounds"});
  }
}

TEST_P(Offsets, OfEveryOtherCellStayInside) {
  for (std::size_t i = 0; i < domain().cells().size(); i += 5) {
    const Cell& cell = domain().cells()[i];
    if (cell.kind != CellKind::legal) continue;
    const Generated made = domain().generate(cell, domains::kSeed, 3);
    EXPECT_FALSE(leaves_source(*made.subject, GetParam())) << made.subject->name;
    EXPECT_FALSE(made.vacuous) << made.subject->name;
    ASSERT_EQ(made.subject->index_poison.size(), 1u);
    const IndexPoison& poison = made.subject->index_poison[0];
    const auto bytes = static_cast<std::uint64_t>(tile_bytes(made.subject->tuple.tiles[1].tile));
    const std::uint64_t unit =
        GetParam() ? 32 : static_cast<std::uint64_t>(element_bytes(made.subject->tuple.tiles[1].tile.dtype));
    for (const std::uint64_t offset : {poison.first, poison.second}) {
      EXPECT_EQ(offset % unit, 0u);
      EXPECT_LE(offset + unit, bytes);
    }
  }
}

TEST_P(Offsets, GiveEveryIndexClass) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < domain().cells().size(); i += 3) {
    const Generated made = domain().generate(domain().cells()[i], 9, 0);
    const std::string& both = made.subject->payload_class;
    seen.insert(both.substr(both.find('/') + 1));
  }
  for (const IndexClass index : kAllIndexClasses)
    if (index != IndexClass::out_of_range) {
      EXPECT_EQ(seen.count(std::string(name(index))), 1u) << name(index);
    }
}

}  // namespace
}  // namespace pto_cts::generators
