// SPDX-License-Identifier: MIT
// The other side: a C++ backend of this repository offered as a plug-in.
#pragma once

#include <pto_cts_backend.h>

#include <cstddef>
#include <functional>
#include <memory>

#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

/// A backend and what the plug-in says about it. The profile `strict` is not part of the C interface and is left out.
struct Exported {
  std::unique_ptr<backend::Backend> backend;
  backend::Description description;
  std::size_t max_batch = 1;  ///< Calls that execute() takes at once.
};

/// What pto_cts_open_backend() returns: it lives until its close(), and offers no reset(). Null, with a line on
/// standard error, where `make` throws.
const pto_cts_backend* export_backend(const std::function<Exported()>& make) noexcept;

}  // namespace pto_cts::plugin
