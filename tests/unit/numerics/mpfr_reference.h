// SPDX-License-Identifier: MIT
// f16, bf16 and f32 arithmetic by MPFR: an implementation that shares no code with oracle/numerics.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics::reference {

/// A number with room for every exact sum and product of two elements.
class Number {
 public:
  explicit Number(mpfr_prec_t precision = 512) { mpfr_init2(value_, precision); }
  ~Number() { mpfr_clear(value_); }
  Number(const Number&) = delete;
  Number& operator=(const Number&) = delete;
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

/// One format, its constants written out by hand.
class Reference {
 public:
  explicit Reference(DType dtype)
      : mantissa_(dtype == DType::f16    ? 10
                  : dtype == DType::bf16 ? 7
                                         : 23),
        exponent_ones_(dtype == DType::f16 ? 31 : 255),
        bias_(dtype == DType::f16 ? 15 : 127),
        emin_(dtype == DType::f16    ? -23
              : dtype == DType::bf16 ? -132
                                     : -148),
        emax_(dtype == DType::f16 ? 16 : 128),
        sign_(dtype == DType::f32 ? 0x80000000U : 0x8000U),
        a_(mantissa_ + 1),
        b_(mantissa_ + 1),
        result_(mantissa_ + 1) {}

  std::uint64_t quiet_nan() const { return infinity() + (1ULL << (mantissa_ - 1)); }
  std::uint64_t infinity() const { return static_cast<std::uint64_t>(exponent_ones_) << mantissa_; }

  void decode(std::uint64_t bits, Number& out) const {
    const std::uint64_t fraction = bits & ((1ULL << mantissa_) - 1);
    const auto exponent = static_cast<long>((bits & (sign_ - 1)) >> mantissa_);
    const int sign = (bits & sign_) != 0 ? -1 : 1;
    if (exponent == exponent_ones_ && fraction != 0) return mpfr_set_nan(out.get());
    if (exponent == exponent_ones_) return mpfr_set_inf(out.get(), sign);
    if (exponent == 0 && fraction == 0) return mpfr_set_zero(out.get(), sign);
    const std::uint64_t significand = exponent == 0 ? fraction : fraction + (1ULL << mantissa_);
    mpfr_set_ui_2exp(out.get(), significand, (exponent == 0 ? 1 : exponent) - bias_ - mantissa_, MPFR_RNDN);
    if (sign < 0) mpfr_neg(out.get(), out.get(), MPFR_RNDN);
  }

  std::uint64_t encode(const Number& number) const {
    const double value = mpfr_get_d(number.get(), MPFR_RNDN);
    if (std::isnan(value)) return quiet_nan();
    const std::uint64_t sign = std::signbit(value) ? sign_ : 0;
    if (std::isinf(value)) return sign | infinity();
    if (value == 0) return sign;
    const int exponent = std::ilogb(value) < 1 - bias_ ? 1 - bias_ : std::ilogb(value);
    const auto significand = static_cast<std::uint64_t>(std::ldexp(std::fabs(value), mantissa_ - exponent));
    const bool normal = significand >= 1ULL << mantissa_;
    return sign |
           (normal ? (static_cast<std::uint64_t>(exponent + bias_ - 1) << mantissa_) + significand : significand);
  }

  double value(std::uint64_t bits) {
    decode(bits, a_);
    return mpfr_get_d(a_.get(), MPFR_RNDN);
  }

  std::uint64_t round(double value) {
    return in_range([&] { return mpfr_set_d(result_.get(), value, MPFR_RNDN); });
  }

  std::uint64_t add(std::uint64_t a, std::uint64_t b) {
    return operate(a, b, [&] { return mpfr_add(result_.get(), a_.get(), b_.get(), MPFR_RNDN); });
  }

  std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return operate(a, b, [&] { return mpfr_mul(result_.get(), a_.get(), b_.get(), MPFR_RNDN); });
  }

  /// Negative, zero or positive as a is below, equal to or above b; neither is a NaN.
  int compare(std::uint64_t a, std::uint64_t b) {
    decode(a, a_);
    decode(b, b_);
    return mpfr_cmp(a_.get(), b_.get());
  }

  /// Whether an exact result is nonzero and smaller than the least normal.
  bool exact_sum_is_tiny(std::uint64_t a, std::uint64_t b) {
    decode(a, a_);
    decode(b, b_);
    mpfr_add(exact_.get(), a_.get(), b_.get(), MPFR_RNDN);
    return exact_is_tiny();
  }
  bool exact_product_is_tiny(std::uint64_t a, std::uint64_t b) {
    decode(a, a_);
    decode(b, b_);
    mpfr_mul(exact_.get(), a_.get(), b_.get(), MPFR_RNDN);
    return exact_is_tiny();
  }

 private:
  bool exact_is_tiny() const {
    return mpfr_regular_p(exact_.get()) != 0 && mpfr_get_exp(exact_.get()) <= 1 - bias_;  // |x| < 2^exp
  }

  template <typename Operation>
  std::uint64_t operate(std::uint64_t a, std::uint64_t b, Operation operation) {
    decode(a, a_);
    decode(b, b_);
    return in_range(operation);
  }

  /// Rounds result_ within the exponent range and the subnormal spacing of the format.
  template <typename Operation>
  std::uint64_t in_range(Operation operation) {
    const mpfr_exp_t emin = mpfr_get_emin();
    const mpfr_exp_t emax = mpfr_get_emax();
    mpfr_set_emin(emin_);
    mpfr_set_emax(emax_);
    int ternary = operation();
    ternary = mpfr_check_range(result_.get(), ternary, MPFR_RNDN);
    mpfr_subnormalize(result_.get(), ternary, MPFR_RNDN);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return encode(result_);
  }

  int mantissa_;
  int exponent_ones_;
  int bias_;
  mpfr_exp_t emin_;
  mpfr_exp_t emax_;
  std::uint64_t sign_;
  Number a_;
  Number b_;
  Number result_;
  Number exact_;
};

}  // namespace pto_cts::numerics::reference
