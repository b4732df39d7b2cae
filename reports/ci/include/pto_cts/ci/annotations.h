// SPDX-License-Identifier: MIT
// A run as annotations of a GitHub workflow.
#pragma once

#include <cstddef>
#include <string>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::reports {

inline constexpr std::size_t kErrorAnnotations = 10;  ///< As many of one step are shown.

/// Workflow commands, one a line, for standard output: an error for each fault of the backend itself, each finding, and the
/// failing cases that no finding holds; at most kErrorAnnotations, then a warning that counts the rest; one warning with the
/// known gaps; last, a notice with the result. What is undecided or not observed is a gap, never an error.
std::string github_annotations(const RunReport& report);

}  // namespace pto_cts::reports
