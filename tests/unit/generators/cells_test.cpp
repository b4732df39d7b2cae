// SPDX-License-Identifier: MIT
// Every case of every cell is what the cell says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "cells.h"
#include "domains.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/types/layout.h"
#include "variables.h"

namespace pto_cts::generators {
namespace {

using domains::Drawn;
using domains::Which;
using evaluate::Legality;

class Cells : public testing::TestWithParam<Which> {};
INSTANTIATE_TEST_SUITE_P(All, Cells, testing::ValuesIn(domains::all()), domains::test_name);

std::string after_last_slash(const std::string& id) {
  return id.substr(id.rfind('/') + 1);
}

// The middle parts of a legal cell's id, from a tuple.
std::string signature(const Tuple& tuple) {
  const auto one_or_all = [](const std::vector<std::string>& names) {
    std::string all = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) all += "," + names[i];
    return std::set<std::string>(names.begin(), names.end()).size() == 1 ? names[0] : all;
  };
  std::vector<std::string> dtypes, layouts;
  for (const TileOperand& operand : tuple.tiles) {
    dtypes.emplace_back(name(operand.tile.dtype));
    const std::string prefix = operand.tile.type == TileType::Vec ? "" : std::string(name(operand.tile.type)) + "-";
    layouts.push_back(prefix + std::string(name(layout_of(operand.tile))));
  }
  return one_or_all(dtypes) + "/" + one_or_all(layouts);
}

TEST_P(Cells, HaveDistinctIdsAndCountUp) {
  const Domain& domain = domains::domain(GetParam());
  std::set<std::string> ids;
  for (std::size_t i = 0; i < domain.cells().size(); ++i) {
    const Cell& cell = domain.cells()[i];
    EXPECT_EQ(cell.number, i);
    EXPECT_TRUE(ids.insert(cell.id).second) << cell.id;
    EXPECT_EQ(cell.id.substr(0, cell.id.find('/')), name(cell.kind));
    EXPECT_EQ(cell.broken.empty(), cell.kind != CellKind::reject) << cell.id;
  }
  for (const LegalCell& cell : domain.infeasible()) EXPECT_TRUE(ids.insert(cell.id).second) << cell.id;
}

TEST_P(Cells, TuplesHaveTheVerdictOfTheirCell) {
  const auto& [mnemonic, profile] = GetParam();
  const terms::Instruction& instruction = domains::resolved(mnemonic);
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    const Cell& cell = *drawn.cell;
    ASSERT_EQ(terms::shape_problem(instruction, drawn.tuple), "") << cell.id;
    for (const TileOperand& operand : drawn.tuple.tiles) ASSERT_TRUE(consistent(operand.tile)) << cell.id;
    const evaluate::Verdict verdict = evaluate::verdict(instruction, drawn.tuple, profile);
    std::vector<std::string> broken = verdict.clauses;
    std::sort(broken.begin(), broken.end());
    ASSERT_EQ(broken, cell.broken) << cell.id;
    const bool reads_contents = cell.id == "target/tgatherb.offset-bounds";
    const Legality wanted = cell.kind == CellKind::reject                    ? Legality::illegal
                            : cell.kind == CellKind::legal || reads_contents ? Legality::legal
                                                                             : Legality::target_defined;
    ASSERT_EQ(verdict.legality, wanted) << cell.id;
    std::string joined;
    for (const std::string& id : broken) joined += (joined.empty() ? "reject/" : "+") + id;
    if (cell.kind == CellKind::reject) {
      ASSERT_EQ(joined, cell.id);
    }
  }
}

TEST_P(Cells, TargetTuplesFailTheConditionTheyAreNamedAfter) {
  const auto& [mnemonic, profile] = GetParam();
  const terms::Instruction& instruction = domains::resolved(mnemonic);
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    if (drawn.cell->kind != CellKind::target) continue;
    const std::string id = after_last_slash(drawn.cell->id);
    for (const terms::CoreCondition& condition : instruction.core) {
      if (condition.id != id || condition.phase == terms::Phase::data) continue;
      ASSERT_FALSE(evaluate::holds(condition.predicate.tree(), drawn.tuple)) << drawn.cell->id;
    }
    if (const terms::Clause* clause = instruction.find_clause(id)) {
      ASSERT_EQ(profile, Profile::cpu_sim);
      ASSERT_FALSE(evaluate::holds(clause->predicate.tree(), drawn.tuple)) << drawn.cell->id;
    }
  }
}

