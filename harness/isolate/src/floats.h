// SPDX-License-Identifier: MIT
// How this thread computes.
#pragma once

#include <cfenv>
#include <cfloat>

namespace pto_cts::isolate {

struct FloatState {
  int rounding = 0;
  bool flushes_results = false;
  bool flushes_inputs = false;

  friend bool operator==(const FloatState&, const FloatState&) = default;
};

inline FloatState float_state() {
  const volatile float normal = FLT_MIN, half = 0.5f, subnormal = FLT_TRUE_MIN, big = 0x1p40f;
  const volatile float result = normal * half, input = subnormal * big;
  return {std::fegetround(), result == 0, input == 0};
}

}  // namespace pto_cts::isolate
