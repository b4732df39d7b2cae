// SPDX-License-Identifier: MIT
// plan.jsonl of a campaign.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pto_cts/campaign/plan.h"
#include "pto_cts/record/run_header.h"

namespace pto_cts::campaign {

/// A line of the plan; `subject` is null for a case that was not made.
std::string plan_line(const Plan& plan, std::uint64_t index, const Case* subject);

/// Writes the plan of these cases, which are made for it.
void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const Plan& plan, std::uint64_t seed,
                const std::vector<std::uint64_t>& indices);

/// Writes lines that are known.
void write_plan(const std::filesystem::path& file, const record::RunHeader& header, const std::map<std::uint64_t, std::string>& lines);

}  // namespace pto_cts::campaign
