// SPDX-License-Identifier: MIT
// Pages and C++ files of findings, beside their smallest cases.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/record/finding.h"
#include "pto_cts/reports/run_report.h"

namespace pto_cts::cli {

/// The options of a command that runs the backend under these readings, for a shell.
std::string backend_words(const std::string& backend, const std::vector<std::string>& readings);

/// Page and C++ file of each finding of a report, by path. Throws record::BadInput where a smallest case is not there,
/// or is none.
std::map<std::string, std::string> finding_pages(const reports::RunReport& report);

/// Writes a page and a C++ file for each finding of the report in `folder`, whose smallest cases are there already, and
/// gives the lines that the terminal shows of them, of a few at most.
std::string write_finding_files(const campaign::Suite& suite, const std::filesystem::path& folder,
                                const std::string& backend, const std::string& options,
                                const std::vector<record::Finding>& findings);

}  // namespace pto_cts::cli
