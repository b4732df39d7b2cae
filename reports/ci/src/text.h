// SPDX-License-Identifier: MIT
// Texts of which a part comes from backends, made safe to show.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/finding.h"
#include "pto_cts/record/statement.h"

namespace pto_cts::reports::ci {

/// Valid UTF-8: invalid bytes, control characters but tab and newlines, characters that XML 1.0 does not have and those that
/// turn the direction of text are U+FFFD.
std::string clean(std::string_view text);

/// clean(), on one line, with runs of white space as one space, and no more than `limit` bytes: what is cut off ends in "...".
std::string one_line(std::string_view text, std::size_t limit);

/// "wrong value 3, crashed 1": the most frequent first, and no more than `shown` of them.
std::string by_count(const std::map<std::string, std::uint64_t>& counts, std::size_t shown = 4);

/// "1 case", "2 cases".
std::string counted(std::uint64_t count, std::string_view what);

/// "dst[0, 1]: expected 1 (0x3c00), got 2 (0x4000)"; empty where there is none.
std::string first_mismatch(const std::optional<record::MismatchCensus>& mismatches);

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// "2", or "none".
std::string level_text(const std::optional<int>& level);

/// Failing cases of no finding.
std::uint64_t ungrouped(const record::Counts& counts, const std::vector<record::Finding>& findings);

}  // namespace pto_cts::reports::ci
