// SPDX-License-Identifier: MIT
// The spec's verdicts against a second statement of legality, and the laws between profiles, on random tuples.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "independent_legality.h"
#include "pto_cts/evaluate/legality.h"
#include "random_tuples.h"

namespace pto_cts::evaluate::legality_law_test {
namespace {

using namespace tuples;

std::string text(const TileDesc& t) {
  std::ostringstream out;
  out << name(t.type) << " " << name(t.dtype) << " " << t.rows << "x" << t.cols << " " << name(t.blayout) << "/"
      << name(t.slayout) << "/" << t.fractal_bytes << " static " << t.static_valid_rows << "x" << t.static_valid_cols
      << " valid " << t.valid_rows << "x" << t.valid_cols << " pad " << name(t.pad);
  return out.str();
}

std::string text(const Tuple& tuple) {
  std::string all = tuple.mnemonic;
  for (const TileOperand& o : tuple.tiles)
    all += "\n  " + o.name + " in storage " + std::to_string(o.storage) + ": " + text(o.tile);
  for (const ScalarOperand& s : tuple.scalars) all += "\n  scalar " + std::string(name(s.dtype));
  for (const Attribute& a : tuple.attributes) all += "\n  " + a.key + " " + a.value;
  return all;
}

// Clauses that others imply. A 64-bit type is on no list of types; two tiles of one shape and element size are equally
// large; a source as small as the destination is small enough, and one without elements is no tile.
const std::set<std::string> kNeverAlone = {"tgatherb.element-size",          "tfillpad.dst.capacity",
                                           "tfillpad.src.capacity",          "tfillpad.dst.capacity-multiple",
                                           "tfillpad.src.capacity-multiple", "tfillpad.dst.col-alignment",
                                           "tfillpad.src.col-alignment",     "tfillpad_expand.src.capacity"};

struct Census {
  std::map<std::string, int> kinds;
  std::map<std::string, int> broken_alone;
};

void compare(const std::string& mnemonic, const terms::Readings& readings, independent::Readings mine, int tuples,
             std::uint64_t seed, Census& census) {
  const terms::Instruction& instruction = resolved(mnemonic, readings);
  RandomTuples random(seed);
  int disagreements = 0;
  for (int i = 0; i < tuples && disagreements < 5; ++i) {
    const Tuple tuple = random.changed(random.legal(mnemonic), static_cast<int>(random.below(4)));
    ASSERT_EQ(shape_problem(instruction, tuple), "");
    const independent::Judge judge(tuple, mine);
    for (const Profile profile : kAllProfiles) {
      const Verdict said = verdict(instruction, tuple, profile);
      const independent::Answer wanted = judge.on(profile);
      const std::set<std::string> broken(said.clauses.begin(), said.clauses.end());
      ++census.kinds[wanted.kind];
      if (wanted.broken.size() == 1) ++census.broken_alone[*wanted.broken.begin()];
      if (name(said.legality) == wanted.kind && broken == wanted.broken && broken.size() == said.clauses.size())
        continue;
      ++disagreements;
      ADD_FAILURE() << text(tuple) << "\n  on " << name(profile) << ": spec says " << name(said.legality) << " "
                    << testing::PrintToString(said.clauses) << testing::PrintToString(said.reasons)
                    << ", second statement says " << wanted.kind << " " << testing::PrintToString(wanted.broken);
      break;
    }
  }
}

class EveryVerdict : public testing::TestWithParam<std::string> {};

TEST_P(EveryVerdict, AgreesWithASecondStatementOfIt) {
  Census census;
  compare(GetParam(), {}, {}, 40000, 1, census);
  for (const char* kind : {"legal", "illegal", "target-defined"}) EXPECT_GT(census.kinds[kind], 10000) << kind;
  for (const terms::Clause& clause : spec::find_instruction(GetParam())->clauses)
    EXPECT_EQ(census.broken_alone[clause.id] != 0, kNeverAlone.count(clause.id) == 0) << clause.id;
}

TEST_P(EveryVerdict, AgreesWithASecondStatementOfItUnderOtherReadings) {
  Census census;
  compare(GetParam(), {"pad-source", "valid-rows", "preserve-outside"}, {.pad_source = true}, 4000, 2, census);
  compare(GetParam(), {"block32"}, {.block32 = true}, 4000, 3, census);
  for (const char* kind : {"legal", "illegal", "target-defined"}) EXPECT_GT(census.kinds[kind], 1000) << kind;
}

TEST_P(EveryVerdict, OnTheSimulatorIsDecidedFromTheDevices) {
  const terms::Instruction& instruction = resolved(GetParam());
  RandomTuples random(4);
  for (int i = 0; i < 2000; ++i) {
    const Tuple tuple = random.changed(random.legal(GetParam()), static_cast<int>(random.below(3)));
    const auto kind = [&](Profile profile) { return verdict(instruction, tuple, profile).legality; };
    const auto a2a3 = kind(Profile::a2a3), a5 = kind(Profile::a5);
    const auto wanted = a2a3 == a5 ? a2a3 : Legality::target_defined;
    ASSERT_EQ(name(kind(Profile::cpu_sim)), name(wanted)) << text(tuple);
    ASSERT_EQ(kind(Profile::strict), a5) << text(tuple);
  }
}

TEST_P(EveryVerdict, IsTheConjunctionOfClausesAndCore) {
  const terms::Instruction& instruction = resolved(GetParam());
  RandomTuples random(5);
  for (int i = 0; i < 2000; ++i) {
    const Tuple tuple = random.changed(random.legal(GetParam()), static_cast<int>(random.below(3)));
    for (const Profile device : {Profile::a2a3, Profile::a5}) {
      const Verdict said = verdict(instruction, tuple, device);
      for (const terms::Clause& clause : instruction.clauses) {
        if (!terms::holds_on(clause.scope, device)) continue;
        const bool named = std::count(said.clauses.begin(), said.clauses.end(), clause.id) != 0;
        ASSERT_EQ(named, !holds(clause.predicate.tree(), tuple)) << clause.id << text(tuple);
      }
    }
  }
}

TEST_P(EveryVerdict, DoesNotChangeWhenItsRulesAreSimplified) {
  terms::Instruction simplified = resolved(GetParam());
  for (terms::Clause& clause : simplified.clauses)
    clause.predicate = terms::Bool(terms::simplify(clause.predicate.tree()));
  for (terms::CoreCondition& c : simplified.core) c.predicate = terms::Bool(terms::simplify(c.predicate.tree()));
  RandomTuples random(6);
  for (int i = 0; i < 2000; ++i) {
    const Tuple tuple = random.changed(random.legal(GetParam()), static_cast<int>(random.below(4)));
    for (const Profile profile : kAllProfiles) {
      const Verdict a = verdict(resolved(GetParam()), tuple, profile), b = verdict(simplified, tuple, profile);
      ASSERT_EQ(a.legality, b.legality) << text(tuple);
      ASSERT_EQ(a.clauses, b.clauses) << text(tuple);
      ASSERT_EQ(a.reasons, b.reasons) << text(tuple);
    }
  }
}

TEST_P(EveryVerdict, AsksForWholeBoxesWhereTheLayoutOfATileIsSound) {
  const terms::Instruction& instruction = resolved(GetParam());
  RandomTuples random(7);
  int conditions = 0, unsound = 0;
  for (const terms::CoreCondition& condition : instruction.core) {
    if (!condition.id.ends_with(".whole-boxes")) continue;
    ++conditions;
    const std::string parameter = condition.id.substr(id_prefix(instruction).size() + 1,
                                                      condition.id.find(".whole") - id_prefix(instruction).size() - 1);
    for (int i = 0; i < 2000; ++i) {
      Tuple tuple = random.legal(GetParam());
      bool sound = true;
      for (std::size_t t = 0; t < tuple.tiles.size(); ++t) {
        TileDesc& tile = tuple.tiles[t].tile;
        tile = random.shaped_at_will(tile);
        const int type = instruction.tiles[t].type_parameter;
        if (instruction.type_parameters[static_cast<std::size_t>(type)] == parameter)
          sound = sound && has_sound_layout(tile);
      }
      ASSERT_EQ(holds(condition.predicate.tree(), tuple), sound) << text(tuple);
      unsound += sound ? 0 : 1;
    }
  }
  EXPECT_EQ(conditions, static_cast<int>(instruction.type_parameters.size()));
  EXPECT_GT(unsound, 100);
}

INSTANTIATE_TEST_SUITE_P(Of, EveryVerdict, testing::ValuesIn(kMnemonics), [](const auto& each) { return each.param; });

}  // namespace
}  // namespace pto_cts::evaluate::legality_law_test
