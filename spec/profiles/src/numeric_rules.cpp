// SPDX-License-Identifier: MIT
#include "pto_cts/profiles/numeric_rules.h"

namespace pto_cts::profiles {

const NumericRules& numeric_rules(Profile profile) {
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
