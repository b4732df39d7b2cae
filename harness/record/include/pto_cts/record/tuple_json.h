// SPDX-License-Identifier: MIT
// A tuple as JSON, in one line: the fields of a case file that describe it.
#pragma once

#include <string>
#include <string_view>

#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

std::string write_tuple(const Tuple& tuple);

/// Inverse of write_tuple(). Throws BadInput for any other text.
Tuple read_tuple(std::string_view text);

}  // namespace pto_cts::record
