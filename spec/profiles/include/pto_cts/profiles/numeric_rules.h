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

inline const NumericRules& numeric_rules(Profile profile) {
  static constexpr NumericRules kDevice = {
      true, true, "PTO manual, data types: subnormals are flushed by default, inputs and results (secondary)"};
  static constexpr NumericRules kSimulator = {
      true, true, "PTO manual, data types: a simulator may keep subnormals or flush them (secondary)"};
  static constexpr NumericRules kStrict = {false, false, "the suite's own tests: no flushing"};
  switch (profile) {
    case Profile::cpu_sim: return kSimulator;
    case Profile::a2a3:
    case Profile::a5: return kDevice;
    case Profile::strict: return kStrict;
  }
  return kStrict;
}

}  // namespace pto_cts::profiles
