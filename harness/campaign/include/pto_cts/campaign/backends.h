// SPDX-License-Identifier: MIT
// Backends by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/suite.h"

namespace pto_cts::campaign {

struct BackendInfo {
  std::string id;
  std::string summary;
};

/// The backends that are built in, and the forms of those that are named with an argument.
std::vector<BackendInfo> known_backends();

/// `simd` or `mutant:<id>`, behind the suite's verifier; null where the name means nothing. The suite outlives it.
std::unique_ptr<backend::Backend> open_backend(const Suite& suite, std::string_view name);

}  // namespace pto_cts::campaign
