// SPDX-License-Identifier: MIT
#include "convert.h"

#include <algorithm>
#include <cmath>

#include "pto_cts/numerics/format.h"

namespace pto_cts::generators {
namespace {

std::uint64_t mask(DType dtype) { return ~std::uint64_t{0} >> (64 - 8 * element_bytes(dtype)); }

std::uint64_t highest(DType dtype) { return is_signed_integer(dtype) ? mask(dtype) >> 1 : mask(dtype); }

std::uint64_t lowest(DType dtype) { return is_signed_integer(dtype) ? mask(dtype) ^ (mask(dtype) >> 1) : 0; }

std::int64_t sign_extended(DType dtype, std::uint64_t bits) {
  const bool negative = is_signed_integer(dtype) && bits > highest(dtype);
  return static_cast<std::int64_t>(negative ? bits | ~mask(dtype) : bits);
}

// The mantissa's leading bits, which tell NaNs and subnormals apart.
std::uint64_t scaled_mantissa(DType from, std::uint64_t bits, DType to) {
  const numerics::FloatFormat a = numerics::float_format(from), b = numerics::float_format(to);
  const std::uint64_t mantissa = bits & (a.min_normal() - 1);
  const int wider = b.mantissa_bits - a.mantissa_bits;
  const std::uint64_t scaled = wider >= 0 ? mantissa << wider : mantissa >> -wider;
  return mantissa != 0 && scaled == 0 ? 1 : scaled;
}

std::uint64_t float_to_float(DType from, std::uint64_t bits, DType to) {
  const numerics::FloatFormat a = numerics::float_format(from), b = numerics::float_format(to);
  const std::uint64_t sign = numerics::sign_bit(from, bits) ? b.sign_mask() : 0;
  const std::uint64_t magnitude = bits & ~a.sign_mask();
  if (magnitude == a.max_finite()) return sign | b.max_finite();
  if (magnitude == a.min_normal()) return sign | b.min_normal();
  if (magnitude >= a.infinity()) return sign | b.infinity() | scaled_mantissa(from, bits, to);
  if (numerics::is_subnormal(from, bits)) return sign | scaled_mantissa(from, bits, to);
  return numerics::from_double(to, numerics::to_double(from, bits));
}

std::uint64_t float_to_integer(DType from, std::uint64_t bits, DType to) {
  const double value = numerics::to_double(from, bits);
  if (std::isnan(value)) return 0;
  constexpr double kExact = 9007199254740992.0;  // 2^53
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::clamp(value, -kExact, kExact))) & mask(to);
}

}  // namespace

std::uint64_t convert(DType from, std::uint64_t bits, DType to) {
  if (from == to) return bits;
  if (is_float(from) && is_float(to)) return float_to_float(from, bits, to);
  if (is_float(from)) return float_to_integer(from, bits, to);
  if (is_float(to)) return numerics::from_double(to, static_cast<double>(sign_extended(from, bits)));
  if (bits == highest(from)) return highest(to);
  if (bits == lowest(from)) return lowest(to);
  return static_cast<std::uint64_t>(sign_extended(from, bits)) & mask(to);
}

}  // namespace pto_cts::generators
