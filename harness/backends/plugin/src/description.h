// SPDX-License-Identifier: MIT
// What a plug-in says about itself, read and checked.
#pragma once

#include <pto_cts_backend.h>

#include <filesystem>

#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

struct PluginDescription : backend::Description {
  std::size_t max_batch = 1;  ///< At least 1.
};

/// Throws backend::CannotOpen, naming the library.
PluginDescription read_description(const pto_cts_description& said, const std::filesystem::path& library);

}  // namespace pto_cts::plugin
