// SPDX-License-Identifier: MIT
// Indented JSON that keeps short records on one line.
#pragma once

#include <string>

#include "pto_cts/record/json_fields.h"

namespace pto_cts::record {

/// Two spaces for each level and a newline at the end. Objects and arrays of scalars stand on one line where they fit
/// in 100 characters, except below the key `rows_key`, where each element has its own line.
/// Throws Json::type_error for text that is not UTF-8.
std::string pretty_json(const Json& document, std::string_view rows_key);

}  // namespace pto_cts::record
