// SPDX-License-Identifier: MIT
// A folder of PTO C++ headers as a backend: each tuple becomes a call in C++ that is compiled against them.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pto_cts/backend/backend.h"
#include "pto_cts/headers/config.h"

namespace pto_cts::headers {

/// Runs what has been compiled; given by those who know how to isolate it. The opener is called where the calls are to run.
using Isolator = std::function<std::unique_ptr<backend::Backend>(std::function<std::unique_ptr<backend::Backend>()> opener)>;

struct Surroundings {
  std::filesystem::path cache;              ///< Folder of what has been compiled; made where it is not there.
  Isolator isolate;
  std::function<void(const std::string&)> note;  ///< Gets a line for what takes long; may be empty.
};

/// What the compiler refuses is rejected with its diagnostic. What compiles is run by the isolated side. Each build of the
/// configuration is one of the backend's builds. Throws backend::CannotOpen where the headers do not compile alone, or a
/// tile does not hold what is put into it.
std::unique_ptr<backend::Backend> open_headers(Config config, Surroundings surroundings);

/// The library that is to be in the process from its start, where a build has the address sanitizer: it takes the place of
/// the allocator. Throws backend::CannotOpen where the compiler has none.
std::optional<std::filesystem::path> library_to_preload(const Config& config);

}  // namespace pto_cts::headers
