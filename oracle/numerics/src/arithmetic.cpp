// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/arithmetic.h"

#include <bit>
#include <cfloat>
#include <stdexcept>

#include "float_kernels.h"
#include "pto_cts/numerics/element.h"

// Sums and products are computed in double and then rounded once more, to the element's format. That is the correctly
// rounded result, for p = 11 (f16), 8 (bf16) and 24 (f32) significand bits:
// - A product of two p-bit significands has at most 2p <= 48 bits, and its exponent is far inside double's range: the
//   double product is exact.
// - A sum may be inexact in double, but 53 >= 2p + 2, and then rounding twice to nearest gives what rounding once gives
//   (Figueroa, "When is double rounding innocuous?", SIGNUM 1995). A sum below the least normal is a multiple of the
//   least subnormal, so both steps are exact there.
// The smallest nonzero magnitude that occurs is 2^-298, a normal double, so a host that flushes subnormal doubles does
// the same.

namespace pto_cts::numerics {
namespace {

using detail::narrow;
using detail::widen;

template <ArithmeticOp Op, DType Type>
std::uint64_t compute_integer(std::uint64_t a, std::uint64_t b) {
  const bool less = is_signed_integer(Type) ? sign_extend(Type, a) < sign_extend(Type, b) : a < b;
  switch (Op) {
    case ArithmeticOp::add: return (a + b) & width_mask(Type);
    case ArithmeticOp::multiply: return (a * b) & width_mask(Type);
    case ArithmeticOp::maximum: return less ? b : a;
    case ArithmeticOp::minimum: return less ? a : b;
  }
}

/// Maps float bits to integers in the order of their values, -0 just below +0.
template <FloatFormat F>
std::uint64_t ordered(std::uint64_t bits) {
  return (bits & F.sign_mask()) != 0 ? ~bits & (F.sign_mask() - 1) : bits | F.sign_mask();
}

template <FloatFormat F>
bool is_nan(std::uint64_t bits) {
  return (bits & (F.sign_mask() - 1)) > F.infinity();
}

template <ArithmeticOp Op, FloatFormat F>
std::uint64_t compute_float(std::uint64_t a, std::uint64_t b) {
  if constexpr (Op == ArithmeticOp::add) return narrow<F>(widen<F>(a) + widen<F>(b));
  if constexpr (Op == ArithmeticOp::multiply) return narrow<F>(widen<F>(a) * widen<F>(b));
  const bool less = ordered<F>(a) < ordered<F>(b);
  const std::uint64_t chosen = less == (Op == ArithmeticOp::maximum) ? b : a;
  return is_nan<F>(a) || is_nan<F>(b) ? F.quiet_nan() : chosen;
}

template <ArithmeticOp Op, DType Type>
inline std::uint64_t compute(std::uint64_t a, std::uint64_t b) {
  if constexpr (is_float(Type))
    return compute_float<Op, float_format(Type)>(a, b);
  else
    return compute_integer<Op, Type>(a, b);
}

/// Calls body<Type>() for the dtype known at run time.
template <typename Body>
decltype(auto) with_dtype(DType dtype, Body body) {
  switch (dtype) {
    case DType::u8: return body.template operator()<DType::u8>();
    case DType::i8: return body.template operator()<DType::i8>();
    case DType::u16: return body.template operator()<DType::u16>();
    case DType::i16: return body.template operator()<DType::i16>();
    case DType::u32: return body.template operator()<DType::u32>();
    case DType::i32: return body.template operator()<DType::i32>();
    case DType::u64: return body.template operator()<DType::u64>();
    case DType::i64: return body.template operator()<DType::i64>();
    case DType::f16: return body.template operator()<DType::f16>();
    case DType::bf16: return body.template operator()<DType::bf16>();
    case DType::f32: return body.template operator()<DType::f32>();
  }
  throw std::invalid_argument("not a dtype");
}

/// Calls body<Op>() for the operation known at run time.
template <typename Body>
decltype(auto) with_op(ArithmeticOp op, Body body) {
  switch (op) {
    case ArithmeticOp::add: return body.template operator()<ArithmeticOp::add>();
    case ArithmeticOp::multiply: return body.template operator()<ArithmeticOp::multiply>();
    case ArithmeticOp::maximum: return body.template operator()<ArithmeticOp::maximum>();
    case ArithmeticOp::minimum: return body.template operator()<ArithmeticOp::minimum>();
  }
  throw std::invalid_argument("not an arithmetic operation");
}

template <ArithmeticOp Op>
std::uint64_t compute(DType dtype, std::uint64_t a, std::uint64_t b) {
  return with_dtype(dtype, [&]<DType Type>() { return compute<Op, Type>(a, b); });
}

template <ArithmeticOp Op>
void compute_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n) {
  with_dtype(dtype, [&]<DType Type>() {
    for (std::size_t i = 0; i < n; ++i) out[i] = compute<Op, Type>(a[i], b[i]);
  });
}

template <ArithmeticOp Op>
void compute_row_scalar(DType dtype, const std::uint64_t* a, std::uint64_t scalar, std::uint64_t* out, std::size_t n) {
  with_dtype(dtype, [&]<DType Type>() {
    for (std::size_t i = 0; i < n; ++i) out[i] = compute<Op, Type>(a[i], scalar);
  });
}

}  // namespace

std::uint64_t add(DType dtype, std::uint64_t a, std::uint64_t b) {
  return compute<ArithmeticOp::add>(dtype, a, b);
}

std::uint64_t multiply(DType dtype, std::uint64_t a, std::uint64_t b) {
  return compute<ArithmeticOp::multiply>(dtype, a, b);
}

std::uint64_t maximum(DType dtype, std::uint64_t a, std::uint64_t b) {
  return compute<ArithmeticOp::maximum>(dtype, a, b);
}

std::uint64_t minimum(DType dtype, std::uint64_t a, std::uint64_t b) {
  return compute<ArithmeticOp::minimum>(dtype, a, b);
}

std::uint64_t apply(ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
  return with_op(op, [&]<ArithmeticOp Op>() { return compute<Op>(dtype, a, b); });
}

void add_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n) {
  compute_row<ArithmeticOp::add>(dtype, a, b, out, n);
}

void multiply_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n) {
  compute_row<ArithmeticOp::multiply>(dtype, a, b, out, n);
}

void maximum_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n) {
  compute_row<ArithmeticOp::maximum>(dtype, a, b, out, n);
}

void minimum_row(DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out, std::size_t n) {
  compute_row<ArithmeticOp::minimum>(dtype, a, b, out, n);
}

void apply_row(ArithmeticOp op, DType dtype, const std::uint64_t* a, const std::uint64_t* b, std::uint64_t* out,
               std::size_t n) {
  with_op(op, [&]<ArithmeticOp Op>() { compute_row<Op>(dtype, a, b, out, n); });
}

void apply_row_scalar(ArithmeticOp op, DType dtype, const std::uint64_t* a, std::uint64_t scalar, std::uint64_t* out,
                      std::size_t n) {
  with_op(op, [&]<ArithmeticOp Op>() { compute_row_scalar<Op>(dtype, a, scalar, out, n); });
}

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
