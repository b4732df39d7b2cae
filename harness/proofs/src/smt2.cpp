// SPDX-License-Identifier: MIT
#include "job.h"

namespace pto_cts::proofs {
namespace {

std::string question(const std::string& id, const smt::Query& query) {
  return "; " + id + "\n(push 1)\n(assert " + query.assertion + ")\n(set-info :status " + std::string(name(query.answer)) +
         ")\n(check-sat)\n(pop 1)\n";
}

}  // namespace

Scripts scripts_of(const Job& job, const JobRuns& runs) {
  Scripts scripts;
  const auto add = [&](const std::string& part, std::string text) { scripts[name_of(job) + part + ".smt2"] = std::move(text); };
  for (const smt::ProofRun& run : runs.proofs) {
    std::string shared;
    std::size_t alone = 0;
    for (const smt::Obligation& obligation : run.obligations)
      for (const smt::Query& query : obligation.queries) {
        if (query.script.empty()) shared += question(obligation.id, query);
        else add("-" + run.name + "-" + std::to_string(++alone), query.script + question(obligation.id, query));
      }
    if (!shared.empty()) add("-" + run.name, run.script + shared);
  }
  if (runs.cells.empty()) return scripts;
  std::string shared = runs.decisions.script;
  for (std::size_t i = 0; i < runs.cells.size(); ++i) shared += question(runs.cells[i].id, runs.decisions.queries[i]);
  add("", shared);
  return scripts;
}

}  // namespace pto_cts::proofs
