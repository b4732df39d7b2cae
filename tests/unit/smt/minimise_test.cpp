// SPDX-License-Identifier: MIT
// Canonical answers, checked by looking at everything else.
#include <gtest/gtest.h>

#include <random>

#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/smt/solver.h"
#include "pto_cts/smt/witnesses.h"
#include "pto_cts/terms/define.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

using evaluate::Legality;

const terms::Instruction& tmuls() { return *spec::find_instruction("TMULS"); }

class Minimise : public testing::Test {
 protected:
  Minimise() : world_(tmuls()), solver_(world_) {}

  const Fields& fields() const { return world_.fields(); }
  bool is_legal(const Values& values) const {
    return evaluate::verdict(tmuls(), fields().tuple(values), Profile::a5).legality == Legality::legal;
  }

  World world_;
  Solver solver_;
  bool gave_up_ = false;
};

// No legal tuple comes before the smallest: lowering any field, whatever the later ones, leaves nothing legal.
TEST_F(Minimise, TheSmallestIsTheFirst) {
  const Literals legal = world_.legal(Profile::a5);
  const auto found = smallest(solver_, legal, {}, gave_up_);
  ASSERT_TRUE(found);
  EXPECT_TRUE(is_legal(*found));
  Solver other(world_);
  for (std::size_t f = 0; f < found->size(); ++f)
    for (std::int64_t lower = fields().all()[f].least; lower < (*found)[f]; ++lower) {
      Literals literals = legal;
      for (std::size_t g = 0; g < f; ++g)
        for (const Literal& literal : world_.equals(g, (*found)[g])) literals.push_back(literal);
      for (const Literal& literal : world_.equals(f, lower)) literals.push_back(literal);
      ASSERT_EQ(other.check(literals), Answer::unsat) << fields().all()[f].name << " = " << lower;
    }
  // Vec u8 1x512 is the first: the least capacity in one row.
  EXPECT_EQ((*found)[fields().find(FieldKind::rows, 0)], 1);
  EXPECT_EQ((*found)[fields().find(FieldKind::cols, 0)], 512);
}

// The answer does not depend on what the solver was asked before.
TEST_F(Minimise, AnswersAreCanonical) {
  std::vector<Values> answers;
  std::mt19937_64 random(3);
  for (int i = 0; i < 5; ++i) {
    Solver fresh(world_);
    for (int k = 0; k < 3 * i; ++k) {
      Literals literals = world_.legal(k % 2 ? Profile::a2a3 : Profile::a5);
      const std::size_t f = random() % fields().all().size();
      for (const Literal& literal : world_.equals(f, fields().all()[f].least + static_cast<std::int64_t>(random() % 2))) literals.push_back(literal);
      fresh.check(literals);
    }
    Literals illegal = {!World::clause(*tmuls().find_clause("tmuls.valid-cols"))};
    const auto witness = smallest(fresh, illegal, world_.preferences(Profile::a5), gave_up_);
    ASSERT_TRUE(witness);
    const auto twin = nearest(fresh, world_.legal(Profile::a5), *witness, gave_up_);
    ASSERT_TRUE(twin);
    answers.push_back(*witness);
    answers.push_back(*twin);
  }
  for (std::size_t i = 2; i < answers.size(); ++i) EXPECT_EQ(answers[i], answers[i - 2]);
}

// Preferences come in their order, before the order of fields.
TEST_F(Minimise, PreferencesComeFirst) {
  const Literal wide = solver_.literal("wide", "(= |dst.cols| " "(_ bv1024 16))");
  const Literal narrow = solver_.literal("narrow", "(= |dst.cols| " "(_ bv2048 16))");
  const auto cols = fields().find(FieldKind::cols, 0);
  EXPECT_EQ((*smallest(solver_, world_.legal(Profile::a5), {narrow, wide}, gave_up_))[cols], 2048);
  EXPECT_EQ((*smallest(solver_, world_.legal(Profile::a5), {wide, narrow}, gave_up_))[cols], 1024);
}

