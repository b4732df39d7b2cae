// SPDX-License-Identifier: MIT
// The one error of this layer.
#pragma once

#include <stdexcept>

namespace pto_cts::record {

/// A file or a record that cannot be used. what() is one line without control characters that names the file or
/// field, the fault and the mend; it can be shown to the user as it is.
class BadInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pto_cts::record
