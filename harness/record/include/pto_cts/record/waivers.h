// SPDX-License-Identifier: MIT
// Deviations that a user accepts, with the reason.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "pto_cts/record/result.h"
#include "pto_cts/record/statement.h"

namespace pto_cts::record {

/// A TOML file of [[waiver]] tables with `cases` (a glob over the case names of one instruction on one profile, in
/// which * and ? stand for other characters), `kind` (may be left out) and `rationale`. Throws
/// BadInput for any fault: syntax, unknown or missing keys, an empty text.
std::vector<Waiver> read_waivers(const std::filesystem::path& path);

/// Whether it waives a deviation of this kind in the case of this name.
bool waives(const Waiver& waiver, std::string_view case_name, std::string_view kind);

}  // namespace pto_cts::record
