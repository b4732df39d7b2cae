// SPDX-License-Identifier: MIT
// That verdicts are a partition, that every clause can be broken, and what the pages' examples are.
#include <algorithm>

#include "meaning.h"
#include "prover.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {
namespace {

using evaluate::Legality;

std::string any_broken(const Literals& literals) {
  std::vector<std::string> broken;
  for (const Literal& literal : literals) broken.push_back(text(!literal));
  return any_of(broken);
}

struct VerdictFormulas {
  std::string legal, illegal, target_defined;
};

VerdictFormulas on_device(const World& world, Profile device) {
  const std::string broken = any_broken(world.clauses(device)), outside = any_broken(world.core(device));
  return {all_of({negation_of(broken), negation_of(outside)}), broken, all_of({negation_of(broken), outside})};
}

// The decision on cpu_sim, from the verdicts of both devices.
VerdictFormulas formulas(const World& world, Profile profile) {
  if (profile != Profile::cpu_sim) return on_device(world, profile == Profile::strict ? Profile::a5 : profile);
  const VerdictFormulas a = on_device(world, Profile::a2a3), b = on_device(world, Profile::a5);
  Literals common;
  for (const terms::Clause& clause : world.instruction().clauses)
    if (clause.phase != terms::Phase::data && clause.scope == terms::Scope::common) common.push_back(World::clause(clause));
  VerdictFormulas both;
  both.legal = all_of({a.legal, b.legal});
  both.illegal = any_of({any_broken(common), all_of({a.illegal, b.illegal})});
  both.target_defined = all_of({negation_of(all_of({a.illegal, b.illegal})), negation_of(both.legal)});
  return both;
}

void prove_partition(Prover& prover) {
  const VerdictFormulas v = formulas(prover.world(), prover.profile());
  Obligation obligation = prover.begin("verdicts", "partition", "Every tuple is exactly one of legal, illegal and target-defined.");
  const std::string none = negation_of(any_of({v.legal, v.illegal, v.target_defined}));
  const std::string two = any_of({all_of({v.legal, v.illegal}), all_of({v.legal, v.target_defined}), all_of({v.illegal, v.target_defined})});
  prover.prove_none(obligation, {prover.solver().literal("not one verdict", any_of({none, two}))});
  prover.end(std::move(obligation));

  Obligation keeps = prover.begin("verdicts", "legal-keeps-clauses", "No legal tuple breaks a clause.");
  prover.prove_none(keeps, {prover.solver().literal("legal", v.legal),
                            prover.solver().literal("some clause broken", any_broken(prover.world().clauses(prover.profile())))});
  prover.end(std::move(keeps));
}

// What a wider encoding, of extents up to 131,071, has that the usual one cannot hold: a legal tuple there would be
// missing from every other proof.
void prove_universe(Prover& prover) {
  const World wide(prover.instruction(), kWide);
  Solver solver(wide, prover.resources());
  std::vector<std::string> beyond;
  for (std::size_t i = 0; i < wide.fields().all().size(); ++i) {
    const Field& field = wide.fields().all()[i];
    const Field& usual = prover.world().fields().all()[i];
    if (field.most > usual.most) beyond.push_back("(bvugt " + symbol(field.name) + " " + bit_vector(usual.most, field.bits) + ")");
  }
  Obligation obligation = prover.begin("verdicts", "universe", "Every legal tuple is one that the encoding can hold.");
  const Literals legal = wide.legal(prover.profile());
  Literals literals = legal;
  literals.push_back(solver.literal("beyond the encoding", any_of(beyond)));
  Query query{wide.script(), "(and " + text_of_all(legal) + " " + any_of(beyond) + ")", solver.check(literals)};
  if (query.answer == Answer::unsat) obligation.status = Status::proved;
  if (query.answer == Answer::sat) {
    bool gave_up = false;
    const auto witness = smallest(solver, literals, {}, gave_up);
    obligation.status = gave_up ? Status::unknown : Status::refuted;
    if (witness) obligation.witness = wide.fields().tuple(*witness);
  }
  obligation.queries.push_back(std::move(query));
  prover.end(std::move(obligation));
}

void prove_reachable(Prover& prover) {
  for (const terms::Clause& clause : prover.instruction().clauses) {
    if (clause.phase == terms::Phase::data || !takes_part(clause.scope, prover.profile())) continue;
    Obligation obligation = prover.begin("reachable", clause.id, "Some tuple breaks " + clause.id + ".");
    const Literals literals = {!World::clause(clause)};
    switch (prover.ask(obligation, literals)) {
      case Answer::sat: obligation.status = Status::proved; break;
      case Answer::unsat: obligation.status = Status::refuted; break;
      case Answer::unknown: break;
    }
    prover.end(std::move(obligation));
  }
}

std::string sentence(const std::vector<std::string>& ids) {
  std::string all;
  for (const std::string& id : ids) all += (all.empty() ? "" : ", ") + id;
  return all;
}

// An example as it stands, or with an attribute that the page's call leaves open set to another value.
void prove_example(Prover& prover, const terms::Example& example, const Tuple& tuple, const std::string& name) {
  const evaluate::Verdict verdict = evaluate::verdict(prover.instruction(), tuple, prover.profile());
  Obligation allowed = prover.begin("documents", name, "The page's own rules admit its example " + name + ".");
  const Literals fixed = prover.world().equals(prover.world().fields().of(tuple));
  Literals literals = fixed;
  literals.push_back(!prover.solver().literal("illegal", formulas(prover.world(), prover.profile()).illegal));
  const Answer answer = prover.ask(allowed, literals);
  const bool agree = answer == (verdict.clauses.empty() ? Answer::sat : Answer::unsat);
  allowed.status = answer == Answer::unknown || !agree ? Status::unknown : answer == Answer::sat ? Status::proved : Status::refuted;
  allowed.witness = tuple;
  allowed.because = verdict.clauses;
  if (allowed.status == Status::refuted) {
    allowed.note = "breaks " + sentence(verdict.clauses);
    allowed.dispute = dispute_about(prover.instruction(), name);
    prover.add_twin(allowed, prover.world().fields().of(tuple), prover.world().legal(prover.profile()));
  }
  const bool admitted = allowed.status == Status::proved;
  prover.end(std::move(allowed));
  if (!admitted || &tuple != &example.tuple) return;

  Obligation inside = prover.begin("verdicts", name, "The core contains the example " + name + ", which no clause forbids.");
  Literals legal = prover.world().legal(prover.profile());
  legal.insert(legal.end(), fixed.begin(), fixed.end());
  const Answer in_core = prover.ask(inside, legal);
  inside.status = in_core == Answer::sat ? Status::proved : in_core == Answer::unsat ? Status::refuted : Status::unknown;
  inside.witness = tuple;
  inside.because = verdict.reasons;
  prover.end(std::move(inside));
}

// Whether an example of an instruction that pads shows any padding.
void prove_example_fills(Prover& prover, const terms::Example& example) {
  for (const terms::Effect& effect : prover.instruction().effects) {
    Lowering lowering(prover.instruction(), prover.world().fields());
    const Meaning meaning = meaning_of(prover.instruction(), effect, prover.profile(), lowering);
    if (std::none_of(meaning.leaves.begin(), meaning.leaves.end(), [](const Leaf& leaf) { return leaf.pad; })) continue;
    for (const std::string& number : lowering.free_numbers()) prover.solver().declare_number(number);
    const std::string name = example.id + " fills";
    Obligation obligation = prover.begin("documents", name, "The example " + example.id + " leaves some element to the pad.");
    Literals literals = prover.world().equals(prover.world().fields().of(example.tuple));
    literals.push_back(prover.solver().literal("padded element", all_of({meaning.contents, meaning.pad()})));
    const Answer answer = prover.ask(obligation, literals);
    obligation.status = answer == Answer::sat ? Status::proved : answer == Answer::unsat ? Status::refuted : Status::unknown;
    obligation.witness = example.tuple;
    if (obligation.status == Status::refuted) obligation.dispute = dispute_about(prover.instruction(), name);
    prover.end(std::move(obligation));
  }
}

}  // namespace

void prove_verdicts(Prover& prover) {
  prove_partition(prover);
  prove_universe(prover);
  prove_reachable(prover);
}

void prove_examples(Prover& prover) {
  for (const terms::Example& example : prover.instruction().examples) {
    prove_example(prover, example, example.tuple, example.id);
    prove_example_fills(prover, example);
    for (std::size_t i = 0; i < prover.instruction().attributes.size(); ++i) {
      const terms::AttributeParameter& attribute = prover.instruction().attributes[i];
      if (attribute.template_slot) continue;
      for (const std::string& value : attribute.values) {
        if (value == example.tuple.attributes[i].value) continue;
        Tuple other = example.tuple;
        other.attributes[i].value = value;
        prove_example(prover, example, other, example.id + "?" + attribute.key + "=" + value);
      }
    }
  }
}

}  // namespace pto_cts::smt
