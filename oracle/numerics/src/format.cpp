// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/format.h"

#include "float_kernels.h"

namespace pto_cts::numerics {
namespace {

enum class Class { nan, infinite, zero, subnormal, normal, none };

Class classify(DType dtype, std::uint64_t bits) {
  if (!is_float(dtype) || bits > width_mask(dtype)) return Class::none;
  const FloatFormat format = float_format(dtype);
  const std::uint64_t magnitude = bits & ~format.sign_mask();
  if (magnitude > format.infinity()) return Class::nan;
  if (magnitude == format.infinity()) return Class::infinite;
  if (magnitude >= format.min_normal()) return Class::normal;
  return magnitude == 0 ? Class::zero : Class::subnormal;
}

}  // namespace

bool is_nan(DType dtype, std::uint64_t bits) {
  return classify(dtype, bits) == Class::nan;
}

bool is_inf(DType dtype, std::uint64_t bits) {
  return classify(dtype, bits) == Class::infinite;
}

bool is_zero(DType dtype, std::uint64_t bits) {
  return is_float(dtype) ? classify(dtype, bits) == Class::zero : bits == 0;
}

bool is_subnormal(DType dtype, std::uint64_t bits) {
  return classify(dtype, bits) == Class::subnormal;
}

bool is_finite(DType dtype, std::uint64_t bits) {
  const Class kind = classify(dtype, bits);
  return kind == Class::zero || kind == Class::subnormal || kind == Class::normal;
}

bool sign_bit(DType dtype, std::uint64_t bits) {
  return is_float(dtype) && (bits & float_format(dtype).sign_mask()) != 0;
}

double to_double(DType dtype, std::uint64_t bits) {
  switch (dtype) {
    case DType::f16: return detail::widen<float_format(DType::f16)>(bits);
    case DType::bf16: return detail::widen<float_format(DType::bf16)>(bits);
    case DType::f32: return detail::widen<float_format(DType::f32)>(bits);
    default: throw std::invalid_argument("to_double needs a float dtype");
  }
}

std::uint64_t from_double(DType dtype, double value) {
  switch (dtype) {
    case DType::f16: return detail::narrow<float_format(DType::f16)>(value);
    case DType::bf16: return detail::narrow<float_format(DType::bf16)>(value);
    case DType::f32: return detail::narrow<float_format(DType::f32)>(value);
    default: throw std::invalid_argument("from_double needs a float dtype");
  }
}

}  // namespace pto_cts::numerics
