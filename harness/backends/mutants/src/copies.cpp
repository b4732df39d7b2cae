// SPDX-License-Identifier: MIT
// Faults in copied values: a copy keeps every bit.
#include "bits.h"
#include "fault.h"

namespace pto_cts::mutants {
namespace {

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

backend::Outcome flush(Scene& s) {
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

std::vector<Fault> copy_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tfillpad-flushes-subnormals", "copied subnormals become zero", fill_pad}, flush},
      {{"tgatherb-flushes-subnormals", "gathered subnormals become zero", {"TGATHERB"}}, flush},
      {{"tpartadd-flushes-copies", "subnormals of a lone source become zero", {"TPARTADD"}}, flush},
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
