// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/host.h"

#include <bit>
#include <cfloat>
#include <cstdint>

namespace pto_cts::numerics {

std::optional<std::string> host_float_problem() {
  // What the machine does is asked, not std::fegetround(), which may read another register than double arithmetic
  // obeys. The operands are volatile so that the machine computes and not the compiler.
  const volatile double one = 1.0;
  const volatile double half_ulp = DBL_EPSILON / 2;
  const volatile double three_quarters_ulp = 3 * DBL_EPSILON / 4;
  const bool tie_goes_to_even = one + half_ulp == 1.0;
  const bool nearest_is_above = one + three_quarters_ulp == 1.0 + DBL_EPSILON;
  if (!tie_goes_to_even || !nearest_is_above)
    return "this thread does not round doubles to nearest even; call std::fesetround(FE_TONEAREST) first";

  // Bits, not comparisons, because a host that treats subnormal operands as zero also compares them so.
  const volatile double least_normal = DBL_MIN;
  const volatile double two = 2.0;
  const volatile double halved = least_normal / two;
  const double subnormal = halved;
  if (std::bit_cast<std::uint64_t>(subnormal) != std::uint64_t{1} << 51 || halved * two != DBL_MIN)
    return "this thread flushes subnormal doubles to zero; build and link without -ffast-math, and clear the flush "
           "modes";
  return std::nullopt;
}

}  // namespace pto_cts::numerics
