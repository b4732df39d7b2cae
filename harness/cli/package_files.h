// SPDX-License-Identifier: MIT
// The package that a whole run ends in: what lies beside its plan, records and findings.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/proofs/proofs.h"
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
  std::string cache;  ///< Of proofs; empty for the user's.
  bool quiet = false;
  std::optional<proofs::Run>* proofs = nullptr;  ///< Begun or not; made if they are needed, and given up if not.
};

struct Package {
  reports::RunReport report;
  std::string root;
};

/// Says that the run in this folder has not ended, and takes away what an earlier end left there.
void begin_package(const std::filesystem::path& folder, const record::RunHeader& header,
                   const std::vector<record::Waiver>& waivers);

/// Begins the proofs that the package of such a run holds where it is a certificate.
proofs::Run begin_proofs_of(const std::filesystem::path& folder, const record::RunHeader& header,
                            const std::string& cache);

/// Proves the rules if nothing else keeps the run from being a certificate, writes statement, proofs and pages, and
/// seals.
Package finish_package(const std::filesystem::path& folder, const PackageSource& source);

/// The pages that follow from a report, by file name.
std::map<std::string, std::string> pages_of(const reports::RunReport& report);

}  // namespace pto_cts::cli
