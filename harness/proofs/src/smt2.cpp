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

void write_queries(const std::filesystem::path& folder, const Job& job, const JobResult& result) {
  std::string shared = result.script;
  std::size_t alone = 0;
  for (std::size_t i = 0; i < result.cells.size(); ++i) shared += question(result.cells[i].id, result.cell_queries[i]);
  for (const smt::Obligation& obligation : result.obligations)
    for (const smt::Query& query : obligation.queries) {
      if (query.script.empty()) {
        shared += question(obligation.id, query);
      } else {
        const std::string file = name_of(job) + "-map-" + std::to_string(++alone) + ".smt2";
        record::write_file(folder / file, query.script + question(obligation.id, query));
      }
    }
  record::write_file(folder / (name_of(job) + ".smt2"), shared);
}

}  // namespace pto_cts::proofs