TEST_P(Cells, LegalTuplesLieOnTheirBoundary) {
  const terms::Instruction& instruction = domains::resolved(GetParam().mnemonic);
  std::map<std::string, terms::NodePtr> predicates;
  for (const Boundary& boundary : boundaries(instruction))
    ASSERT_TRUE(predicates.emplace(boundary.name, boundary.predicate).second) << boundary.name;
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    const Cell& cell = *drawn.cell;
    if (cell.kind != CellKind::legal) continue;
    const std::string boundary = after_last_slash(cell.id);
    ASSERT_EQ(cell.id, "legal/" + signature(drawn.tuple) + "/" + boundary);
    if (boundary == "any") continue;
    ASSERT_TRUE(evaluate::holds(predicates.at(boundary), drawn.tuple)) << cell.id;
  }
}

TEST_P(Cells, EveryBoundaryOfEverySignatureIsACellOrInfeasible) {
  const Domain& domain = domains::domain(GetParam());
  std::set<std::string> known;
  for (const LegalCell& cell : domain.infeasible()) known.insert(cell.id);
  std::set<std::string> signatures;
  for (const Cell& cell : domain.cells()) {
    known.insert(cell.id);
    if (cell.kind == CellKind::legal) signatures.insert(cell.id.substr(0, cell.id.rfind('/')));
  }
  for (const std::string& signature : signatures)
    for (const Boundary& boundary : boundaries(domain.instruction()))
      EXPECT_EQ(known.count(signature + "/" + boundary.name), 1u) << signature << " " << boundary.name;
}

// No legal tuple that any cell gave lies on a boundary that is said to be empty.
TEST_P(Cells, InfeasibleBoundariesAreNeverMet) {
  const Domain& domain = domains::domain(GetParam());
  std::map<std::string, std::vector<Boundary>> empty;
  for (const Boundary& boundary : boundaries(domain.instruction()))
    for (const auto& [id, predicates] : domain.infeasible())
      if (after_last_slash(id) == boundary.name) empty[id.substr(6, id.rfind('/') - 6)].push_back(boundary);
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    if (drawn.cell->kind != CellKind::legal) continue;
    for (const Boundary& boundary : empty[signature(drawn.tuple)])
      ASSERT_FALSE(evaluate::holds(boundary.predicate, drawn.tuple)) << drawn.cell->id << " meets " << boundary.name;
  }
}

TEST_P(Cells, NoCaseIsVacuous) {
  int replaced = 0, legal = 0;
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    EXPECT_FALSE(drawn.vacuous) << drawn.cell->id;
    if (drawn.cell->kind == CellKind::legal) ++legal, replaced += drawn.replaced;
  }
  EXPECT_LT(replaced * 10, legal);
}

// The unknowns in which two tuples differ: discrete ones by number, numeric ones from 100 on.
std::set<int> differences(const Variables& variables, const Tuple& a, const Tuple& b) {
  std::set<int> result;
  const Assignment x = variables.of(a), y = variables.of(b);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] != y[i]) result.insert(static_cast<int>(i));
  for (std::size_t t = 0; t < a.tiles.size(); ++t) {
    const TileDesc &p = a.tiles[t].tile, &q = b.tiles[t].tile;
    const int first = 100 + 4 * static_cast<int>(t);
    if (p.rows != q.rows) result.insert(first);
    if (p.cols != q.cols) result.insert(first + 1);
    if (p.valid_rows != q.valid_rows) result.insert(first + 2);
    if (p.valid_cols != q.valid_cols) result.insert(first + 3);
  }
  return result;
}

TEST_P(Cells, TwinsAreLegalAndNear) {
  const auto& [mnemonic, profile] = GetParam();
  const terms::Instruction& instruction = domains::resolved(mnemonic);
  const Variables variables(instruction);
  std::map<std::string, double> mean;
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    if (drawn.cell->kind != CellKind::reject) continue;
    ASSERT_EQ(drawn.twin.mnemonic, mnemonic);
    ASSERT_EQ(evaluate::verdict(instruction, drawn.twin, profile).legality, Legality::legal) << drawn.cell->id;
    ASSERT_NE(drawn.twin, drawn.tuple);
    const std::size_t all = variables.size() + 4 * variables.tiles();
    const std::size_t differing = differences(variables, drawn.tuple, drawn.twin).size();
    mean[drawn.cell->id] += static_cast<double>(differing) / 3;
    // Nowhere near as far apart as two tuples drawn on their own.
    EXPECT_LE(differing * 3, all * 2) << drawn.cell->id;
  }
  double sum = 0;
  for (const auto& [id, distance] : mean) {
    sum += distance;
    if (std::getenv("PTO_CTS_SHOW")) printf("%s %s %.1f\n", domains::print(GetParam()).c_str(), id.c_str(), distance);
  }
  EXPECT_LT(sum / static_cast<double>(mean.size()), 8.0);
}

