// SPDX-License-Identifier: MIT
// Values that belong together: what two operands hold at one place, or an operand and the scalar.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"
#include "pto_cts/numerics/format.h"

namespace pto_cts::generators::detail {

/// first: what the first operand holds, bits; it goes with the scalar. second: what the second one holds.
using Pair = std::pair<std::uint64_t, std::uint64_t>;

/// The list that the class `extremes` draws from, without duplicates.
std::span<const std::uint64_t> extreme_values(DType dtype);

/// A scalar operand's bits.
std::uint64_t draw_scalar(PayloadClass payload_class, DType dtype, Stream& stream);

/// `count` pairs of a class other than position and random; `scalar` is of the same dtype. Classes that walk a list
/// give pair after pair: the first values go through it, the second ones too, with a random start and stride that
/// shifts by one with each round.
std::vector<Pair> make_pairs(PayloadClass payload_class, DType dtype, std::optional<std::uint64_t> scalar,
                             std::size_t count, Stream& stream);

inline int bits_in(std::uint64_t value) {
  return static_cast<int>(std::bit_width(value));  // whose result type is a matter of the library
}

/// |value| = significand * 2^exponent as a float, cut off below the least subnormal, infinity if too large.
/// pre: the significand has at most one bit more than the mantissa.
std::uint64_t encode(numerics::FloatFormat format, bool negative, std::uint64_t significand, int exponent);

inline std::uint64_t power_of_two(numerics::FloatFormat format, int exponent) {
  return encode(format, false, 1, exponent);
}

/// One pair after another of the classes that exist for floats only. All choices come from the stream.
class FloatPairs {
 public:
  FloatPairs(DType dtype, std::optional<std::uint64_t> scalar, Stream& stream);

  /// pre: ties, below_powers, cancellation, subnormals or nan_inf.
  Pair make(PayloadClass payload_class);

 private:
  Pair ties();
  Pair below_powers();
  Pair cancellation();
  Pair subnormals();

  bool coin() { return (stream_.next() >> 63) != 0; }
  std::uint64_t with_sign(std::uint64_t magnitude) { return coin() ? magnitude | format_.sign_mask() : magnitude; }
  std::uint64_t random_mantissa() { return stream_.below(format_.min_normal()); }
  Pair in_any_order(Pair pair);

  std::uint64_t tie_of_product();
  std::uint64_t tie_of_sum(std::uint64_t first);
  std::uint64_t product_near(int biased_power);
  std::uint64_t small_magnitude();
  std::uint64_t small_product();
  std::uint64_t any_kind();

  DType dtype_;
  numerics::FloatFormat format_;
  std::optional<std::uint64_t> scalar_;
  std::uint64_t odd_part_ = 1;  ///< of the scalar's significand
  double scalar_size_ = 0;
  Stream& stream_;
};

}  // namespace pto_cts::generators::detail
