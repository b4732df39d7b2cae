// SPDX-License-Identifier: MIT
// The options of every command that runs a backend.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "options.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/suite.h"

namespace pto_cts::cli {

struct BackendOptions {
  std::string name;
  double timeout = 10;  ///< Seconds for one call.
  bool timeout_given = false;
  std::uint64_t memory = 4096;  ///< MiB.
  bool in_process = false;
  std::string cache{};  ///< Empty for the user's.
};

enum class Need { always, sometimes };

/// --backend, --timeout, --memory, --in-process, --cache.
std::vector<Option> backend_options(BackendOptions& options, Need need);

/// Throws UsageError where the name means nothing.
std::unique_ptr<backend::Backend> open(const campaign::Suite& suite, const BackendOptions& options);

/// The suite under these readings or, where there are none, under those that the backend says it follows.
campaign::Suite suite_for(const std::vector<std::string>& interpretations, const BackendOptions& options);

}  // namespace pto_cts::cli
