// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/element.h"

#include "pto_cts/numerics/format.h"

namespace pto_cts::numerics {
namespace {

/// Maps bits to an unsigned number such that neighbouring values are neighbouring numbers.
std::uint64_t position(DType dtype, std::uint64_t bits) {
  constexpr std::uint64_t kMiddle = std::uint64_t{1} << 63;
  if (is_signed_integer(dtype)) return static_cast<std::uint64_t>(sign_extend(dtype, bits)) + kMiddle;
  if (!is_float(dtype)) return bits;
  const std::uint64_t magnitude = bits & ~float_format(dtype).sign_mask();
  return sign_bit(dtype, bits) ? kMiddle - magnitude : kMiddle + magnitude;
}

bool has_position(DType dtype, std::uint64_t bits) {
  return is_float(dtype) ? is_finite(dtype, bits) : bits <= width_mask(dtype);
}

}  // namespace

std::optional<std::uint64_t> pad_bits(DType dtype, PadValue pad) {
  switch (pad) {
    case PadValue::Null: return std::nullopt;
    case PadValue::Zero: return 0;
    case PadValue::Max: return is_float(dtype) ? infinity(dtype, false) : largest_integer(dtype);
    case PadValue::Min: return is_float(dtype) ? infinity(dtype, true) : smallest_integer(dtype);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> ulp_distance(DType dtype, std::uint64_t a, std::uint64_t b) {
  if (!has_position(dtype, a) || !has_position(dtype, b)) return std::nullopt;
  const std::uint64_t x = position(dtype, a);
  const std::uint64_t y = position(dtype, b);
  return x < y ? y - x : x - y;
}

}  // namespace pto_cts::numerics
