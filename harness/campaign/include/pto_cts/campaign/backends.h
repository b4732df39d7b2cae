// SPDX-License-Identifier: MIT
// Backends by name.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/backend/process.h"
#include "pto_cts/campaign/suite.h"

namespace pto_cts::campaign {

struct BackendInfo {
  std::string id;
  std::string summary;
};

/// The backends that are built in, and the forms of those that are named with an argument.
std::vector<BackendInfo> known_backends();

struct OpenOptions {
  backend::Limits limits;   ///< Of backends that are not built in.
  bool limits_calls = false;  ///< The limit of a call is the user's wish: it goes before that of a configuration.
  bool in_process = false;  ///< Plug-ins run in this process, for debugging: what they break is broken here.
  std::filesystem::path cache;  ///< Of what has been compiled; empty for a folder that lasts as long as the backend.
  std::function<void(const std::string&)> note;  ///< Gets a line for what takes long; may be empty.
};

/// `simd` and `mutant:<id>`, which are built in; `plugin:<library>` and `process:<program and arguments>`, in a process of
/// their own; `headers:<config file>`, compiled, and run in such a process; `recorded:<file>`. Kernels that do not decide what is legal stand behind the suite's verifier. Null where
/// the name means nothing; throws backend::CannotOpen where it does, and cannot be had. The suite outlives it.
///
/// Call it early: the process of a plug-in begins as a copy of this one.
std::unique_ptr<backend::Backend> open_backend(const Suite& suite, std::string_view name, const OpenOptions& options = {});

/// SHA-256 over what a backend of this name is made of, as far as it is files here: the library, the program with the files
/// that its arguments name, the configuration with the headers and the compiler's version, the recorded results.
/// "built-in" for what is part of the suite, whose version says it.
std::string backend_hash(std::string_view name, const backend::Backend& backend);

/// The readings that a backend of this name says it follows; none for most. Throws as open_backend().
std::vector<std::string> declared_readings(std::string_view name);

/// The library that this process is to start with where such a backend is to be opened in it; nothing for most. Throws as
/// open_backend().
std::optional<std::filesystem::path> library_to_preload(std::string_view name);

}  // namespace pto_cts::campaign
