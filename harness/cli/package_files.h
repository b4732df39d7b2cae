// SPDX-License-Identifier: MIT
// The package that a whole run ends in: what lies beside its plan, records and findings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/environment.h"
#include "pto_cts/record/statement.h"
#include "pto_cts/reports/run_report.h"

namespace pto_cts::cli {

struct PackageSource {
  const campaign::Suite* suite = nullptr;
  record::RunHeader header;  ///< Of the whole run.
  campaign::Outcome* outcome = nullptr;
  record::BackendFile backend;
  record::Environment environment;
  std::vector<record::Waiver> waivers;
  proofs::Memory memory;
  bool quiet = false;
};

struct Package {
  reports::RunReport report;
  std::string root;
};

/// Says that the run in this folder has not ended, and takes away what an earlier end left there.
void begin_package(const std::filesystem::path& folder, const record::RunHeader& header,
                   const std::vector<record::Waiver>& waivers);

/// Proves the rules if nothing else keeps the run from being a certificate, writes statement, proofs and pages, and
/// seals.
Package finish_package(const std::filesystem::path& folder, const PackageSource& source);

/// The pages that follow from a report, by file name.
std::map<std::string, std::string> pages_of(const reports::RunReport& report);

}  // namespace pto_cts::cli
