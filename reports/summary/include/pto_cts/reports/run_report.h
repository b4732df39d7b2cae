// SPDX-License-Identifier: MIT
// A run as all reports see it: what lies in its package, read.
#pragma once

#include <filesystem>
#include <vector>

#include "pto_cts/record/backend_file.h"
#include "pto_cts/record/environment.h"
#include "pto_cts/record/finding.h"
#include "pto_cts/record/proof_file.h"
#include "pto_cts/record/records.h"
#include "pto_cts/record/statement.h"
#include "pto_cts/record/summary.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {

struct RunReport {
  record::Statement statement;           ///< Its `run` is the header of the records.
  std::vector<record::Result> results;   ///< In the order of the plan.
  record::Summary summary;               ///< Of the results.
  std::vector<record::Finding> findings;
  record::ProofFile proofs;              ///< Empty where no proofs are in the package.
  record::BackendFile backend;
  record::Environment environment;
  const std::vector<terms::Instruction>* instructions = nullptr;  ///< Of the run, under its readings.
  std::filesystem::path folder;          ///< Of the package: Finding::smallest and Result::case_file are relative to it.
};

}  // namespace pto_cts::reports
