// SPDX-License-Identifier: MIT
// The encoding beside the evaluator and beside an independent statement of legality.
#include "pto_cts/smt/world.h"

#include <gtest/gtest.h>

#include "independent_legality.h"
#include "random_tuples.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/smt/solver.h"
#include "pto_cts/terms/define.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

using evaluate::tuples::RandomTuples;

bool in_universe(const Fields& fields, const Values& values) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] < fields.all()[i].least || values[i] > fields.all()[i].most) return false;
  return true;
}

class Encoding : public testing::TestWithParam<terms::Instruction> {
 protected:
  static constexpr int kTuples = 500;

  Encoding() : instruction_(terms::under(GetParam(), {})), world_(instruction_), solver_(world_), random_(7) {}

  // Some legal, some one or a few changes away; all representable.
  std::vector<Tuple> tuples() {
    std::vector<Tuple> all;
    while (all.size() < kTuples) {
      Tuple tuple = random_.changed(random_.legal(instruction_.mnemonic), static_cast<int>(random_.below(4)));
      bool consistent_all = true;
      for (const TileOperand& operand : tuple.tiles) consistent_all &= consistent(operand.tile);
      if (consistent_all && in_universe(world_.fields(), world_.fields().of(tuple))) all.push_back(tuple);
    }
    return all;
  }

  terms::Instruction instruction_;
  World world_;
  Solver solver_;
  RandomTuples random_;
};

TEST_P(Encoding, FieldsDescribeATupleInFull) {
  for (const Tuple& tuple : tuples()) {
    const Tuple back = world_.fields().tuple(world_.fields().of(tuple));
    ASSERT_EQ(world_.fields().of(back), world_.fields().of(tuple));
    ASSERT_EQ(back.tiles.size(), tuple.tiles.size());
    for (std::size_t i = 0; i < back.tiles.size(); ++i) {
      ASSERT_EQ(back.tiles[i].tile, tuple.tiles[i].tile);
      for (std::size_t j = 0; j < i; ++j)
        ASSERT_EQ(back.tiles[i].storage == back.tiles[j].storage, tuple.tiles[i].storage == tuple.tiles[j].storage);
    }
    ASSERT_EQ(back.scalars, tuple.scalars);
    ASSERT_EQ(back.attributes, tuple.attributes);
  }
}

TEST_P(Encoding, AgreesWithTheEvaluatorOnEveryRule) {
  int broken = 0;
  for (const Tuple& tuple : tuples()) {
    ASSERT_EQ(solver_.check(world_.equals(world_.fields().of(tuple))), Answer::sat);
    for (const terms::Clause& clause : instruction_.clauses) {
      const bool holds = evaluate::holds(clause.predicate.tree(), tuple);
      broken += !holds;
      ASSERT_EQ(solver_.truth(World::clause(clause)), holds) << clause.id;
    }
    for (const terms::CoreCondition& condition : instruction_.core)
      if (condition.phase != terms::Phase::data) {
        ASSERT_EQ(solver_.truth(World::core(condition)), evaluate::holds(condition.predicate.tree(), tuple)) << condition.id;
      }
  }
  EXPECT_GT(broken, kTuples / 4);
}

TEST_P(Encoding, AgreesWithAnIndependentStatementOfLegality) {
  int legal = 0;
  for (const Tuple& tuple : tuples()) {
    const evaluate::independent::Judge judge(tuple, {});
    const Literals fixed = world_.equals(world_.fields().of(tuple));
    for (const Profile profile : kCertifiedProfiles) {
      Literals all = fixed;
      for (const Literal& literal : world_.legal(profile)) all.push_back(literal);
      const bool expected = judge.on(profile).kind == "legal";
      legal += expected;
      ASSERT_EQ(solver_.check(all), expected ? Answer::sat : Answer::unsat);
      if (profile == Profile::cpu_sim) continue;
      Literals keeps = fixed;
      for (const Literal& literal : world_.clauses(profile)) keeps.push_back(literal);
      ASSERT_EQ(solver_.check(keeps), judge.on(profile).kind == "illegal" ? Answer::unsat : Answer::sat);
    }
  }
  EXPECT_GT(legal, kTuples / 4);
}

std::string mnemonic_of(const testing::TestParamInfo<terms::Instruction>& info) { return info.param.mnemonic; }
INSTANTIATE_TEST_SUITE_P(Spec, Encoding, testing::ValuesIn(spec::instructions()), mnemonic_of);

// Words of 32 bits hold every value that a rule computes; where they might not, there is no encoding.
TEST(Lowering, ATermThatMayOverflowIsRefused) {
  using namespace terms;
  Define d("TOY", "toys");
  const Tile dst = d.output("dst");
  d.require("large", dst.rows * dst.cols * dst.valid_cols != 1, {"Toys#1"});
  EXPECT_THROW(World(d.instruction()), std::logic_error);
}

TEST(World, AValueThatTheEncodingCannotHoldIsRefused) {
  const World world(*spec::find_instruction("TMULS"));
  const std::size_t rows = world.fields().find(FieldKind::rows, 0);
  EXPECT_NO_THROW(world.equals(rows, 2047));
  EXPECT_THROW(world.equals(rows, 2048), std::logic_error);
  EXPECT_THROW(world.equals(rows, 0), std::logic_error);
}

TEST(Solver, NamesOfLiteralsMayHoldAnything) {
  const World world(*spec::find_instruction("TMULS"));
  Solver solver(world);
  const Literal a = solver.literal("a || b\\", "true"), b = solver.literal("a // b/", "false"), c = solver.literal("dst.rows", "(not false)");
  EXPECT_EQ(solver.check({a, !b, c}), Answer::sat);
  EXPECT_EQ(solver.check({b}), Answer::unsat);
  EXPECT_EQ(solver.literal("other", "true"), a);
  EXPECT_THROW(solver.declare_number("dst.rows"), std::logic_error);
}

TEST(Lowering, DivisionIsAsTheTermsHaveIt) {
  using namespace terms;
  Define d("TOY", "toys");
  const Tile dst = d.output("dst");
  d.require("a", dst.rows / dst.valid_rows == 3, {"Toys#1"});
  d.require("b", dst.cols % dst.valid_rows == 2, {"Toys#1"});
  d.require("c", ceil_div(dst.cols, dst.valid_cols) == 4, {"Toys#1"});
  d.require("d", dst.rows / 3 == dst.cols % 7, {"Toys#1"});
  d.require("e", dst.rows - dst.cols < dst.valid_rows - 5, {"Toys#1"});
  d.require("f", dst.static_valid_rows < 0 || dst.box_rows * 2 == dst.rows, {"Toys#1"});
  const Instruction& toy = d.instruction();
  const World world(toy);
  Solver solver(world);
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; ++i) {
    Values values;
    for (const Field& field : world.fields().all())
      values.push_back(field.least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(std::min<std::int64_t>(field.most - field.least + 1, 40))));
    const Tuple tuple = world.fields().tuple(values);
    ASSERT_EQ(solver.check(world.equals(values)), Answer::sat);
    for (const Clause& clause : toy.clauses)
      ASSERT_EQ(solver.truth(World::clause(clause)), evaluate::holds(clause.predicate.tree(), tuple)) << clause.id;
  }
}

}  // namespace
}  // namespace pto_cts::smt
