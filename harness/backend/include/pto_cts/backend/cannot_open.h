// SPDX-License-Identifier: MIT
// A backend that cannot be used at all.
#pragma once

#include <stdexcept>

namespace pto_cts::backend {

/// The user's fault or the backend's: what() is one line that names the thing and the mend.
class CannotOpen : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pto_cts::backend
