// SPDX-License-Identifier: MIT
// What writer and reader of assembly agree on.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/types/tuple.h"

namespace pto_cts::render {

/// Roles whose tiles are results in SSA and `outs` in DPS.
bool is_result(Role role);

/// Storage ids that the names of the tiles' values say: one for each name, in order of appearance.
std::vector<int> named_storages(const std::vector<std::string>& names);

}  // namespace pto_cts::render
