// SPDX-License-Identifier: MIT
// JSON documents as they are printed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace pto_cts::cli {

/// Indented; bytes that are not UTF-8, such as in the name of a file, become U+FFFD.
inline std::string json_text(const nlohmann::ordered_json& document) {
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace pto_cts::cli
