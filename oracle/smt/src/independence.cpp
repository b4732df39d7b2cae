// SPDX-License-Identifier: MIT
// For each clause, a tuple that breaks it and nothing else beside the nearest legal one; or what implies it.
#include "prover.h"

namespace pto_cts::smt {
namespace {

using terms::Clause;

Literals without(const Literals& all, const std::vector<Literal>& left_out) {
  Literals kept;
  for (const Literal& literal : all) {
    bool keep = true;
    for (const Literal& one : left_out) keep &= !(literal == one);
    if (keep) kept.push_back(literal);
  }
  return kept;
}

Literals breaking(const Literals& clauses, const std::vector<Literal>& broken) {
  Literals literals;
  for (const Literal& one : broken) literals.push_back(!one);
  for (const Literal& other : without(clauses, broken)) literals.push_back(other);
  return literals;
}

class Independence {
 public:
  explicit Independence(Prover& prover)
      : prover_(prover),
        clauses_(prover.world().clauses(prover.profile())),
        legal_(prover.world().legal(prover.profile())) {}

  void prove(const Clause& clause) {
    Obligation obligation =
        prover_.begin("independence", clause.id, "Whether some tuple breaks " + clause.id + " and no other clause.");
    if (prover_.profile() == Profile::cpu_sim && clause.scope != terms::Scope::common) {
      obligation.statement = "Whether some tuple breaks " + clause.id + " and one rule of the other device, and no other clause.";
      break_with_other_device(obligation, clause);
    } else {
      break_alone(obligation, clause);
    }
    prover_.end(std::move(obligation));
  }

 private:
  void independent(Obligation& obligation, const Literals& literals) {
    obligation.status = Status::proved;
    obligation.kind = "independent";
    if (const auto witness = prover_.find_witness(obligation, literals, prover_.world().preferences(prover_.profile())))
      prover_.add_twin(obligation, *witness, legal_);
  }

  void break_alone(Obligation& obligation, const Clause& clause) {
    const Literal broken = World::clause(clause);
    const Literals literals = breaking(clauses_, {broken});
    switch (prover_.ask(obligation, literals)) {
      case Answer::sat: return independent(obligation, literals);
      case Answer::unknown: return;
      case Answer::unsat: break;
    }
    implied(obligation, {!broken}, without(clauses_, {broken}));
  }

  void implied(Obligation& obligation, const Literals& broken, const Literals& others) {
    bool gave_up = false;
    const Literals needed = minimal_conflict(prover_.solver(), broken, others, gave_up);
    obligation.kind = "implied";
    obligation.status = gave_up ? Status::unknown : Status::proved;
    obligation.because = rules_of(needed);
    Literals literals = broken;
    literals.insert(literals.end(), needed.begin(), needed.end());
    if (prover_.ask(obligation, literals) != Answer::unsat) obligation.status = Status::unknown;
  }

  // On cpu_sim a tuple is illegal where both devices forbid it: the rule of one falls with a rule of the other.
  void break_with_other_device(Obligation& obligation, const Clause& clause) {
    for (const Clause& other : prover_.instruction().clauses) {
      if (other.phase == terms::Phase::data || other.scope == terms::Scope::common || other.scope == clause.scope) continue;
      const Literals literals = breaking(clauses_, {World::clause(clause), World::clause(other)});
      switch (prover_.ask(obligation, literals)) {
        case Answer::sat: obligation.because = {other.id}; return independent(obligation, literals);
        case Answer::unknown: return;
        case Answer::unsat: break;
      }
    }
    // No rule of the other device falls with it alone: beyond the common rules, the two devices never both forbid such a
    // tuple.
    const Literals literals = breaking(clauses_, {World::clause(clause)});
    obligation.statement = "Whether some tuple breaks " + clause.id + " and no other clause; on cpu_sim such a tuple is target-defined.";
    switch (prover_.ask(obligation, literals)) {
      case Answer::sat: return independent(obligation, literals);
      case Answer::unknown: return;
      case Answer::unsat: return implied(obligation, {!World::clause(clause)}, without(clauses_, {World::clause(clause)}));
    }
  }

  Prover& prover_;
  Literals clauses_, legal_;
};

}  // namespace

void prove_independence(Prover& prover) {
  Independence independence(prover);
  for (const Clause& clause : prover.instruction().clauses)
    if (clause.phase != terms::Phase::data && takes_part(clause.scope, prover.profile())) independence.prove(clause);
}

}  // namespace pto_cts::smt
