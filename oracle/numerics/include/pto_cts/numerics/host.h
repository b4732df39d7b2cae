// SPDX-License-Identifier: MIT
// Whether this thread's float environment is the one that arithmetic.h relies on.
#pragma once

#include <optional>
#include <string>

namespace pto_cts::numerics {

/// Nothing if doubles round to nearest even and keep subnormals here and now; else one line that says what is wrong
/// and how to mend it. The environment is per thread: ask on the thread that computes.
std::optional<std::string> host_float_problem();

}  // namespace pto_cts::numerics
