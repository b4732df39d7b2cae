// SPDX-License-Identifier: MIT
// Pages and C++ files of findings, beside their smallest cases.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/record/finding.h"

namespace pto_cts::cli {

/// The options of a command that runs the backend under these readings, for a shell.
std::string backend_words(const std::string& backend, const std::vector<std::string>& readings);

/// Writes a page and a C++ file for each finding of the report in `folder`, whose smallest cases are there already, and gives
/// the lines that the terminal shows of them, of a few at most.
std::string write_finding_files(const campaign::Suite& suite, const std::filesystem::path& folder, const std::string& backend,
                                const std::string& options, const std::vector<record::Finding>& findings);

}  // namespace pto_cts::cli
