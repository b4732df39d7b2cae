// SPDX-License-Identifier: MIT
// Element bits that tests look at: special values and reproducible random ones.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "pto_cts/numerics/element.h"
#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics::samples {

inline constexpr std::array kFloats = {DType::f16, DType::bf16, DType::f32};
inline constexpr std::array kIntegers = {DType::u8,  DType::i8,  DType::u16, DType::i16,
                                         DType::u32, DType::i32, DType::u64, DType::i64};

struct Shape {
  int mantissa;
  std::uint64_t one;
  std::uint64_t infinity;
  std::uint64_t sign;
};

inline Shape shape(DType dtype) {
  if (dtype == DType::f16) return {10, 0x3C00, 0x7C00, 0x8000};
  if (dtype == DType::bf16) return {7, 0x3F80, 0x7F80, 0x8000};
  return {23, 0x3F800000, 0x7F800000, 0x80000000};
}

/// Zeros, subnormal and normal extremes, neighbours of powers of two, values whose sums and products are ties or lie
/// next to the least normal or the largest finite value, infinities, quiet and signalling NaNs; each with both signs.
inline std::vector<std::uint64_t> special_floats(DType dtype) {
  const auto [mantissa, one, infinity, sign] = shape(dtype);
  const std::uint64_t unit = 1ULL << mantissa;             // one step of the exponent
  const std::uint64_t half_range = one / 2 / unit * unit;  // about the square root of the least normal
  std::vector<std::uint64_t> positive = {0, 1, 2, 3, unit / 2 - 1, unit / 2, unit / 2 + 1, unit - 2, unit - 1};
  const auto around = [&](std::uint64_t bits) {
    for (const std::uint64_t x : {bits - 1, bits, bits + 1}) positive.push_back(x);
  };
  around(unit);
  around(2 * unit);
  around(half_range);
  around(one - unit);                                                                   // 0.5
  around(one);                                                                          // 1
  around(one + unit);                                                                   // 2
  around(one + static_cast<std::uint64_t>(mantissa) * unit);                            // ulp 1
  around(one + static_cast<std::uint64_t>(mantissa + 1) * unit);                        // ulp 2
  for (const std::uint64_t x : {one + unit / 2, one + unit / 4, one + unit + unit / 4,  // 1.5, 1.25, 2.5
                                infinity - unit, infinity - unit + 1, infinity - 2, infinity - 1, infinity,
                                infinity + 1, infinity + unit / 2, infinity + unit - 1})
    positive.push_back(x);
  std::vector<std::uint64_t> all = positive;
  for (const std::uint64_t x : positive) all.push_back(x | sign);
  return all;
}

/// Ends a long loop at the first failure: one counterexample is enough.
inline bool failed() {
  return testing::Test::HasFatalFailure();
}

/// Random elements: floats half uniform over all bits, half with an exponent near 0, the bias or the top, or special.
class Random {
 public:
  explicit Random(DType dtype, std::uint64_t seed = 1)
      : dtype_(dtype),
        engine_(seed),
        special_(is_float(dtype) ? special_floats(dtype) : std::vector<std::uint64_t>{}) {}

  std::uint64_t word() { return engine_(); }

  std::uint64_t uniform() { return engine_() & width_mask(dtype_); }

  std::uint64_t element() {
    if (!is_float(dtype_)) return integer();
    const std::uint64_t choice = engine_() % 8;
    if (choice < 4) return uniform();
    if (choice == 4) return special_[engine_() % special_.size()];
    const auto [mantissa, one, infinity, sign] = shape(dtype_);
    const std::uint64_t base = choice == 5 ? 0 : choice == 6 ? one : infinity - (4ULL << mantissa);
    return (base + engine_() % (4ULL << mantissa)) | (engine_() % 2 == 0 ? sign : 0);
  }

 private:
  std::uint64_t integer() {
    switch (engine_() % 4) {
      case 0: return engine_() % 4;                                                       // near zero
      case 1: return (largest_integer(dtype_) + engine_() % 4 - 1) & width_mask(dtype_);  // near the extremes
      case 2: return (engine_() % 4 - 4) & width_mask(dtype_);                            // near all ones
      default: return uniform();
    }
  }

  DType dtype_;
  std::mt19937_64 engine_;
  std::vector<std::uint64_t> special_;
};

}  // namespace pto_cts::numerics::samples
