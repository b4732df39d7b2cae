// SPDX-License-Identifier: MIT
// A run as a page of a CI server.
#pragma once

#include <cstddef>
#include <string>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::reports {

inline constexpr std::size_t kMarkdownLines = 39;

/// What the package says, in Markdown of at most kMarkdownLines lines, however many instructions and findings there are:
/// sentence and kind, level and dimensions of each profile, counts by instruction and profile, findings, gaps, and the files
/// that hold the rest. Instructions beyond what fits are one row together; those with failures come first. No text of a
/// backend is read as Markdown or HTML.
std::string markdown_summary(const RunReport& report);

}  // namespace pto_cts::reports
