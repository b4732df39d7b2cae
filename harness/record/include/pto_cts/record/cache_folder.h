// SPDX-License-Identifier: MIT
// Where the suite keeps, from one run to the next, what is dear to make.
#pragma once

#include <filesystem>
#include <optional>

namespace pto_cts::record {

/// $XDG_CACHE_HOME/pto-cts, else $HOME/.cache/pto-cts, else nothing.
std::optional<std::filesystem::path> default_cache();

}  // namespace pto_cts::record
