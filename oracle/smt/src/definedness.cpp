// SPDX-License-Identifier: MIT
// That semantics reads what is defined, stays inside its tiles, and gives every element one class.
#include "meaning.h"
#include "prover.h"

namespace pto_cts::smt {
namespace {

// One effect, with its unknown element declared.
class ElementProofs {
 public:
  ElementProofs(Prover& prover, const terms::Effect& effect)
      : prover_(prover),
        effect_(effect),
        lowering_(prover.instruction(), prover.world().fields()),
        meaning_(meaning_of(prover.instruction(), effect, prover.profile(), lowering_)) {
    for (const std::string& name : lowering_.free_numbers()) prover_.solver().declare_number(name);
  }

  const Meaning& meaning() const { return meaning_; }
  const std::string& name_of(int tile) const { return prover_.instruction().tiles[static_cast<std::size_t>(tile)].name; }

  /// Proves that no tuple of `tuples` has an element where `violation` holds.
  void never(const std::string& family, const std::string& name, const std::string& statement, Literals tuples,
             const std::string& violation) {
    Obligation obligation = prover_.begin(family, name, statement);
    decide(obligation, std::move(tuples), violation);
    prover_.end(std::move(obligation));
  }

  void decide(Obligation& obligation, Literals literals, const std::string& violation) {
    literals.push_back(prover_.solver().literal(obligation.family + " " + name_of(effect_.tile),
                                                all_of({meaning_.contents, violation})));
    prover_.prove_none(obligation, literals);
    if (obligation.status != Status::refuted || !obligation.witness) return;
    const Values values = prover_.world().fields().of(*obligation.witness);
    for (Literal& literal : prover_.world().equals(values)) literals.push_back(std::move(literal));
    bool found = prover_.solver().check(literals) == Answer::sat;
    const auto smallest = [&](const std::string& name) {
      const auto value = found ? prover_.smallest_number(name, literals) : std::nullopt;
      found = value.has_value();
      return std::to_string(value.value_or(0));
    };
    const std::string row = smallest("row"), col = smallest("col");
    obligation.note = "element (" + row + ", " + col + ") of " + name_of(effect_.tile);
    for (const std::string& name : lowering_.free_numbers())
      if (name != "row" && name != "col") obligation.note += "; " + name + " = " + smallest(name);
    if (found) return;
    obligation.status = Status::unknown;
    obligation.note.clear();
  }

  void reads() {
    const Literals legal = prover_.world().legal(prover_.profile());
    const std::string where = all_of({meaning_.in_range, negation_of(meaning_.unspecified)});
    for (std::size_t tile = 0; tile < prover_.instruction().tiles.size(); ++tile) {
      std::vector<std::string> outside_tile, misaligned, undefined;
      for (const Read& read : meaning_.reads) {
        if (read.tile != static_cast<int>(tile)) continue;
        outside_tile.push_back(all_of({read.path, negation_of(read.in_tile)}));
        if (read.by_offset) misaligned.push_back(all_of({read.path, read.in_tile, negation_of(read.aligned)}));
        undefined.push_back(all_of({read.path, read.in_tile, read.aligned, negation_of(read.in_region)}));
      }
      if (undefined.empty()) continue;
      const std::string name = name_of(static_cast<int>(tile));
      never("definedness", name + "/in-tile", "Every element read of " + name + " lies inside the tile.", legal,
            all_of({where, any_of(outside_tile)}));
      if (!misaligned.empty())
        never("definedness", name + "/alignment", "Every byte offset into " + name + " is a multiple of the element size.",
              legal, all_of({where, any_of(misaligned)}));
      never("definedness", name, "Every element read of " + name + " lies in its valid region.", legal,
            all_of({where, any_of(undefined)}));
    }
  }

  void writes() {
    const std::string name = name_of(effect_.tile);
    never("definedness", name + "/writes", "Every element written of " + name + " lies inside the tile.",
          prover_.world().legal(prover_.profile()), all_of({meaning_.in_range, negation_of(meaning_.in_shape)}));
  }

  void partition() {
    const std::string name = name_of(effect_.tile), value = meaning_.value(), pad = meaning_.pad(), rest = meaning_.nothing();
    const std::string none = negation_of(any_of({value, pad, rest}));
    const std::string two = any_of({all_of({value, pad}), all_of({value, rest}), all_of({pad, rest})});
    never("classes", name, "Every element of " + name + " is exactly one of value, pad and unspecified.",
          prover_.world().legal(prover_.profile()), all_of({meaning_.in_shape, any_of({none, two})}));
  }

  // An element of the range whose formula reads nothing that is defined.
  std::string left_undefined() const {
    return all_of({meaning_.in_range, negation_of(meaning_.unspecified), meaning_.nothing()});
  }

 private:
  Prover& prover_;
  const terms::Effect& effect_;
  Lowering lowering_;
  Meaning meaning_;
};

}  // namespace

void prove_definedness(Prover& prover) {
  const auto& effects = prover.instruction().effects;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    ElementProofs proofs(prover, effects[i]);
    proofs.reads();
    proofs.writes();
    proofs.partition();
    for (std::size_t j = i + 1; j < effects.size(); ++j) {
      if (effects[j].tile != effects[i].tile) continue;
      const ElementProofs other(prover, effects[j]);
      proofs.never("classes", proofs.name_of(effects[i].tile) + "/effects", "No element is written by two formulas.",
                   prover.world().legal(prover.profile()), all_of({proofs.meaning().in_range, other.meaning().in_range}));
    }
  }
}

void prove_coverage(Prover& prover) {
  for (const terms::Effect& effect : prover.instruction().effects) {
    ElementProofs proofs(prover, effect);
    if (!proofs.meaning().guarded) continue;
    const std::string name = proofs.name_of(effect.tile);
    proofs.never("coverage", name, "No legal tuple leaves an element of " + name + " undefined.",
                 prover.world().legal(prover.profile()), proofs.left_undefined());
    Obligation by_clauses = prover.begin("coverage-by-clauses", name,
                                         "No tuple that keeps all clauses leaves an element of " + name + " undefined.");
    Literals literals = prover.world().clauses(prover.profile());
    // The smallest pattern is one of tiles that the page would recognise: as much of the core as can be.
    Literals violated = literals;
    violated.push_back(prover.solver().literal("undefined " + name, all_of({proofs.meaning().contents, proofs.left_undefined()})));
    bool gave_up = false;
    if (prover.solver().check(violated) == Answer::sat)
      for (const Literal& literal : prover.world().preferences(prover.profile())) {
        violated.push_back(literal);
        const Answer answer = prover.solver().check(violated);
        gave_up |= answer == Answer::unknown;
        if (answer == Answer::sat) literals.push_back(literal);
        else violated.pop_back();
      }
    proofs.decide(by_clauses, literals, proofs.left_undefined());
    if (gave_up) by_clauses.status = Status::unknown;
    prover.end(std::move(by_clauses));
  }
}

}  // namespace pto_cts::smt
