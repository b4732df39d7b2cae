// SPDX-License-Identifier: MIT
#include "job.h"
#include "pto_cts/record/files.h"

namespace pto_cts::proofs {
namespace {

std::string question(const std::string& id, const smt::Query& query) {
  return "; " + id + "\n(push 1)\n(assert " + query.assertion + ")\n(set-info :status " + std::string(name(query.answer)) +
         ")\n(check-sat)\n(pop 1)\n";
}

}  // namespace

void write_queries(const std::filesystem::path& folder, const Job& job, const JobRuns& runs) {
  const auto write = [&](const std::string& part, const std::string& text) {
    record::write_file(folder / (name_of(job) + part + ".smt2"), text);
  };
  for (const smt::ProofRun& run : runs.proofs) {
    std::string shared;
    std::size_t alone = 0;
    for (const smt::Obligation& obligation : run.obligations)
      for (const smt::Query& query : obligation.queries) {
        if (query.script.empty()) shared += question(obligation.id, query);
        else write("-" + run.name + "-" + std::to_string(++alone), query.script + question(obligation.id, query));
      }
    if (!shared.empty()) write("-" + run.name, run.script + shared);
  }
  if (runs.cells.empty()) return;
  std::string shared = runs.decisions.script;
  for (std::size_t i = 0; i < runs.cells.size(); ++i) shared += question(runs.cells[i].id, runs.decisions.queries[i]);
  write("", shared);
}

}  // namespace pto_cts::proofs
