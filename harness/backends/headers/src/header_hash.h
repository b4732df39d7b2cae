// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace pto_cts::headers {

/// SHA-256 over the relative paths and the contents of all files in these folders, in the order of their paths.
std::string hash_of(const std::vector<std::filesystem::path>& folders);

}  // namespace pto_cts::headers
