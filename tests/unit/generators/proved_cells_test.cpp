// SPDX-License-Identifier: MIT
// What the generators construct beside what the solver decides.
#include <gtest/gtest.h>

#include <set>

#include "domains.h"
#include "pto_cts/smt/cells.h"
#include "pto_cts/smt/witnesses.h"

namespace pto_cts::generators {
namespace {

// The same cells are feasible, whether construction or the solver is asked; and of what is not, the rules named forbid it.
TEST(ProvedCells, ConstructionAndSolverAgree) {
  for (const char* mnemonic : {"TMULS", "TPARTADD", "TFILLPAD_EXPAND"}) {
    const terms::Instruction& instruction = domains::resolved(mnemonic);
    const Domain domain(instruction, Profile::a5);
    std::vector<smt::CellQuestion> questions;
    for (LegalCell& cell : legal_cells(instruction, Profile::a5)) questions.push_back({cell.id, cell.predicates});
    std::set<std::string> feasible, infeasible;
    for (const smt::CellDecision& decision : smt::decide_cells(instruction, Profile::a5, questions).decisions) {
      EXPECT_NE(decision.answer, smt::Answer::unknown) << decision.id;
      EXPECT_EQ(decision.because.empty(), decision.answer == smt::Answer::sat) << decision.id;
      EXPECT_TRUE((decision.answer == smt::Answer::sat ? feasible : infeasible).insert(decision.id).second) << decision.id;
    }
    std::set<std::string> constructed, empty;
    for (const Cell& cell : domain.cells())
      if (cell.kind == CellKind::legal) constructed.insert(cell.id);
    for (const LegalCell& cell : domain.infeasible()) empty.insert(cell.id);
    EXPECT_EQ(feasible, constructed) << mnemonic;
    EXPECT_EQ(infeasible, empty) << mnemonic;
    EXPECT_FALSE(infeasible.empty());
  }
}

// A value outside what the rules list has a cell of its own, and the rule that lists forbids it.
TEST(ProvedCells, OneValueOutsideEachListIsAsked) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  std::vector<smt::CellQuestion> questions;
  for (LegalCell& cell : legal_cells(instruction, Profile::a2a3)) questions.push_back({cell.id, cell.predicates});
  bool found = false;
  for (const smt::CellDecision& decision : smt::decide_cells(instruction, Profile::a2a3, questions).decisions)
    if (decision.id == "legal/outside/dst.dtype == u8") {
      found = true;
      EXPECT_EQ(decision.answer, smt::Answer::unsat);
      EXPECT_EQ(decision.because, std::vector<std::string>{"tmuls.a2a3.dtype"});
    }
  EXPECT_TRUE(found);
}

TEST(ProvedCells, TheFirstCaseOfABrokenClauseIsItsWitness) {
  const terms::Instruction& instruction = domains::resolved("TMULS");
  const Domain domain(instruction, Profile::a5);
  smt::Witnesses witnesses(instruction, Profile::a5);
  int seen = 0;
  for (const Cell& cell : domain.cells()) {
    if (cell.kind != CellKind::reject || cell.broken.size() != 1) continue;
    ++seen;
    const auto witness = witnesses.breaking(cell.broken);
    ASSERT_TRUE(witness) << cell.id;
    for (const std::uint64_t seed : {1u, 2u}) {
      const Generated first = domain.generate(cell, seed, 0);
      EXPECT_EQ(first.subject->tuple, witness->tuple) << cell.id;
      ASSERT_TRUE(first.subject->twin);
      EXPECT_EQ(first.subject->twin->tuple, witness->twin.tuple) << cell.id;
    }
    EXPECT_NE(domain.generate(cell, 1, 1).subject->tuple, witness->tuple) << cell.id;
  }
  EXPECT_GT(seen, 10);
}

}  // namespace
}  // namespace pto_cts::generators
