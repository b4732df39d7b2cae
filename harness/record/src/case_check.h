// SPDX-License-Identifier: MIT
// What every case must obey, whether it is read or written.
#pragma once

#include <string>

#include "pto_cts/types/case.h"

namespace pto_cts::record {

/// Throws BadInput that names the field, as in a case file, with `prefix` before it.
void check_tuple(const Tuple& tuple, const std::string& prefix);
void check_case(const Case& c, const std::string& prefix);

}  // namespace pto_cts::record
