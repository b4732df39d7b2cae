// SPDX-License-Identifier: MIT
// The summary of a run, as one JSON document and for a terminal.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "package_files.h"
#include "pto_cts/campaign/campaign.h"

namespace pto_cts::cli {

/// The fields of the command line's contract; `seconds` is the run's wall time, `remarks` those of
/// the backend.
std::string summary_json(const record::RunHeader& header, const campaign::Outcome& outcome, double seconds,
                         const std::string& out, const std::optional<Package>& package,
                         const std::vector<std::string>& remarks = {});

/// The summary for people: the table, the findings, the package if there is one, and the conclusion.
void print_summary(const record::RunHeader& header, const campaign::Outcome& outcome,
                   const std::optional<Package>& package, const std::string& findings,
                   const std::filesystem::path& out);

/// 0 where the backend conforms, be it with waived deviations, 1 where it does not, 2 where nothing ran.
int status_of(const record::Counts& total, const std::optional<Package>& package);

}  // namespace pto_cts::cli
