// SPDX-License-Identifier: MIT
#include "pto_cts/smt/prove.h"

#include "prover.h"

namespace pto_cts::smt {

namespace {

// What one family adds to a solver slows the others down: each group has its own.
template <typename... Families>
ProofRun group(const char* name, const terms::Instruction& instruction, std::optional<Profile> profile,
               const ProofOptions& options, Families&&... families) {
  Prover prover(instruction, profile, options.resources);
  (families(prover), ...);
  return prover.finish(name);
}

}  // namespace

std::vector<ProofRun> prove(const terms::Instruction& instruction, Profile profile, const ProofOptions& options) {
  const terms::Instruction resolved = terms::under(instruction, options.readings);
  const auto layouts = [&](Prover& prover) { prove_layouts(prover, options.map); };
  return {group("rules", resolved, profile, options, prove_satisfiable, prove_independence),
          group("meaning", resolved, profile, options, prove_definedness, prove_coverage),
          group("layouts", resolved, profile, options, layouts),
          group("verdicts", resolved, profile, options, prove_verdicts, prove_examples)};
}

std::vector<ProofRun> prove_across_profiles(const terms::Instruction& instruction, const ProofOptions& options) {
  const terms::Instruction resolved = terms::under(instruction, options.readings);
  const auto disputes = [&](Prover& prover) {
    if (options.readings.empty()) prove_disputes(prover, instruction);
  };
  return {group("profiles", resolved, std::nullopt, options, prove_profiles),
          group("disputes", resolved, std::nullopt, options, disputes),
          group("samples", resolved, std::nullopt, options, prove_samples),
          group("shapes", resolved, std::nullopt, options, prove_shapes)};
}

std::vector<Obligation> obligations_of(std::vector<ProofRun> runs) {
  std::vector<Obligation> all;
  for (ProofRun& run : runs)
    for (Obligation& obligation : run.obligations) all.push_back(std::move(obligation));
  return all;
}

}  // namespace pto_cts::smt
