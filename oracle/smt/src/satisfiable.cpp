// SPDX-License-Identifier: MIT
// That the legal domain is not empty, nor for anything that a clause declares supported; and which cells of it can be filled.
#include <set>

#include "lower.h"
#include "prover.h"
#include "pto_cts/smt/cells.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

NodePtr equals(const NodePtr& term, std::int64_t value) {
  return terms::make_node(Op::eq, Sort::boolean,
                          {term, terms::make_node({.op = Op::constant, .sort = term->sort, .value = value})});
}

// "dst.dtype == f32" for each member of each list of a clause.
void add_declared(const NodePtr& tree, std::vector<NodePtr>& declared) {
  if (tree->op == Op::in_set)
    for (const std::int64_t value : tree->values) declared.push_back(equals(tree->args[0], value));
  // What is asked of an enumeration, not what makes an exception of a rule: below a disjunction nothing is declared.
  if (tree->op == Op::eq && tree->args[0]->sort != Sort::integer && tree->args[1]->op == Op::constant)
    declared.push_back(tree);
  if (tree->op == Op::logical_and)
    for (const NodePtr& arg : tree->args) add_declared(arg, declared);
}

}  // namespace

void prove_satisfiable(Prover& prover) {
  const auto satisfiable = [&](const std::string& name, const std::string& statement, const Literals& literals) {
    Obligation obligation = prover.begin("satisfiable", name, statement);
    switch (prover.ask(obligation, literals)) {
      case Answer::sat:
        obligation.status = Status::proved;
        prover.find_witness(obligation, literals);
        break;
      case Answer::unsat: {
        bool gave_up = false;
        Literals rules, rest;
        for (const Literal& literal : literals) (rule_of(literal).empty() ? rest : rules).push_back(literal);
        obligation.because = rules_of(minimal_conflict(prover.solver(), rest, rules, gave_up));
        obligation.status = gave_up ? Status::unknown : Status::refuted;
        break;
      }
      case Answer::unknown: break;
    }
    prover.end(std::move(obligation));
  };
  const Literals legal = prover.world().legal(prover.profile());
  satisfiable("", "Some tuple is legal.", legal);

  std::set<std::string> seen;
  for (const terms::Clause& clause : prover.instruction().clauses) {
    if (clause.phase == terms::Phase::data || !takes_part(clause.scope, prover.profile())) continue;
    // On cpu_sim, what one device alone declares need not be legal.
    if (prover.profile() == Profile::cpu_sim && clause.scope != terms::Scope::common) continue;
    std::vector<NodePtr> declared;
    add_declared(clause.predicate.tree(), declared);
    for (const NodePtr& condition : declared) {
      const std::string what = terms::print(prover.instruction(), condition);
      if (!seen.insert(what).second) continue;
      Literals literals = legal;
      literals.push_back(prover.solver().literal(what, prover.world().formula(condition)));
      satisfiable(what, "Some legal tuple has " + what + ", which " + clause.id + " admits.", literals);
    }
  }
}

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
