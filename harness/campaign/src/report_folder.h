// SPDX-License-Identifier: MIT
// The folder of a report: what a campaign writes there, and nothing else, may be deleted.
#pragma once

#include <filesystem>

namespace pto_cts::campaign {

inline constexpr const char* kPlan = "plan.jsonl";
inline constexpr const char* kRecords = "records.jsonl";
inline constexpr const char* kFindingsFile = "findings.json";
inline constexpr const char* kCases = "cases";
inline constexpr const char* kFindings = "findings";

/// Deletes findings.json, cases/ and findings/. pre: check_folder() or prepare_folder() has passed the folder.
void remove_findings(const std::filesystem::path& out);

}  // namespace pto_cts::campaign
