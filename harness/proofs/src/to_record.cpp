// SPDX-License-Identifier: MIT
#include "pto_cts/proofs/proofs.h"

namespace pto_cts::proofs {
namespace {

const char* status_of(smt::Answer answer) {
  return answer == smt::Answer::sat ? "feasible" : answer == smt::Answer::unsat ? "infeasible" : "unknown";
}

}  // namespace

record::ProofFile to_record(const Proofs& proofs) {
  record::ProofFile file;
  for (const smt::Obligation& o : proofs.obligations)
    file.obligations.push_back({o.id, o.instruction, o.profile, o.family, std::string(name(o.status)), o.kind, o.statement, o.witness,
                                o.twin, o.changed, o.because, o.note, o.dispute});
  for (const Cell& cell : proofs.cells)
    file.cells.push_back({cell.id, cell.instruction, cell.profile, status_of(cell.answer), cell.because});
  return file;
}

}  // namespace pto_cts::proofs
