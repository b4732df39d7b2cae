// SPDX-License-Identifier: MIT
// A run for CI servers: JUnit XML, a Markdown page, annotations of a GitHub workflow.
#pragma once

#include <cstddef>
#include <string>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::reports {

/// JUnit XML of the form of docs/schemas/junit.xsd. One test suite for each instruction and profile ("a5.TMULS"), one
/// test case for each cell in it; a clause is the cell "reject/<clause id>" of the cases that break it, so that every
/// case of the plan is counted in one test case. The properties of a test case say how many cases have which judgement.
///
/// A test case fails where any of its cases fails and no waiver accepts that. It is skipped where failures are waived,
/// and where none passes and none fails: what is undecided, not supported, not expressible or not run never fails.
/// Faults of the backend itself are errors, and cases without a record are skipped, in one more suite "run", which is
/// left out where there are none.
///
/// Equal runs give equal bytes: no time, no host. Characters that XML does not have, and bytes that are no UTF-8, are
/// U+FFFD.
std::string junit_xml(const RunReport& report);

inline constexpr std::size_t kMarkdownLines = 39;

/// What the package says, in Markdown of at most kMarkdownLines lines, however many instructions and findings there
/// are: sentence and kind, level and dimensions of each profile, counts by instruction and profile, findings, gaps, and
/// the files that hold the rest. Instructions beyond what fits are one row together; those with failures come first. No
/// text of a backend is read as Markdown or HTML.
std::string markdown_summary(const RunReport& report);

inline constexpr std::size_t kErrorAnnotations = 10;  ///< As many of one step are shown.

/// Workflow commands, one a line, for standard output: an error for each fault of the backend itself, each finding, and
/// the failing cases that no finding holds; at most kErrorAnnotations, then a warning that counts the rest; one warning
/// with the known gaps; last, a notice with the result. Where every failure is waived, the errors are warnings. What is
/// undecided or not observed is a gap, never an error.
std::string github_annotations(const RunReport& report);

}  // namespace pto_cts::reports
