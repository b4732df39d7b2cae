// SPDX-License-Identifier: MIT
// The side of the backend that runs compiled functions; it is to be isolated.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/headers/config.h"

namespace pto_cts::headers {

/// A build and the folder in which its libraries lie.
struct Site {
  Mode mode = Mode::automatic;
  std::filesystem::path libraries;
};

/// Call.build is a position in `sites`. A function that is in no library is a protocol error. Storages are copied into the
/// tiles and back. Sets the environment of this process.
std::unique_ptr<backend::Backend> make_runner(std::string name, const std::vector<Site>& sites, const Config& config);

}  // namespace pto_cts::headers
