// SPDX-License-Identifier: MIT
// Numeric freedom of each profile, as data with its source.
#pragma once

#include <string_view>

#include "pto_cts/types/profile.h"

namespace pto_cts::profiles {

/// Rounding is to nearest even and integers wrap on every profile; an arithmetic NaN is judged by class. What differs
/// is whether subnormals may be flushed to zero, on the way in or on the way out of an arithmetic operation. Copies are
/// exact everywhere.
struct NumericRules {
  bool inputs_may_flush = false;
  bool results_may_flush = false;
  std::string_view source;
};

const NumericRules& numeric_rules(Profile profile);

}  // namespace pto_cts::profiles
