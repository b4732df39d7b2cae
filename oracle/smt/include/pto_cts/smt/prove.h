// SPDX-License-Identifier: MIT
// All proofs about one instruction.
#pragma once

#include <optional>

#include "pto_cts/smt/layout_proof.h"
#include "pto_cts/terms/rewrite.h"
#include "pto_cts/smt/obligation.h"

namespace pto_cts::smt {

struct ProofOptions {
  terms::Readings readings;      ///< Interpretations in force.
  SymbolicMap map = own_map;     ///< Layout maps to prove sound.
  std::vector<std::string> groups;  ///< Those to be proved, of the groups that the obligations fall into ("rules"); empty: all.
  unsigned resources = kDefaultResources;  ///< For each question, in the solver's own count; beyond, it is unknown.
};

/// Satisfiability, independence, definedness, classes, coverage, layouts, verdicts and the pages' examples on one
/// profile. `instruction` is as the spec has it.
std::vector<ProofRun> prove(const terms::Instruction& instruction, Profile profile, const ProofOptions& options = {});

/// What concerns all profiles: how they include each other, disputes, and that evaluator and encoding agree.
std::vector<ProofRun> prove_across_profiles(const terms::Instruction& instruction, const ProofOptions& options = {});

/// The obligations of all runs, in order.
std::vector<Obligation> obligations_of(std::vector<ProofRun> runs);

}  // namespace pto_cts::smt
