// SPDX-License-Identifier: MIT
// How the profiles' legal domains lie to each other, and what the portable domain needs.
#include "meaning.h"
#include "prover.h"

namespace pto_cts::smt {
namespace {

void prove_inclusion(Prover& prover, Profile inner, Profile outer) {
  const std::string a(pto_cts::name(inner)), b(pto_cts::name(outer));
  Obligation obligation = prover.begin("profiles", a + "-in-" + b, "Whether every tuple that is legal on " + a + " is legal on " + b + ".");
  std::vector<std::string> broken;
  for (const Literal& literal : prover.world().legal(outer)) broken.push_back(text(!literal));
  Literals literals = prover.world().legal(inner);
  literals.push_back(prover.solver().literal("not legal on " + b, any_of(broken)));
  switch (prover.ask(obligation, literals)) {
    case Answer::unknown: break;
    case Answer::unsat:
      obligation.status = Status::proved;
      obligation.kind = "included";
      break;
    case Answer::sat: {
      obligation.status = Status::proved;
      obligation.kind = "differs";
      const auto witness = prover.find_witness(obligation, literals);
      if (!witness) break;
      Literals fixed = prover.world().equals(*witness);
      for (const Literal& literal : prover.world().legal(outer)) {
        fixed.push_back(literal);
        const Answer answer = prover.solver().check(fixed);
        if (answer == Answer::unsat) obligation.because.push_back(rule_of(literal));
        if (answer == Answer::unknown) obligation.status = Status::unknown;
        fixed.pop_back();
      }
      prover.add_twin(obligation, *witness, prover.world().legal(outer));
      break;
    }
  }
  prover.end(std::move(obligation));
}

// cpu_sim is legal where both devices are: its rules are the portable ones. Those that others imply are left out.
void prove_portable(Prover& prover) {
  Obligation obligation = prover.begin("portable", "", "The tuples that are legal on every profile are those that keep these rules.");
  Literals kept = prover.world().legal(Profile::cpu_sim);
  bool gave_up = false;
  for (std::size_t i = kept.size(); i-- > 0;) {
    Literals others;
    for (std::size_t j = 0; j < kept.size(); ++j)
      if (j != i) others.push_back(kept[j]);
    others.push_back(!kept[i]);
    const Answer answer = prover.ask(obligation, others);
    if (answer == Answer::unknown) gave_up = true;
    if (answer == Answer::unsat) kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
  }
  obligation.status = gave_up ? Status::unknown : Status::proved;
  obligation.kind = "domain";
  obligation.because = rules_of(kept);
  prover.end(std::move(obligation));
}

}  // namespace

void prove_profiles(Prover& prover) {
  for (const Profile inner : kCertifiedProfiles)
    for (const Profile outer : kCertifiedProfiles)
      if (inner != outer) prove_inclusion(prover, inner, outer);
  prove_portable(prover);
}

}  // namespace pto_cts::smt
