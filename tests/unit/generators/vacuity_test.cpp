// SPDX-License-Identifier: MIT
#include "pto_cts/generators/domain.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <functional>

#include "domains.h"
#include "payload_cases.h"

namespace pto_cts::generators {
namespace {

using payload_cases::tile;

Case with_contents(const Tuple& tuple, const std::function<float(int operand, std::int64_t place)>& value) {
  Case subject;
  subject.profile = Profile::a5;
  subject.tuple = tuple;
  subject.scalars.assign(tuple.scalars.size(), std::bit_cast<std::uint32_t>(2.0f));
  for (int s = 0; s < storage_count(tuple); ++s)
    subject.payload.emplace_back(static_cast<std::size_t>(storage_bytes(tuple, s)));
  for (std::size_t i = 1; i < tuple.tiles.size(); ++i)
    for (std::int64_t place = 0; place < tuple.tiles[i].tile.rows * tuple.tiles[i].tile.cols; ++place) {
      const float number = value(static_cast<int>(i), place);
      std::memcpy(subject.payload[static_cast<std::size_t>(tuple.tiles[i].storage)].data() + 4 * place, &number, 4);
    }
  return subject;
}

bool nothing(const Case& subject, bool discriminating = true) {
  const evaluate::Expectation expectation(domains::resolved(subject.tuple.mnemonic), subject);
  return proves_nothing(subject, expectation, discriminating);
}

float distinct(int operand, std::int64_t place) {
  return static_cast<float>(1000 * operand + place + 1);
}
float constant(int, std::int64_t) {
  return 3.0f;
}

Tuple fillpad(bool in_place, std::int64_t valid_rows, PadValue pad = PadValue::Max) {
  TileDesc dst = tile(DType::f32, 16, 16), src = dst;
  dst.pad = pad;
  src.valid_rows = src.static_valid_rows = valid_rows;
  return {"TFILLPAD",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, in_place ? 0 : 1}},
          {},
          {{"form", "heterogeneous", false}, {"pad", "Zero", true}},
          {}};
}

TEST(Vacuity, InPlaceFillpadOfAWhollyValidTile) {
  EXPECT_TRUE(nothing(with_contents(fillpad(true, 16), distinct)));
  EXPECT_TRUE(nothing(with_contents(fillpad(true, 16), distinct), false));
  EXPECT_FALSE(nothing(with_contents(fillpad(false, 16), distinct)));
  EXPECT_FALSE(nothing(with_contents(fillpad(true, 15), distinct)));
}

// What lies outside of the source's valid region is replaced by poison: that it equals the pad does not count.
TEST(Vacuity, PadThatStoodThereByChanceIsJudgedAllTheSame) {
  const Tuple tuple = fillpad(true, 15, PadValue::Zero);
  EXPECT_FALSE(nothing(with_contents(
      tuple, [](int, std::int64_t place) { return place < 240 ? 1.0f + static_cast<float>(place) : 0.0f; })));
}

TEST(Vacuity, ConstantResultOfADiscriminatingPayload) {
  const Tuple apart = payload_cases::scaling(tile(DType::f32, 16, 16));
  EXPECT_TRUE(nothing(with_contents(apart, constant), true));
  EXPECT_FALSE(nothing(with_contents(apart, constant), false));
  EXPECT_FALSE(nothing(with_contents(apart, distinct), true));
  EXPECT_FALSE(nothing(with_contents(apart, [](int, std::int64_t place) { return place == 255 ? 4.0f : 3.0f; }), true));
}

TEST(Vacuity, OneJudgedElementIsExempt) {
  TileDesc one = tile(DType::f32, 16, 16);
  one.valid_rows = one.static_valid_rows = one.valid_cols = one.static_valid_cols = 1;
  EXPECT_FALSE(nothing(with_contents(payload_cases::scaling(one), constant)));
  TileDesc two = one;
  two.valid_cols = two.static_valid_cols = 2;
  EXPECT_TRUE(nothing(with_contents(payload_cases::scaling(two), constant)));
}

TEST(Vacuity, NothingJudged) {
  TileDesc type = tile(DType::f32, 16, 16);
  type.static_valid_rows = type.static_valid_cols = kDynamic;
  Tuple tuple = payload_cases::scaling(type);
  tuple.tiles[1].tile.valid_rows = 0;
  EXPECT_TRUE(nothing(with_contents(tuple, distinct)));
  EXPECT_TRUE(nothing(with_contents(tuple, distinct), false));
}

TEST(Vacuity, MultiplicationByOneInPlace) {
  Tuple tuple = payload_cases::scaling(tile(DType::f32, 16, 16));
  tuple.tiles[1].storage = 0;
  Case subject = with_contents(tuple, distinct);
  EXPECT_FALSE(nothing(subject));
  subject.scalars[0] = std::bit_cast<std::uint32_t>(1.0f);
  EXPECT_TRUE(nothing(subject, false));
}

TEST(Vacuity, OfATilePaddedInPartTheCopiedElementsCount) {
  const Tuple tuple = fillpad(false, 8);
  EXPECT_TRUE(nothing(with_contents(tuple, constant), true));
  EXPECT_FALSE(nothing(with_contents(tuple, constant), false));
}

}  // namespace
}  // namespace pto_cts::generators