// Every value of every single field, and every pair of values of two small ones: none is legal where `nearest` changes more.
TEST_F(Minimise, NothingLegalIsNearerThanTheNearest) {
  std::mt19937_64 random(11);
  const Values base = *smallest(solver_, world_.legal(Profile::a5), {}, gave_up_);
  int two_or_more = 0;
  for (int i = 0; i < 25; ++i) {
    Values wrong = base;
    for (int k = 0; k < 1 + i % 3; ++k) {
      const std::size_t f = random() % wrong.size();
      const Field& field = fields().all()[f];
      wrong[f] = field.least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(std::min<std::int64_t>(field.most - field.least + 1, 600)));
    }
    const auto found = nearest(solver_, world_.legal(Profile::a5), wrong, gave_up_);
    ASSERT_TRUE(found);
    ASSERT_TRUE(is_legal(*found));
    const std::size_t distance = differences(wrong, *found).size();
    if (is_legal(wrong)) {
      ASSERT_EQ(distance, 0u);
      continue;
    }
    ASSERT_GE(distance, 1u);
    if (distance < 2) continue;
    ++two_or_more;
    for (std::size_t f = 0; f < wrong.size(); ++f)
      for (std::int64_t value = fields().all()[f].least; value <= std::min<std::int64_t>(fields().all()[f].most, 4096); ++value) {
        Values near = wrong;
        near[f] = value;
        ASSERT_FALSE(is_legal(near)) << fields().all()[f].name << " = " << value;
      }
  }
  EXPECT_GT(two_or_more, 3);
}

// Of what contradicts, each part is needed.
TEST_F(Minimise, AMinimalConflictHasNothingToSpare) {
  const Literals broken = {!World::clause(*tmuls().find_clause("tmuls.a2a3.dtype"))};
  Literals candidates = world_.clauses(Profile::a5);
  candidates.push_back(solver_.literal("f32", "(= |dst.dtype| (_ bv10 4))"));
  const Literals needed = minimal_conflict(solver_, broken, candidates, gave_up_);
  ASSERT_EQ(needed.size(), 1u);
  EXPECT_EQ(needed.front().name, "f32");
}

TEST(Witnesses, BreakWhatIsAskedAndNothingElse) {
  for (const terms::Instruction& raw : spec::instructions()) {
    const terms::Instruction instruction = terms::under(raw, {});
    Witnesses witnesses(instruction, Profile::a2a3);
    for (const terms::Clause& clause : instruction.clauses) {
      if (!terms::holds_on(clause.scope, Profile::a2a3)) continue;
      const auto witness = witnesses.breaking({clause.id});
      if (!witness) continue;
      const auto verdict = evaluate::verdict(instruction, witness->tuple, Profile::a2a3);
      EXPECT_EQ(verdict.clauses, std::vector<std::string>{clause.id});
      EXPECT_EQ(evaluate::verdict(instruction, witness->twin.tuple, Profile::a2a3).legality, Legality::legal);
      EXPECT_FALSE(witness->twin.changed.empty());
    }
    EXPECT_THROW(witnesses.breaking({"no.such.clause"}), std::logic_error);
  }
}

// Two operands of one type parameter: that of one cannot be dynamic while the other's is not, and yet nothing else
// about the two need differ.
TEST(Witnesses, KeepWhatTheCoreAsksBesideTheBrokenClause) {
  Witnesses witnesses(tmuls(), Profile::a5);
  const auto witness = witnesses.breaking({"tmuls.dst.valid-rows"});
  ASSERT_TRUE(witness);
  const TileDesc &dst = witness->tuple.tiles[0].tile, &src = witness->tuple.tiles[1].tile;
  EXPECT_EQ(dst.dtype, src.dtype);
  EXPECT_EQ(dst.rows, src.rows);
  EXPECT_EQ(dst.cols, src.cols);
  EXPECT_EQ(dst.type, src.type);
}

// A tuple beyond the universe has a nearest legal one all the same.
TEST(Witnesses, ATupleOutsideTheUniverse) {
  Tuple tuple = tmuls().examples.front().tuple;
  for (TileOperand& operand : tuple.tiles) {
    operand.tile.rows = 1 << 20;
    operand.tile.fractal_bytes = 48;
  }
  Witnesses witnesses(tmuls(), Profile::a5);
  const auto twin = witnesses.nearest_legal(tuple);
  ASSERT_TRUE(twin);
  EXPECT_EQ(evaluate::verdict(tmuls(), twin->tuple, Profile::a5).legality, Legality::legal);
  EXPECT_EQ(twin->changed, (std::vector<std::string>{"dst.box-size", "src0.box-size", "dst.rows", "src0.rows"}));
}

}  // namespace
}  // namespace pto_cts::smt
