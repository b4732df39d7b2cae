// SPDX-License-Identifier: MIT
// The parts of a program that are the same for all instructions.
#pragma once

#include <set>
#include <string>

#include "pto_cts/types/dtype.h"

namespace pto_cts::render {

/// What run() uses: its storages, what it finds, and for each of the types the function "f16_text", which gives value and
/// bits of an element.
std::string helpers(bool is_illegal, bool has_pads, const std::set<DType>& dtypes);

/// The function that calls run() and says what was found.
std::string verdict(bool is_illegal, bool has_pads);

}  // namespace pto_cts::render
