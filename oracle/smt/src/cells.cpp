// SPDX-License-Identifier: MIT
#include "pto_cts/smt/cells.h"

#include "prover.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::smt {

CellRun decide_cells(const terms::Instruction& instruction, Profile profile, const std::vector<CellQuestion>& questions,
                     bool explain) {
  const World world(instruction);
  Solver solver(world);
  const Literals legal = world.legal(profile);
  CellRun run;
  for (const CellQuestion& question : questions) {
    Literals asked;
    for (const terms::NodePtr& predicate : question.predicates)
      asked.push_back(solver.literal("cell " + terms::print(instruction, predicate), world.formula(predicate)));
    Literals literals = asked;
    literals.insert(literals.end(), legal.begin(), legal.end());
    CellDecision decision{question.id, solver.check(literals), {}};
    run.queries.push_back({"", text_of_all(literals), decision.answer});
    if (decision.answer == Answer::unsat && explain) {
      bool gave_up = false;
      const Literals needed = minimal_conflict(solver, asked, legal, gave_up);
      if (gave_up) decision.answer = Answer::unknown;
      decision.because = rules_of(needed);
    }
    run.decisions.push_back(std::move(decision));
  }
  run.script = solver.script();
  return run;
}

}  // namespace pto_cts::smt
