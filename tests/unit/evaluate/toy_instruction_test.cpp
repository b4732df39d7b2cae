// SPDX-License-Identifier: MIT
// The evaluator on terms that none of the five instructions uses yet, by instructions made up here.
#include <gtest/gtest.h>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/terms/define.h"
#include "tuples.h"

namespace pto_cts::evaluate::toy_instruction_test {
namespace {

using namespace tuples;
using namespace terms;

constexpr ElementClass kValue = ElementClass::value, kPad = ElementClass::pad, kFree = ElementClass::unspecified;

struct Toy {
  Define d{"TOY", "toys"};
  terms::Tile dst = d.output("dst"), src = d.input("src"), index = d.index("index");
  Scalar scalar = d.scalar("scalar");
  Choice form = d.attribute("form", {"plain", "fancy"});
  PadAttribute pad = d.pad_template_argument("pad", PadValue::Zero);

  /// An effect, and a case of i32 tiles of 16 x 16 whose source element (r, c) is 100 r + c.
  ExpectedTile expect(const Elem& value, const Case& subject) {
    d.instruction().effects.clear();
    d.each_valid(dst, value, {"x"});
    return Expectation(d.instruction(), subject).tiles().at(0);
  }
};

Case make(const TileDesc& src = vec(DType::i32, 16, 16), const TileDesc& index = vec(DType::u32, 16, 16)) {
  const Tuple tuple = {
      "TOY",
      {{"dst", Role::out, vec(DType::i32, 16, 16), 0}, {"src", Role::in, src, 1}, {"index", Role::index, index, 2}},
      {{"scalar", DType::i32}},
      {{"form", "plain", false}, {"pad", "Zero", true}},
      {}};
  Case subject = make_case(tuple);
  for (std::int64_t row = 0; row < src.rows; ++row)
    for (std::int64_t col = 0; col < src.cols; ++col)
      put(subject, 1, row, col, static_cast<std::uint64_t>(100 * row + col));
  subject.scalars[0] = 700;
  return subject;
}

std::uint64_t bits(const ExpectedTile& tile, std::size_t row, std::size_t col) {
  return tile.bits[row * 16 + col];
}
ElementClass at(const ExpectedTile& tile, std::size_t row, std::size_t col) {
  return tile.classes[row * 16 + col];
}

TEST(Toy, ReadsAtComputedPlacesAndIsSilentWhereTheyAreNotValid) {
  Toy toy;
  const Case subject = make(dynamic(vec(DType::i32, 16, 16), 15, 14));
  const ExpectedTile transposed = toy.expect(toy.src.at(col(), row()), subject);
  EXPECT_EQ(bits(transposed, 3, 5), 503u);
  EXPECT_EQ(at(transposed, 13, 14), kValue);  // source (14, 13)
  EXPECT_EQ(at(transposed, 14, 13), kFree);   // source (13, 14)
  EXPECT_EQ(at(transposed, 13, 15), kFree);   // source (15, 13)
  const ExpectedTile shifted = toy.expect(toy.src.at(row() + 1, col() - 1), subject);
  EXPECT_EQ(at(shifted, 0, 0), kFree);
  EXPECT_EQ(bits(shifted, 0, 1), 100u);
  EXPECT_EQ(at(shifted, 14, 1), kFree);
  const ExpectedTile broadcast = toy.expect(toy.src.at(row(), 0), subject);
  EXPECT_EQ(bits(broadcast, 7, 15), 700u);
}

TEST(Toy, ReadsThroughAnIndexOperand) {
  Toy toy;
  Case subject = make(vec(DType::i32, 16, 16), dynamic(vec(DType::u32, 16, 16), 16, 8));
  put(subject, 2, 0, 0, 5);
  put(subject, 2, 0, 1, 99);
  put(subject, 2, 0, 2, 0xFFFFFFFF);
  const ExpectedTile gathered = toy.expect(toy.src.at(toy.index.index_at(row(), col()), col()), subject);
  EXPECT_EQ(bits(gathered, 0, 0), 500u);
  EXPECT_EQ(at(gathered, 0, 1), kFree);
  EXPECT_EQ(at(gathered, 0, 2), kFree);
  EXPECT_EQ(bits(gathered, 1, 3), 3u);
  EXPECT_EQ(at(gathered, 0, 8), kFree);
  const ExpectedTile computed = toy.expect(toy.src.at(toy.index.index_at(row(), col() / 8), col()), subject);
  EXPECT_EQ(bits(computed, 0, 7), 507u);
  EXPECT_EQ(at(computed, 0, 8), kFree);  // index (0, 1) is 99
  EXPECT_EQ(at(computed, 0, 15), kFree);
}

TEST(Toy, LoadsAlignedElementsOfTheSourceAndNothingElse) {
  Toy toy;
  const Case subject = make(dynamic(vec(DType::i32, 16, 16), 16, 15));
  const ExpectedTile by_4 = toy.expect(toy.src.load(row() * 64 + col() * 2, 4), subject);
  EXPECT_EQ(bits(by_4, 3, 0), 300u);
  EXPECT_EQ(at(by_4, 3, 1), kFree);
  EXPECT_EQ(bits(by_4, 3, 2), 301u);
  const ExpectedTile by_8 = toy.expect(toy.src.load(row() * 64 + col() * 4, 8), subject);
  EXPECT_EQ(bits(by_8, 3, 2), 302u);
  EXPECT_EQ(at(by_8, 3, 3), kFree);
  const ExpectedTile by_2 = toy.expect(toy.src.load(row() * 64 + col() * 2, 2), subject);
  EXPECT_EQ(at(by_2, 3, 1), kFree);  // the bytes of two elements
  const ExpectedTile beyond = toy.expect(toy.src.load(row() * 64 + col() * 4 + 4, 4), subject);
  EXPECT_EQ(bits(beyond, 15, 13), 1514u);
  EXPECT_EQ(at(beyond, 15, 14), kFree);  // not valid
  EXPECT_EQ(at(beyond, 15, 15), kFree);  // not there
  EXPECT_EQ(bits(beyond, 14, 15), 1500u);
}

TEST(Toy, IsSilentWhereItIsNotKnownWhetherItIsSilent) {
  Toy toy;
  Case subject = make(vec(DType::i32, 16, 16), dynamic(vec(DType::u32, 16, 16), 4, 4));
  put(subject, 2, 1, 1, 9);
  toy.d.each_valid(toy.dst, toy.scalar.value, toy.index.index_at(row(), col()) == 9, {"x"});
  const ExpectedTile tile = Expectation(toy.d.instruction(), subject).tiles().at(0);
  EXPECT_EQ(at(tile, 1, 2), kValue);
  EXPECT_EQ(at(tile, 1, 1), kFree);
  EXPECT_EQ(at(tile, 4, 0), kFree);
  EXPECT_EQ(at(tile, 0, 4), kFree);
}

TEST(Toy, ComputesMaximumMinimumAndNestedArithmetic) {
  Toy toy;
  const Case subject = make();
  const Elem a = toy.src.at(row(), col()), s = toy.scalar.value;
  EXPECT_EQ(bits(toy.expect(max(a, s), subject), 3, 1), 700u);
  EXPECT_EQ(bits(toy.expect(max(a, s), subject), 9, 1), 901u);
  EXPECT_EQ(bits(toy.expect(min(a, s), subject), 9, 1), 700u);
  EXPECT_EQ(bits(toy.expect((a + s) * a, subject), 1, 2), 802u * 102u);
  const ExpectedTile undefined = toy.expect(a + toy.src.at(row() + 8, col()), subject);
  EXPECT_EQ(bits(undefined, 7, 1), 701u + 1501u);
  EXPECT_EQ(at(undefined, 8, 1), kFree);
}

TEST(Toy, ChoosesElementByElement) {
  Toy toy;
  const Case subject = make();
  const Bool even = (row() + col()) % 2 == 0;
  const ExpectedTile chosen = toy.expect(select(even, toy.src.at(row(), col()), pad_bits(PadValue::Max)), subject);
  EXPECT_EQ(at(chosen, 1, 1), kValue);
  EXPECT_EQ(bits(chosen, 1, 1), 101u);
  EXPECT_EQ(at(chosen, 1, 2), kPad);
  EXPECT_EQ(bits(chosen, 1, 2), 0x7FFFFFFFu);
  const Bool by_content = toy.index.index_at(row(), col()) == 0;
  const ExpectedTile by_index = toy.expect(select(by_content, toy.scalar.value, pad_bits(PadValue::Zero)),
                                           make(vec(DType::i32, 16, 16), dynamic(vec(DType::u32, 16, 16), 4, 4)));
  EXPECT_EQ(at(by_index, 3, 3), kValue);
  EXPECT_EQ(at(by_index, 3, 4), kFree);  // whether is not known
}

TEST(Toy, ChoosesByAnAttributeAndByAPadAttribute) {
  Toy toy;
  Case subject = make();
  const Elem by_form = select(toy.form.is("fancy"), toy.scalar.value, toy.src.at(row(), col()));
  EXPECT_EQ(bits(toy.expect(by_form, subject), 2, 2), 202u);
  const Elem by_pad = select(toy.pad.value == PadValue::Zero, toy.scalar.value, toy.src.at(row(), col()));
  EXPECT_EQ(bits(toy.expect(by_pad, subject), 2, 2), 700u);
  subject.tuple.attributes = {{"form", "fancy", false}, {"pad", "Min", true}};
  EXPECT_EQ(bits(toy.expect(by_form, subject), 2, 2), 700u);
  EXPECT_EQ(bits(toy.expect(by_pad, subject), 2, 2), 202u);
}

TEST(Toy, ConditionOnAnUndefinedNumberIsDecidedByTheOtherSide) {
  Toy toy;
  const Case subject = make(vec(DType::i32, 16, 16), dynamic(vec(DType::u32, 16, 16), 8, 8));
  const Bool undefined = toy.index.index_at(row(), col()) == 1;  // false where defined
  const auto rule = [&](const Bool& b) { return holds(for_all_valid(toy.dst, b).tree(), subject); };
  EXPECT_FALSE(rule(!undefined));
  EXPECT_TRUE(rule(!undefined || row() >= 8 || col() >= 8));
  EXPECT_TRUE(rule(row() >= 8 || col() >= 8 || !undefined));
  EXPECT_TRUE(rule(!(undefined && row() < 8 && col() < 8)));
  EXPECT_FALSE(rule(undefined || !undefined));
}

TEST(Toy, DataClauseIsDecidedOnTheCaseAloneAndOnlyWhereTheTupleIsLegal) {
  Toy toy;
  toy.d.require("small", for_all_valid(toy.dst, toy.index.index_at(row(), col()) < 10), {"x"});
  toy.d.require("vec", toy.dst.type == TileType::Vec, {"x"});
  const terms::Instruction& instruction = toy.d.instruction();
  Case subject = make();
  EXPECT_EQ(verdict(instruction, subject).legality, Legality::legal);
  put(subject, 2, 15, 15, 10);
  EXPECT_EQ(verdict(instruction, subject.tuple, Profile::a5).legality, Legality::legal);
  EXPECT_EQ(verdict(instruction, subject).clauses, std::vector<std::string>{"toy.small"});
  for (const Profile profile : kAllProfiles) {
    subject.profile = profile;
    EXPECT_EQ(verdict(instruction, subject).legality, Legality::illegal);
  }
  subject.tuple.tiles[0].tile.type = TileType::Mat;
  EXPECT_EQ(verdict(instruction, subject).clauses, std::vector<std::string>{"toy.vec"});
}

TEST(Toy, RuleOnEveryValidElementNeedsNoContentsWhereItReadsNone) {
  Toy toy;
  toy.d.require("triangle", for_all_valid(toy.dst, row() + col() < 31), {"x"});
  const Case subject = make();
  EXPECT_NO_THROW(EXPECT_EQ(verdict(toy.d.instruction(), subject).legality, Legality::legal));
  EXPECT_NO_THROW(EXPECT_EQ(verdict(toy.d.instruction(), subject.tuple, Profile::a5).legality, Legality::legal));
}

TEST(Toy, UnresolvedReadingIsAnError) {
  Toy toy;
  EXPECT_THROW(holds(reading("odd").tree(), make().tuple), std::logic_error);
}

}  // namespace
}  // namespace pto_cts::evaluate::toy_instruction_test
