// SPDX-License-Identifier: MIT
// The tiles of a finding's smallest case: drawings, and what is said about each element.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "pto_cts/record/finding.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"
#include "words.h"

namespace pto_cts::reports::html {

/// Adds to `item` what is drawn of the case: its tiles where elements are known to be wrong, else the shapes of its operands.
/// `spoken` gets an entry for each tile whose elements can be asked for; ids begin with `id`.
void add_pictures(Data& item, const record::Finding& finding, const Case& smallest, const terms::Instruction* instruction,
                  std::string_view id, nlohmann::ordered_json& spoken);

}  // namespace pto_cts::reports::html
