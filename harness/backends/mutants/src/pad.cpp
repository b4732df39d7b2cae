// SPDX-License-Identifier: MIT
// Faults in the pad of TFILLPAD and TFILLPAD_EXPAND.
#include "bits.h"
#include "fault.h"

namespace pto_cts::mutants {
namespace {

PadValue pad_of(const Scene& s) {
  if (find_attribute(*s.call.tuple, "form") != "homogeneous") return s.tile(kDst).pad;
  return parse_pad_value(find_attribute(*s.call.tuple, "pad")).value_or(PadValue::Zero);
}

/// Puts f(bits) in place of every padded element where the pad is `pad`.
template <class F>
backend::Outcome repad(Scene& s, PadValue pad, F f) {
  return then(s, [&] {
    if (pad_of(s) != pad) return;
    s.each(kDst, [&](auto row, auto col) {
      if (!s.valid(kSrc, row, col)) s.set(kDst, row, col, f(s.get(kDst, row, col)));
    });
  });
}

std::uint64_t repeat_low_byte(std::uint64_t bits) {
  return (bits & 0xFF) * 0x0101010101010101u;
}

}  // namespace

std::vector<Fault> pad_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tfillpad-max-for-min", "Min pads with the largest value", fill_pad},
       [](Scene& s) {
         for (TileOperand& operand : s.tuple.tiles)
           if (operand.tile.pad == PadValue::Min) operand.tile.pad = PadValue::Max;
         return s.run();
       }},
      {{"tfillpad-zero-for-max", "Max pads with zero", fill_pad},
       [](Scene& s) { return repad(s, PadValue::Max, [](auto) { return std::uint64_t{0}; }); }},
      {{"tfillpad-finite-max", "Max pads floats with the largest finite value", fill_pad},
       [](Scene& s) {
         return repad(s, PadValue::Max, [&](auto bits) { return is_infinite(s.dtype(), bits) ? bits - 1 : bits; });
       }},
      {{"tfillpad-smallest-normal-for-min", "Min pads floats with numeric_limits::min, which is positive", fill_pad},
       [](Scene& s) {
         return repad(s, PadValue::Min, [&](auto bits) {
           return is_float(s.dtype()) ? std::uint64_t{1} << fraction_bits(s.dtype()) : bits;
         });
       }},
      {{"tfillpad-signed-limits", "Max pads unsigned integers with the largest signed value", fill_pad},
       [](Scene& s) {
         return repad(s, PadValue::Max, [&](auto bits) {
           return is_float(s.dtype()) || is_signed_integer(s.dtype()) ? bits : bits >> 1;
         });
       }},
      {{"tfillpad-negative-zero", "Zero pads floats with minus zero", fill_pad},
       [](Scene& s) {
         return repad(s, PadValue::Zero, [&](auto bits) { return is_float(s.dtype()) ? sign_bit(s.dtype()) : bits; });
       }},
      {{"tfillpad-half-infinity", "Max pads bf16 with the infinity of f16", fill_pad},
       [](Scene& s) {
         return repad(s, PadValue::Max,
                      [&](auto bits) { return s.dtype() == DType::bf16 ? infinity(DType::f16) : bits; });
       }},
      {{"tfillpad-pads-by-bytes", "Max pads with its lowest byte, repeated", fill_pad},
       [](Scene& s) { return repad(s, PadValue::Max, repeat_low_byte); }},
      {{"tfillpad-right-pad-missing", "columns right of the copied ones are not padded", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           s.each(kDst, [&](auto row, auto col) {
             if (row < s.rows(kSrc) && col >= s.cols(kSrc)) s.restore(kDst, row, col);
           });
         });
       }},
      {{"tfillpad-bottom-pad-missing", "rows below the copied ones are not padded", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           s.each(kDst, [&](auto row, auto col) {
             if (row >= s.rows(kSrc)) s.restore(kDst, row, col);
           });
         });
       }},
      {{"tfillpad-homogeneous-type-pad",
        "the homogeneous form takes the pad of the type, where there may be none",
        {"TFILLPAD"}},
       [](Scene& s) {
         std::erase_if(s.tuple.attributes, [](const Attribute& a) { return a.key == "pad"; });
         s.tuple.attributes.push_back({"pad", std::string(name(s.tile(kDst).pad)), true});
         return s.run();
       }},
      {{"tfillpad-expand-source-shape", "only the source's shape is filled", {"TFILLPAD_EXPAND"}},
       [](Scene& s) {
         return then(s, [&] {
           s.each(kDst, [&](auto row, auto col) {
             if (row >= s.tile(kSrc).rows || col >= s.tile(kSrc).cols) s.restore(kDst, row, col);
           });
         });
       }},
  };
}

}  // namespace pto_cts::mutants
