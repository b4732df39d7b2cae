// SPDX-License-Identifier: MIT
// The set of results that a conforming backend may give for one arithmetic operation on one element.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/types/dtype.h"

namespace pto_cts::numerics {

/// A few values of one dtype, and perhaps all of its NaNs.
struct AllowedSet {
  bool any_nan = false;

  /// Adds one value: a NaN sets any_nan, anything else joins values() unless it is there already.
  /// Throws std::length_error beyond 8 values.
  void insert(DType dtype, std::uint64_t bits);

  /// Just these bits, also where they are a NaN: the one result of a copy.
  static AllowedSet only(std::uint64_t bits) {
    AllowedSet set;
    set.values_[set.count_++] = bits;
    return set;
  }

  /// The values that are not NaN, unique, in the order of insertion.
  std::span<const std::uint64_t> values() const { return {values_.data(), count_}; }

  /// True only if `bits` is one of values(), or any_nan holds and `bits` is a NaN of this dtype.
  bool contains(DType dtype, std::uint64_t bits) const;

 private:
  std::array<std::uint64_t, 8> values_{};
  std::size_t count_ = 0;
};

/// What a target may flush to zero in arithmetic. Both false: subnormals are kept.
struct FlushRules {
  bool inputs_may_flush = false;
  bool results_may_flush = false;
};

/// The allowed results of `op` on a and b.
///
/// - Integers: exactly apply(op, ...).
/// - Floats: the kept result, apply(op, ...); any NaN where that is a NaN.
/// - If inputs may flush and an operand is subnormal: also the results with all subnormal operands replaced by zero.
/// - If results may flush: also zero wherever a result above is tiny, that is, its exact value is nonzero and below the
///   least normal in magnitude. This is tininess before rounding, and covers every result that is subnormal after it.
/// - Where a flush occurred, a zero may have either sign.
/// - maximum and minimum: of two zeros either may be returned; of a NaN and another operand, any NaN or the other
///   operand, because sources disagree on which.
///
/// Laws: contains(apply(op, ...)) always; commutative in a and b; a rule set that allows more gives a superset.
AllowedSet allowed(ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b, FlushRules rules);

}  // namespace pto_cts::numerics
