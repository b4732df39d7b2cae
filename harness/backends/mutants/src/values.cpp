// SPDX-License-Identifier: MIT
// Faults in values: computed ones, and copied ones, which keep every bit.
#include <algorithm>

#include "bits.h"
#include "fault.h"

namespace pto_cts::mutants {
namespace {

struct Operands {
  std::uint64_t a, b;
};

/// Puts f(operands, result) in place of every product or sum; copies of TPARTADD are left alone.
template <class F>
backend::Outcome recompute(Scene& s, F f) {
  const bool product = s.tuple.mnemonic == "TMULS";
  return then(s, [&] {
    s.each_valid(kDst, [&](auto row, auto col) {
      if (!product && (!s.valid(kSrc, row, col) || !s.valid(kSrc1, row, col))) return;
      const Operands operands = {s.before(kSrc, row, col), product ? s.scalars[0] : s.before(kSrc1, row, col)};
      s.set(kDst, row, col, f(operands, s.get(kDst, row, col)));
    });
  });
}

double exact(const Scene& s, Operands operands) {
  const double a = value(s.dtype(), operands.a), b = value(s.dtype(), operands.b);
  return s.tuple.mnemonic == "TMULS" ? a * b : a + b;
}

template <DType kType>
backend::Outcome truncate(Scene& s) {
  return recompute(s, [&](Operands operands, std::uint64_t bits) {
    const bool up = s.dtype() == kType && std::abs(value(kType, bits)) > std::abs(exact(s, operands));
    return up ? bits - 1 : bits;
  });
}

backend::Outcome round_ties_away(Scene& s) {
  return recompute(s, [&](Operands operands, std::uint64_t bits) {
    if (!is_float(s.dtype()) || size_bits(s.dtype(), bits) >= infinity(s.dtype())) return bits;
    const double size = std::abs(exact(s, operands)), below = std::abs(value(s.dtype(), bits));
    return size > below && size - below == std::abs(value(s.dtype(), bits + 1)) - size ? bits + 1 : bits;
  });
}

backend::Outcome flush_results(Scene& s) {
  return recompute(s, [&](Operands, std::uint64_t bits) {
    return is_subnormal(s.dtype(), bits) ? bits & sign_bit(s.dtype()) : bits;
  });
}

backend::Outcome clamp_infinity(Scene& s) {
  return recompute(s, [&](Operands, std::uint64_t bits) { return is_infinite(s.dtype(), bits) ? bits - 1 : bits; });
}

template <DType kType>
backend::Outcome saturate(Scene& s) {
  return recompute(s, [&](Operands operands, std::uint64_t bits) {
    if (s.dtype() != kType) return bits;
    const std::int64_t a = integer(kType, operands.a), b = integer(kType, operands.b);
    const auto top = static_cast<std::int64_t>(sign_bit(kType));
    const std::int64_t low = is_signed_integer(kType) ? -top : 0,
                       high = is_signed_integer(kType) ? top - 1 : 2 * top - 1;
    return static_cast<std::uint64_t>(std::clamp(s.tuple.mnemonic == "TMULS" ? a * b : a + b, low, high));
  });
}

/// Puts f(dtype, bits) in place of every copied element.
template <class F>
backend::Outcome recopy(Scene& s, F f) {
  const std::string& mnemonic = s.tuple.mnemonic;
  const auto is_copy = [&](std::int64_t row, std::int64_t col) {
    if (mnemonic == "TPARTADD") return s.valid(kDst, row, col) && s.valid(kSrc, row, col) != s.valid(kSrc1, row, col);
    return s.valid(mnemonic == "TGATHERB" ? kDst : kSrc, row, col);
  };
  return then(s, [&] {
    s.each(kDst, [&](auto row, auto col) {
      if (is_float(s.dtype()) && is_copy(row, col)) s.set(kDst, row, col, f(s.dtype(), s.get(kDst, row, col)));
    });
  });
}

backend::Outcome flush_copies(Scene& s) {
  return recopy(
      s, [](DType dtype, std::uint64_t bits) { return is_subnormal(dtype, bits) ? bits & sign_bit(dtype) : bits; });
}

backend::Outcome quiet(Scene& s) {
  return recopy(s, [](DType dtype, std::uint64_t bits) {
    return is_nan(dtype, bits) ? bits | std::uint64_t{1} << (fraction_bits(dtype) - 1) : bits;
  });
}

backend::Outcome lose_zero_sign(Scene& s) {
  return recopy(s, [](DType dtype, std::uint64_t bits) { return bits == sign_bit(dtype) ? 0 : bits; });
}

}  // namespace

std::vector<Fault> arithmetic_faults() {
  using enum DType;
  return {
      {{"tmuls-f16-truncates", "f16 products are rounded towards zero", {"TMULS"}}, truncate<f16>},
      {{"tmuls-bf16-truncates", "bf16 products are rounded towards zero", {"TMULS"}}, truncate<bf16>},
      {{"tmuls-f32-truncates", "f32 products are rounded towards zero", {"TMULS"}}, truncate<f32>},
      {{"tpartadd-f16-truncates", "f16 sums are rounded towards zero", {"TPARTADD"}}, truncate<f16>},
      {{"tpartadd-bf16-truncates", "bf16 sums are rounded towards zero", {"TPARTADD"}}, truncate<bf16>},
      {{"tpartadd-f32-truncates", "f32 sums are rounded towards zero", {"TPARTADD"}}, truncate<f32>},
      {{"tmuls-ties-away", "a product halfway between two floats is rounded away from zero", {"TMULS"}},
       round_ties_away},
      {{"tmuls-flushes-results", "subnormal products become zero", {"TMULS"}, Profile::strict}, flush_results},
      {{"tpartadd-flushes-results", "subnormal sums become zero", {"TPARTADD"}, Profile::strict}, flush_results},
      {{"tmuls-clamps-infinity", "a product that overflows becomes the largest finite value", {"TMULS"}},
       clamp_infinity},
      {{"tpartadd-clamps-infinity", "a sum that overflows becomes the largest finite value", {"TPARTADD"}},
       clamp_infinity},
      {{"tmuls-i16-saturates", "i16 products saturate", {"TMULS"}}, saturate<i16>},
      {{"tmuls-i32-saturates", "i32 products saturate", {"TMULS"}}, saturate<i32>},
      {{"tmuls-u8-saturates", "u8 products saturate", {"TMULS"}}, saturate<u8>},
      {{"tpartadd-i16-saturates", "i16 sums saturate", {"TPARTADD"}}, saturate<i16>},
      {{"tpartadd-i32-saturates", "i32 sums saturate", {"TPARTADD"}}, saturate<i32>},
      {{"tpartadd-u8-saturates", "u8 sums saturate", {"TPARTADD"}}, saturate<u8>},
      {{"tmuls-i32-through-float", "i32 is multiplied as f32", {"TMULS"}},
       [](Scene& s) {
         return recompute(s, [&](Operands operands, std::uint64_t bits) {
           if (s.dtype() != i32) return bits;
           const float product =
               static_cast<float>(integer(i32, operands.a)) * static_cast<float>(integer(i32, operands.b));
           return static_cast<std::uint64_t>(static_cast<std::int64_t>(product));
         });
       }},
      {{"tmuls-nan-becomes-infinity", "a NaN product becomes an infinity", {"TMULS"}},
       [](Scene& s) {
         return recompute(
             s, [&](Operands, std::uint64_t bits) { return is_nan(s.dtype(), bits) ? infinity(s.dtype()) : bits; });
       }},
      {{"tmuls-scalar-narrowed", "an f32 scalar loses its lower half", {"TMULS"}},
       [](Scene& s) {
         if (s.dtype() == f32 && !s.scalars.empty()) s.scalars[0] &= 0xFFFF0000u;
         return s.run();
       }},
  };
}

std::vector<Fault> copy_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tfillpad-flushes-subnormals", "copied subnormals become zero", fill_pad}, flush_copies},
      {{"tgatherb-flushes-subnormals", "gathered subnormals become zero", {"TGATHERB"}}, flush_copies},
      {{"tpartadd-flushes-copies", "subnormals of a lone source become zero", {"TPARTADD"}}, flush_copies},
      {{"tfillpad-quiets-nans", "copied signalling NaNs become quiet", fill_pad}, quiet},
      {{"tgatherb-quiets-nans", "gathered signalling NaNs become quiet", {"TGATHERB"}}, quiet},
      {{"tpartadd-quiets-copies", "signalling NaNs of a lone source become quiet", {"TPARTADD"}}, quiet},
      {{"tfillpad-loses-zero-sign", "a copied minus zero becomes zero", fill_pad}, lose_zero_sign},
      {{"tpartadd-loses-zero-sign", "minus zero of a lone source becomes zero, as if zero were added", {"TPARTADD"}},
       lose_zero_sign},
      {{"tfillpad-clamps-infinity", "a copied infinity becomes the largest finite value", fill_pad},
       [](Scene& s) {
         return recopy(s, [](DType dtype, std::uint64_t bits) { return is_infinite(dtype, bits) ? bits - 1 : bits; });
       }},
  };
}

}  // namespace pto_cts::mutants
