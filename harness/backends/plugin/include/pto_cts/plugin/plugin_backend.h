// SPDX-License-Identifier: MIT
// A backend that comes as a shared library with the C interface of pto_cts_backend.h.
#pragma once

#include <filesystem>
#include <memory>

#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

/// Loads the library into this process and opens its backend; destroying the backend closes it and unloads the library.
/// Nothing here stands between the library and this process: a crash in it is a crash of both.
///
/// A relative path is one from the current folder, with a slash in it or not. Throws backend::CannotOpen where the
/// library cannot be loaded, or what it says of itself cannot be used.
///
/// Of the backend: renew() calls the plug-in's reset(), and returns true exactly where there is one that came back. A
/// C++ exception that leaves the plug-in's execute() is a crash of the first call without a status; the calls after it
/// are made again.
std::unique_ptr<backend::Backend> open_plugin(const std::filesystem::path& library);

}  // namespace pto_cts::plugin
