// SPDX-License-Identifier: MIT
// The scalar operands of a case.
#include "payload_pairs.h"
#include "pto_cts/numerics/element.h"

namespace pto_cts::generators::detail {
namespace {

using numerics::FloatFormat;
using numerics::width_mask;

/// Neither 0 nor 1, and not so many trailing zeros that it wipes the difference between elements.
std::uint64_t integer_scalar(PayloadClass payload_class, DType dtype, Stream& stream) {
  if (payload_class == PayloadClass::position) {
    constexpr std::array<std::uint64_t, 8> kOdd = {3, 5, 7, 11, 13, 25, ~std::uint64_t{2}, ~std::uint64_t{4}};
    return stream.pick(kOdd) & width_mask(dtype);
  }
  if (payload_class == PayloadClass::random) {
    const std::uint64_t bits = stream.next() & width_mask(dtype);
    return bits % 8 == 0 || bits == 1 ? bits | 5 : bits;
  }
  return stream.pick(payload_class == PayloadClass::extremes ? extreme_values(dtype) : special_values(dtype));
}

/// A number of 2 to m + 1 bits: 1.5, 0.75, 3, 1 + 2^-k and the like, or 1 + 2^-k for any k.
std::uint64_t tie_scalar(FloatFormat format, Stream& stream) {
  const int m = format.mantissa_bits;
  const auto bits = static_cast<int>(stream.between(1, stream.chance(50) ? 3 : m));
  const std::uint64_t top = std::uint64_t{1} << bits;
  const std::uint64_t odd = stream.chance(50) ? top + 1 : top + (stream.below(top) | 1);
  return encode(format, false, odd, static_cast<int>(stream.between(-1, 1)) - bits);
}

// No expression draws twice: the order of evaluation is a matter of the compiler.
std::uint64_t float_magnitude(PayloadClass payload_class, FloatFormat format, Stream& stream) {
  const std::uint64_t one = power_of_two(format, 0), hidden = format.min_normal();
  const std::uint64_t half_mantissa = hidden / 2;
  switch (payload_class) {
    case PayloadClass::position: {
      constexpr std::array<std::uint64_t, 6> kOdd = {3, 5, 7, 9, 11, 13};
      const std::uint64_t odd = stream.pick(kOdd);
      return encode(format, false, odd, static_cast<int>(stream.between(-3, -1)));
    }
    case PayloadClass::ties: return tie_scalar(format, stream);
    case PayloadClass::below_powers:
      if (stream.chance(30)) return one + stream.below(hidden);
      return stream.pick(std::array{one + 1, one - 1, power_of_two(format, 1), power_of_two(format, -1), one + 2, one});
    case PayloadClass::cancellation: return stream.pick(std::array{one, one + 1, one - 1, one + half_mantissa});
    case PayloadClass::subnormals:
      switch (stream.below(4)) {
        case 0: return power_of_two(format, -1);
        case 1: return power_of_two(format, static_cast<int>(stream.between(-format.mantissa_bits - 1, -2)));
        case 2: return stream.pick(std::array{one, power_of_two(format, 1), one - 1, one + 1});
        default: return stream.pick(std::array{one + half_mantissa, one - half_mantissa});
      }
    case PayloadClass::nan_inf:
      switch (stream.below(8)) {
        case 0: return format.infinity() + 1 + stream.below(hidden - 1);
        case 1:
        case 2: return format.infinity();
        case 3: return 0;
        default: break;
      }
      break;
    default: break;
  }
  const std::uint64_t mantissa = stream.below(hidden);
  return power_of_two(format, static_cast<int>(stream.between(-2, 2))) + mantissa;
}

}  // namespace

std::uint64_t draw_scalar(PayloadClass payload_class, DType dtype, Stream& stream) {
  if (!is_float(dtype)) return integer_scalar(payload_class, dtype, stream);
  if (payload_class == PayloadClass::special) return stream.pick(special_values(dtype));
  if (payload_class == PayloadClass::extremes) return stream.pick(extreme_values(dtype));
  const FloatFormat format = numerics::float_format(dtype);
  const std::uint64_t magnitude = float_magnitude(payload_class, format, stream);
  return stream.chance(50) ? magnitude | format.sign_mask() : magnitude;
}

}  // namespace pto_cts::generators::detail
