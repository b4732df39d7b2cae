// SPDX-License-Identifier: MIT
#include "pto_cts/record/cache_folder.h"

#include <cstdlib>

namespace pto_cts::record {

std::optional<std::filesystem::path> default_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder && *folder == '/') return std::filesystem::path(folder) / "pto-cts";
  if (const char* home = std::getenv("HOME"); home && *home == '/') return std::filesystem::path(home) / ".cache" / "pto-cts";
  return std::nullopt;
}

}  // namespace pto_cts::record
