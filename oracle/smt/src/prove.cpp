// SPDX-License-Identifier: MIT
#include "pto_cts/smt/prove.h"

#include "prover.h"

namespace pto_cts::smt {

ProofRun prove(const terms::Instruction& instruction, Profile profile, const ProofOptions& options) {
  const terms::Instruction resolved = terms::under(instruction, options.readings);
  Prover prover(resolved, profile);
  prove_satisfiable(prover);
  prove_independence(prover);
  prove_definedness(prover);
  prove_coverage(prover);
  prove_layouts(prover, options.map);
  prove_verdicts(prover);
  prove_examples(prover);
  return prover.finish();
}

ProofRun prove_across_profiles(const terms::Instruction& instruction, const ProofOptions& options) {
  const terms::Instruction resolved = terms::under(instruction, options.readings);
  Prover prover(resolved, std::nullopt);
  prove_profiles(prover);
  if (options.readings.empty()) prove_disputes(prover, instruction);
  prove_agreement(prover);
  return prover.finish();
}

}  // namespace pto_cts::smt