// Beside the clause, an illegal tuple fails as few conditions of the core as can be: one that was of no meaning anyway
// would be turned down for other reasons. Where a clause is about no type, types stay as the
// twin has them.
TEST_P(Cells, IllegalTuplesOfOneClauseKeepTypesThatItDoesNotMention) {
  const terms::Instruction& instruction = domains::resolved(GetParam().mnemonic);
  const Variables variables(instruction);
  for (const Drawn& drawn : domains::drawn(GetParam())) {
    if (drawn.cell->kind != CellKind::reject || drawn.cell->broken.size() != 1) continue;
    const VarSet mentioned = variables.discrete(instruction.find_clause(drawn.cell->broken[0])->predicate.tree());
    const auto named = [&](VarKind kind) {
      for (std::size_t i = 0; i < drawn.tuple.tiles.size(); ++i)
        if (mentioned >> variables.find(kind, static_cast<int>(i)) & 1) return true;
      return false;
    };
    for (std::size_t i = 0; i < drawn.tuple.tiles.size(); ++i) {
      const TileDesc &tile = drawn.tuple.tiles[i].tile, &twin = drawn.twin.tiles[i].tile;
      if (!named(VarKind::type)) {
        EXPECT_EQ(name(tile.type), name(twin.type)) << drawn.cell->id << ", operand " << i;
      }
      if (!named(VarKind::dtype)) {
        EXPECT_EQ(name(tile.dtype), name(twin.dtype)) << drawn.cell->id << ", operand " << i;
      }
    }
  }
}

TEST_P(Cells, CasesAndTwinsCarryTheirNamesAndProfiles) {
  const auto& [mnemonic, profile] = GetParam();
  const Domain& domain = domains::domain(GetParam());
  for (std::size_t i = 0; i < domain.cells().size(); i += 7) {
    const Cell& cell = domain.cells()[i];
    const Generated made = domain.generate(cell, 5, 12);
    const std::string prefix = std::string(name(profile)) + "/" + terms::id_prefix(domain.instruction());
    EXPECT_EQ(made.subject->name, prefix + "/" + cell.id + "/12");
    EXPECT_EQ(made.subject->profile, profile);
    EXPECT_EQ(made.subject->broken, cell.broken);
    EXPECT_EQ(made.expectation != nullptr, cell.kind == CellKind::legal);
    ASSERT_EQ(made.subject->twin != nullptr, cell.kind == CellKind::reject);
    const auto& payload = made.subject->payload;
    ASSERT_EQ(payload.size(), static_cast<std::size_t>(storage_count(made.subject->tuple)));
    for (std::size_t s = 0; s < payload.size(); ++s)
      ASSERT_EQ(payload[s].size(), static_cast<std::size_t>(std::max<std::int64_t>(
                                       0, storage_bytes(made.subject->tuple, static_cast<int>(s)))));
    if (!made.subject->twin) continue;
    EXPECT_EQ(made.subject->twin->profile, profile);
    EXPECT_EQ(made.subject->twin->tuple.mnemonic, mnemonic);
    EXPECT_EQ(evaluate::verdict(domain.instruction(), *made.subject->twin).legality, Legality::legal);
  }
}

TEST_P(Cells, CellsOfOneRuleExistForWhatCanBeBroken) {
  const Domain& domain = domains::domain(GetParam());
  std::map<std::vector<std::string>, int> sets;
  for (const Cell& cell : domain.cells())
    if (cell.kind == CellKind::reject) {
      EXPECT_EQ(++sets[cell.broken], 1) << cell.id;
    }
  for (const Breakability& b : domain.breakability()) {
    EXPECT_EQ(b.alone, sets.count({b.clause}) == 1) << b.clause;
    for (const auto& together : b.together) {
      EXPECT_EQ(sets.count(together), 1u) << b.clause;
      EXPECT_EQ(std::count(together.begin(), together.end(), b.clause), 1) << b.clause;
    }
  }
}

TEST(CellsOfAllDomains, NoDrawMetADeadEnd) {
  for (const Which& which : domains::all()) domains::drawn(which);
  EXPECT_EQ(discarded_draws(), 0u);
}

}  // namespace
}  // namespace pto_cts::generators
