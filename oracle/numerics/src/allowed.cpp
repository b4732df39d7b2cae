// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/allowed.h"

#include <algorithm>
#include <stdexcept>

#include "pto_cts/numerics/format.h"

namespace pto_cts::numerics {
namespace {

void insert_zeros(AllowedSet& set, DType dtype) {
  set.insert(dtype, zero(dtype, false));
  set.insert(dtype, zero(dtype, true));
}

/// Whether the exact result of a sum or product is nonzero and below the least normal. The double that is computed is
/// exact where it matters: see arithmetic.cpp for products and small sums; a larger sum stays above when rounded.
bool is_tiny(ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
  const double x = to_double(dtype, a);
  const double y = to_double(dtype, b);
  const double result = op == ArithmeticOp::add ? x + y : x * y;
  const double least_normal = to_double(dtype, min_normal(dtype));
  return result != 0 && -least_normal < result && result < least_normal;
}

/// Results of a sum or product of operands as they are.
void insert_computed(AllowedSet& set, ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b, bool may_flush) {
  set.insert(dtype, apply(op, dtype, a, b));
  if (may_flush && is_tiny(op, dtype, a, b)) insert_zeros(set, dtype);
}

/// Results of maximum or minimum of operands as they are.
void insert_selected(AllowedSet& set, ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b, bool may_flush) {
  AllowedSet selected;
  selected.insert(dtype, apply(op, dtype, a, b));
  const bool either = is_nan(dtype, a) || is_nan(dtype, b) || (is_zero(dtype, a) && is_zero(dtype, b));
  if (either) {
    selected.insert(dtype, a);
    selected.insert(dtype, b);
  }
  set.any_nan = set.any_nan || selected.any_nan;
  for (const std::uint64_t bits : selected.values()) {
    set.insert(dtype, bits);
    if (may_flush && is_subnormal(dtype, bits)) insert_zeros(set, dtype);
  }
}

void insert_results(AllowedSet& set, ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b, bool may_flush) {
  if (op == ArithmeticOp::add || op == ArithmeticOp::multiply)
    insert_computed(set, op, dtype, a, b, may_flush);
  else
    insert_selected(set, op, dtype, a, b, may_flush);
}

/// The sign does not matter: only a result that is itself zero depends on it, and that gets both signs.
std::uint64_t flushed(DType dtype, std::uint64_t bits) {
  return is_subnormal(dtype, bits) ? 0 : bits;
}

}  // namespace

void AllowedSet::insert(DType dtype, std::uint64_t bits) {
  if (is_nan(dtype, bits)) {
    any_nan = true;
  } else if (std::ranges::find(values(), bits) == values().end()) {
    if (count_ == values_.size()) throw std::length_error("AllowedSet holds at most 8 values");
    values_[count_++] = bits;
  }
}

bool AllowedSet::contains(DType dtype, std::uint64_t bits) const {
  return std::ranges::find(values(), bits) != values().end() || (any_nan && is_nan(dtype, bits));
}

AllowedSet allowed(ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b, FlushRules rules) {
  AllowedSet set;
  if (!is_float(dtype)) {
    set.insert(dtype, apply(op, dtype, a, b));
    return set;
  }
  insert_results(set, op, dtype, a, b, rules.results_may_flush);
  if (!rules.inputs_may_flush || !(is_subnormal(dtype, a) || is_subnormal(dtype, b))) return set;

  AllowedSet after_flush;
  insert_results(after_flush, op, dtype, flushed(dtype, a), flushed(dtype, b), rules.results_may_flush);
  set.any_nan = set.any_nan || after_flush.any_nan;
  for (const std::uint64_t bits : after_flush.values()) {
    set.insert(dtype, bits);
    if (is_zero(dtype, bits)) insert_zeros(set, dtype);
  }
  return set;
}

}  // namespace pto_cts::numerics
