// SPDX-License-Identifier: MIT
// A right backend, element by element; if asked to, it uses every freedom that the spec leaves.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "cases.h"
#include "pto_cts/numerics/element.h"
#include "pto_cts/numerics/format.h"

namespace pto_cts::judge {

enum class Freedom { none, all };

/// Not deterministic where `freedom` is all: every call makes other choices.
class RightKernels {
 public:
  explicit RightKernels(Freedom freedom) : free_(freedom == Freedom::all) {}

  backend::Outcome operator()(const backend::Call& call, int) {
    if (free_) read_everything(call);
    const std::string& name = call.tuple->mnemonic;
    if (name == "TMULS")
      multiply(call);
    else if (name == "TPARTADD")
      add(call);
    else if (name == "TGATHERB")
      gather(call);
    else
      pad(call);
    return executed();
  }

 private:
  std::uint64_t dice() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 24;
  }

  void read_everything(const backend::Call& call) {
    for (const backend::Storage& storage : call.storages)
      for (std::size_t i = 0; i < storage.bytes; ++i) seen_ = seen_ + static_cast<unsigned>(storage.data[i]);
  }

  std::uint64_t maybe_flushed(DType dtype, std::uint64_t bits) {
    if (!free_ || !numerics::is_subnormal(dtype, bits) || dice() % 2 == 0) return bits;
    return numerics::zero(dtype, dice() % 2 == 0);
  }

  // `exact` is the exact result of operands as they are used; adding or multiplying two of them in double is near
  // enough that rounding again changes nothing.
  std::uint64_t result(DType dtype, double exact, bool operand_was_flushed) {
    if (std::isnan(exact))
      return free_ ? numerics::infinity(dtype, dice() % 2 == 0) | (1 + dice() % (numerics::min_normal(dtype) - 1))
                   : numerics::quiet_nan(dtype);
    const double least = numerics::to_double(dtype, numerics::min_normal(dtype));
    const bool tiny = exact != 0 && std::fabs(exact) < least;
    if (free_ && tiny && dice() % 2 == 0) return numerics::zero(dtype, dice() % 2 == 0);
    if (operand_was_flushed && exact == 0) return numerics::zero(dtype, dice() % 2 == 0);
    return numerics::from_double(dtype, exact);
  }

  std::uint64_t combine(DType dtype, std::uint64_t a, std::uint64_t b, bool product) {
    if (!is_float(dtype)) return (product ? a * b : a + b) & numerics::width_mask(dtype);
    const bool flush_inputs = free_ && dice() % 2 == 0;
    std::uint64_t x = a, y = b;
    if (flush_inputs) {
      if (numerics::is_subnormal(dtype, x)) x = numerics::zero(dtype, numerics::sign_bit(dtype, x));
      if (numerics::is_subnormal(dtype, y)) y = numerics::zero(dtype, numerics::sign_bit(dtype, y));
    }
    const double p = numerics::to_double(dtype, x), q = numerics::to_double(dtype, y);
    return result(dtype, product ? p * q : p + q, x != a || y != b);
  }

  void spoil_outside(const View& dst) {
    if (!free_) return;
    for (std::int64_t row = 0; row < dst.tile().rows; ++row)
      for (std::int64_t col = 0; col < dst.tile().cols; ++col)
        if (!dst.defines(row, col)) dst.set(row, col, dice());
  }

  template <typename Each>
  void each_valid(const View& dst, Each each) {
    for (std::int64_t row = 0; row < dst.tile().valid_rows; ++row)
      for (std::int64_t col = 0; col < dst.tile().valid_cols; ++col) each(row, col);
    spoil_outside(dst);
  }

  void multiply(const backend::Call& call) {
    const View dst(call, "dst"), src(call, "src0");
    each_valid(dst, [&](std::int64_t row, std::int64_t col) {
      dst.set(row, col, combine(dst.tile().dtype, src.get(row, col), call.scalars[0], true));
    });
  }

  void add(const backend::Call& call) {
    const View dst(call, "dst"), a(call, "src0"), b(call, "src1");
    each_valid(dst, [&](std::int64_t row, std::int64_t col) {
      const bool in_a = a.defines(row, col), in_b = b.defines(row, col);
      if (in_a && in_b)
        dst.set(row, col, combine(dst.tile().dtype, a.get(row, col), b.get(row, col), false));
      else if (in_a)
        dst.set(row, col, a.get(row, col));
      else if (in_b)
        dst.set(row, col, b.get(row, col));
      else
        dst.set(row, col, dice());
    });
  }

  void gather(const backend::Call& call) {
    const View dst(call, "dst"), src(call, "src"), offset(call, "offset");
    const auto size = static_cast<std::size_t>(element_bytes(dst.tile().dtype));
    each_valid(dst, [&](std::int64_t row, std::int64_t col) {
      std::uint64_t bits = 0;  // the offset may be undefined: then it is poison, which leads into the source
      std::memcpy(&bits, src.bytes() + offset.get(row, col), size);
      dst.set(row, col, bits);
    });
  }

  void pad(const backend::Call& call) {
    const View dst(call, "dst"), src(call, "src");
    const std::string_view argument = find_attribute(*call.tuple, "pad");
    const bool homogeneous = find_attribute(*call.tuple, "form") == "homogeneous";
    const PadValue value = homogeneous ? *parse_pad_value(argument) : dst.tile().pad;
    for (std::int64_t row = 0; row < dst.tile().rows; ++row)
      for (std::int64_t col = 0; col < dst.tile().cols; ++col)
        dst.set(row, col, src.defines(row, col) ? src.get(row, col) : pad_of(dst.tile().dtype, value));
  }

  static std::uint64_t pad_of(DType dtype, PadValue value) {
    if (value == PadValue::Zero) return 0;
    const bool largest = value == PadValue::Max;
    if (is_float(dtype)) return numerics::infinity(dtype, !largest);
    return largest ? numerics::largest_integer(dtype) : numerics::smallest_integer(dtype);
  }

  bool free_;
  std::uint64_t state_ = 1;
  volatile unsigned seen_ = 0;
};

/// A right backend in which `spoil` does damage after each call.
inline TestBackend::Act right_but(std::function<void(const backend::Call&, int)> spoil) {
  return
      [kernels = RightKernels(Freedom::none), spoil = std::move(spoil)](const backend::Call& call, int number) mutable {
        backend::Outcome outcome = kernels(call, number);
        spoil(call, number);
        return outcome;
      };
}

}  // namespace pto_cts::judge
