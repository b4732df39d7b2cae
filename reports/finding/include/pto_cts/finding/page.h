// SPDX-License-Identifier: MIT
// A finding for whoever must fix it.
#pragma once

#include <filesystem>
#include <string>

#include "pto_cts/record/finding.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::reports {

/// What a page says beside the finding.
struct FindingContext {
  const terms::Instruction* instruction = nullptr;  ///< As the run reads it.
  std::string backend;
  std::string options;  ///< Of a command that runs the backend as the run did.
  std::filesystem::path folder;  ///< Of the report, as the terminal names it.
};

/// A few lines for a terminal: what fails and where, the smallest tuple, the first wrong element, and what shows it again.
std::string finding_brief(const record::Finding& finding, const FindingContext& context);

/// The page: all that is known of the finding, with expected and actual tiles side by side, the rule with its source, the
/// instruction as assembly, and the commands. `smallest` is the case of Finding::smallest.
std::string finding_page(const record::Finding& finding, const Case& smallest, const FindingContext& context);

/// The smallest case as a C++ file; empty where the intrinsics cannot say it.
std::string finding_program(const record::Finding& finding, const Case& smallest, const FindingContext& context);

/// Where page and program of a finding stand, relative to the folder of the report.
std::filesystem::path page_of(const record::Finding& finding);
std::filesystem::path program_of(const record::Finding& finding);

}  // namespace pto_cts::reports
