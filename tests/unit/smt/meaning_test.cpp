// SPDX-License-Identifier: MIT
// The classes that the proofs speak of are those that the oracle gives to a case.
#include "meaning.h"

#include <gtest/gtest.h>

#include <random>

#include "random_tuples.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/smt/solver.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

using evaluate::ElementClass;

class Classes : public testing::TestWithParam<std::string> {};

// A legal case with random contents; of an index operand, offsets that mostly stay in the source.
Case random_case(const Tuple& tuple, bool blocks, std::mt19937_64& random) {
  Case subject;
  subject.profile = Profile::a5;
  subject.tuple = tuple;
  subject.scalars.assign(tuple.scalars.size(), 0);
  for (int storage = 0; storage < storage_count(tuple); ++storage) {
    subject.payload.emplace_back(static_cast<std::size_t>(storage_bytes(tuple, storage)));
    for (std::uint8_t& byte : subject.payload.back()) byte = static_cast<std::uint8_t>(random());
  }
  for (const TileOperand& operand : tuple.tiles)
    if (operand.role == Role::index) {
      auto& bytes = subject.payload[static_cast<std::size_t>(operand.storage)];
      for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
        const std::uint64_t offset = random() % static_cast<std::uint64_t>(tile_bytes(tuple.tiles[1].tile) - 31);
        evaluate::store_element(DType::u32, &bytes[i], blocks && random() % 4 ? offset / 32 * 32 : offset);
      }
    }
  return subject;
}

// That a number has a value, bit by bit: what was declared for one question serves the others.
void fix(Solver& solver, const std::string& number, std::uint64_t value, Literals& literals) {
  for (int place = 0; place < 32; ++place) {
    const std::string at = std::to_string(place);
    const Literal bit = solver.literal(number + " bit " + at, "(= ((_ extract " + at + " " + at + ") " + symbol(number) + ") #b1)");
    literals.push_back((value >> place & 1) != 0 ? bit : !bit);
  }
}

TEST_P(Classes, AreThoseOfTheOracle) {
  const bool blocks = GetParam() == "TGATHERB:block32";
  const std::string mnemonic = GetParam().substr(0, GetParam().find(':'));
  const terms::Instruction instruction =
      terms::under(*spec::find_instruction(mnemonic), blocks ? terms::Readings{"block32"} : terms::Readings{});
  const World world(instruction);
  Solver solver(world);
  Lowering lowering(instruction, world.fields());
  const Meaning meaning = meaning_of(instruction, instruction.effects.front(), Profile::a5, lowering);
  for (const std::string& number : lowering.free_numbers()) solver.declare_number(number);
  const Literal value = solver.literal("value", meaning.value()), pad = solver.literal("pad", meaning.pad());
  evaluate::tuples::RandomTuples tuples(5);
  std::mt19937_64 random(9);
  int cases = 0, of_class[4] = {};
  while (cases < 40) {
    const Tuple tuple = tuples.changed(tuples.legal(mnemonic), static_cast<int>(random() % 2));
    if (evaluate::verdict(instruction, tuple, Profile::a5).legality != evaluate::Legality::legal) continue;
    const Case subject = random_case(tuple, blocks, random);
    if (evaluate::verdict(instruction, subject).legality != evaluate::Legality::legal) continue;
    ++cases;
    const evaluate::Expectation expectation(instruction, subject);
    const evaluate::Contents contents(subject);
    const TileDesc& dst = tuple.tiles.front().tile;
    for (int k = 0; k < 20; ++k) {
      const auto row = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(dst.rows));
      const auto col = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(dst.cols));
      Literals literals = world.equals(world.fields().of(tuple));
      fix(solver, "row", static_cast<std::uint64_t>(row), literals);
      fix(solver, "col", static_cast<std::uint64_t>(col), literals);
      for (const std::string& number : lowering.free_numbers()) {
        if (number == "row" || number == "col") continue;
        const TileDesc& offsets = tuple.tiles.at(2).tile;
        const std::int64_t offset_col = blocks ? col * element_bytes(dst.dtype) / 32 : col;
        const bool inside = row < offsets.rows && offset_col < offsets.cols;
        const std::uint64_t content = inside ? contents.element(2, row, offset_col) : 0;
        fix(solver, number, content, literals);
      }
      ASSERT_EQ(solver.check(literals), Answer::sat);
      const ElementClass expected = expectation.tiles().front().classes[static_cast<std::size_t>(row * dst.cols + col)];
      ++of_class[static_cast<std::size_t>(expected)];
      ASSERT_EQ(solver.truth(value), expected == ElementClass::value) << row << ", " << col;
      ASSERT_EQ(solver.truth(pad), expected == ElementClass::pad) << row << ", " << col;
    }
  }
  EXPECT_GT(of_class[static_cast<std::size_t>(ElementClass::value)], 20);
}

INSTANTIATE_TEST_SUITE_P(Spec, Classes,
                         testing::Values("TMULS", "TPARTADD", "TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB", "TGATHERB:block32"));

}  // namespace
}  // namespace pto_cts::smt
