// SPDX-License-Identifier: MIT
// The smallest tuple on which each recorded dispute matters.
#include <algorithm>

#include "meaning.h"
#include "prover.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

using terms::CoreCondition;
using terms::Dispute;
using terms::Instruction;
using terms::NodePtr;

class Disputes {
 public:
  Disputes(Prover& prover, const Instruction& unresolved) : prover_(prover), unresolved_(unresolved) {}

  void prove(const Dispute& dispute) {
    for (const std::string& id : dispute.turns_on) {
      if (const terms::Clause* clause = prover_.instruction().find_clause(id)) about_clause(dispute, *clause);
      for (const CoreCondition& condition : prover_.instruction().core)
        if (condition.id == id) about_core(dispute, condition);
      for (const terms::Alternative& alternative : dispute.alternatives)
        if (alternative.reading == id) about_reading(dispute, alternative);
    }
  }

 private:
  Obligation begin(const Dispute& dispute, const std::string& id, std::string statement) {
    Obligation obligation = prover_.begin("documents", dispute.id + (id == dispute.id ? "" : "/" + id), std::move(statement));
    obligation.dispute = dispute.id;
    return obligation;
  }

  // The widest clauses that a tuple can keep and still be undecided: those of the profile that the condition is about.
  static Profile profile_of(terms::Scope scope) { return scope == terms::Scope::a2a3 ? Profile::a2a3 : Profile::a5; }

  void about_core(const Dispute& dispute, const CoreCondition& condition) {
    Obligation obligation = begin(dispute, condition.id, "The documents decide every tuple that fails " + condition.id + ".");
    const Profile profile = profile_of(condition.scope);
    Literals literals = prover_.world().clauses(profile);
    literals.push_back(!World::core(condition));
    Literals preferred;
    for (const Literal& literal : prover_.world().preferences(profile))
      if (!(literal == World::core(condition)) && !literal.name.starts_with(World::core(condition).name + " part "))
        preferred.push_back(literal);
    prover_.prove_none(obligation, literals, preferred);
    finish(std::move(obligation), prover_.world().legal(profile));
  }

  void about_clause(const Dispute& dispute, const terms::Clause& clause) {
    Obligation obligation = begin(dispute, clause.id, "The sources agree about every tuple that breaks " + clause.id + ".");
    const Profile profile = profile_of(clause.scope);
    Literals literals = {!World::clause(clause)};
    for (const Literal& other : prover_.world().clauses(profile))
      if (!(other == World::clause(clause))) literals.push_back(other);
    prover_.prove_none(obligation, literals, prover_.world().preferences(profile));
    // A rule that others imply is disputed together with them.
    if (obligation.status == Status::proved) return;
    finish(std::move(obligation), prover_.world().legal(profile));
  }

  // Tuples on which the readings differ on some profile: in what is legal, or in the class of an element. Values are not
  // compared: where nothing else differs and the formulas do, or the rules about contents, nothing is claimed.
  void about_reading(const Dispute& dispute, const terms::Alternative& alternative) {
    Obligation obligation =
        begin(dispute, alternative.reading, "The default reading and " + alternative.reading + " say the same of every tuple.");
    const Instruction other = terms::under(unresolved_, {alternative.reading});
    for (const Profile profile : {Profile::a5, Profile::a2a3, Profile::cpu_sim}) {
      const std::string differ = difference(other, profile);
      prover_.prove_none(obligation, {prover_.solver().literal("readings differ", differ)}, prover_.world().preferences(profile));
      if (obligation.status != Status::proved) break;
    }
    if (obligation.status == Status::proved && !same_beyond_classes(other)) obligation.status = Status::unknown;
    finish(std::move(obligation), {});
  }

  std::string difference(const Instruction& other, Profile profile) {
    std::vector<std::string> kept;
    for (const terms::Clause& clause : other.clauses)
      if (clause.phase != terms::Phase::data && takes_part(clause.scope, profile))
        kept.push_back(prover_.world().formula(clause.predicate.tree()));
    for (const CoreCondition& condition : other.core)
      if (condition.phase != terms::Phase::data && takes_part(condition.scope, profile))
        kept.push_back(prover_.world().formula(condition.predicate.tree()));
    const std::string legal_here = text_of_all(prover_.world().legal(profile)), legal_there = all_of(kept);
    std::vector<std::string> differences = {all_of({legal_here, negation_of(legal_there)}),
                                            all_of({legal_there, negation_of(legal_here)})};
    Lowering lowering(prover_.instruction(), prover_.world().fields());
    for (std::size_t i = 0; i < other.effects.size(); ++i) {
      const Meaning a = meaning_of(prover_.instruction(), prover_.instruction().effects[i], profile, lowering);
      const Meaning b = meaning_of(other, other.effects[i], profile, lowering);
      if (a.value() == b.value() && a.pad() == b.pad()) continue;
      const auto differ = [](const std::string& x, const std::string& y) { return "(distinct " + x + " " + y + ")"; };
      differences.push_back(all_of({legal_here, legal_there, a.contents, b.contents, a.in_shape,
                                    any_of({differ(a.value(), b.value()), differ(a.pad(), b.pad())})}));
    }
    for (const std::string& number : lowering.free_numbers()) prover_.solver().declare_number(number);
    return any_of(differences);
  }

  bool same_beyond_classes(const Instruction& other) const {
    const Instruction& here = prover_.instruction();
    bool same = true;
    for (std::size_t i = 0; i < here.effects.size(); ++i)
      same &= terms::same_tree(here.effects[i].value.tree(), other.effects[i].value.tree());
    for (std::size_t i = 0; i < here.clauses.size(); ++i)
      if (here.clauses[i].phase == terms::Phase::data)
        same &= terms::same_tree(here.clauses[i].predicate.tree(), other.clauses[i].predicate.tree());
    for (std::size_t i = 0; i < here.core.size(); ++i)
      if (here.core[i].phase == terms::Phase::data)
        same &= terms::same_tree(here.core[i].predicate.tree(), other.core[i].predicate.tree());
    return same;
  }

  void finish(Obligation obligation, const Literals& legal) {
    if (obligation.status == Status::refuted && obligation.witness && !legal.empty())
      prover_.add_twin(obligation, prover_.world().fields().of(*obligation.witness), legal);
    if (obligation.status != Status::refuted) obligation.dispute.clear();
    prover_.end(std::move(obligation));
  }

  Prover& prover_;
  const Instruction& unresolved_;
};

}  // namespace

void prove_disputes(Prover& prover, const Instruction& unresolved) {
  Disputes disputes(prover, unresolved);
  for (const Dispute& dispute : prover.instruction().disputes) disputes.prove(dispute);
}

}  // namespace pto_cts::smt
