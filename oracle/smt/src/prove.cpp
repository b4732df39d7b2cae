// SPDX-License-Identifier: MIT
#include "pto_cts/smt/prove.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "prover.h"

namespace pto_cts::smt {
namespace {

// What one family adds to a solver slows the others down: each group has its own.
struct Group {
  const char* name;
  std::vector<std::function<void(Prover&)>> families;
};

std::vector<ProofRun> run(const std::vector<Group>& groups, const terms::Instruction& instruction,
                          std::optional<Profile> profile, const ProofOptions& options) {
  for (const std::string& wanted : options.groups)
    if (std::ranges::none_of(groups, [&](const Group& group) { return wanted == group.name; }))
      throw std::logic_error("no group of proofs is called " + wanted);
  std::vector<ProofRun> runs;
  for (const Group& group : groups) {
    if (!options.groups.empty() && std::ranges::find(options.groups, group.name) == options.groups.end()) continue;
    Prover prover(instruction, profile, options.resources);
    for (const auto& family : group.families) family(prover);
    runs.push_back(prover.finish(group.name));
  }
  return runs;
}

}  // namespace

std::vector<ProofRun> prove(const terms::Instruction& instruction, Profile profile, const ProofOptions& options) {
  const auto layouts = [&](Prover& prover) { prove_layouts(prover, options.map); };
  const std::vector<Group> groups = {{"rules", {prove_satisfiable, prove_independence}},
                                     {"meaning", {prove_definedness, prove_coverage}},
                                     {"layouts", {layouts}},
                                     {"verdicts", {prove_verdicts, prove_examples}}};
  return run(groups, terms::under(instruction, options.readings), profile, options);
}

std::vector<ProofRun> prove_across_profiles(const terms::Instruction& instruction, const ProofOptions& options) {
  const auto disputes = [&](Prover& prover) {
    if (options.readings.empty()) prove_disputes(prover, instruction);
  };
  const std::vector<Group> groups = {{"profiles", {prove_profiles}},
                                     {"disputes", {disputes}},
                                     {"samples", {prove_samples}},
                                     {"shapes", {prove_shapes}}};
  return run(groups, terms::under(instruction, options.readings), std::nullopt, options);
}

std::vector<Obligation> obligations_of(std::vector<ProofRun> runs) {
  std::vector<Obligation> all;
  for (ProofRun& run : runs)
    for (Obligation& obligation : run.obligations) all.push_back(std::move(obligation));
  return all;
}

}  // namespace pto_cts::smt
