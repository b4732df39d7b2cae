// SPDX-License-Identifier: MIT
// What a run says about a backend: dimensions, levels and gaps, by the rules of docs/certification.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "pto_cts/record/proof_file.h"
#include "pto_cts/record/result.h"
#include "pto_cts/record/run_header.h"
#include "pto_cts/record/statement.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {

/// All that a statement follows from.
struct Basis {
  record::RunHeader run;                              ///< Of the whole run.
  std::span<const record::Result> results;            ///< In the order of the plan.
  record::CellCounts cells;
  const record::ProofFile* proofs = nullptr;          ///< Null where none were made.
  std::vector<record::Waiver> waivers;                ///< As the user gave them.
  const std::vector<terms::Instruction>* instructions = nullptr;  ///< All of the suite, under the readings of the run.
};

record::Statement statement_of(const Basis& basis);

/// That of a run that has not ended.
record::Statement incomplete_statement(const record::RunHeader& run, std::vector<record::Waiver> waivers);

/// The statement for people, as Markdown.
std::string statement_page(const record::Statement& statement);

}  // namespace pto_cts::reports
