// SPDX-License-Identifier: MIT
// Laws of the allowed sets over many operands, and the sets derived again with MPFR from models of machines.
#include <gtest/gtest.h>

#include <set>

#include "mpfr_reference.h"
#include "pto_cts/numerics/allowed.h"
#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::allowed_laws_test {
namespace {

using enum ArithmeticOp;
using reference::Reference;

constexpr std::array kAllRules = {FlushRules{false, false}, FlushRules{true, false}, FlushRules{false, true},
                                  FlushRules{true, true}};
constexpr std::array kOps = {add, multiply, maximum, minimum};

/// Results with NaN as the reference's one NaN.
using Results = std::set<std::uint64_t>;

/// What all machines that obey the rules can answer, found by running each of them.
class Machines {
 public:
  Machines(DType dtype, FlushRules rules) : mpfr_(dtype), shape_(samples::shape(dtype)), rules_(rules) {}

  Results run(ArithmeticOp op, std::uint64_t a, std::uint64_t b) {
    Results results;
    run_on(op, a, b, false, results);
    if (rules_.inputs_may_flush && (subnormal(a) || subnormal(b)))
      for (const std::uint64_t sign_a : {std::uint64_t{0}, shape_.sign})
        for (const std::uint64_t sign_b : {std::uint64_t{0}, shape_.sign})
          run_on(op, subnormal(a) ? sign_a : a, subnormal(b) ? sign_b : b, true, results);
    return results;
  }

 private:
  std::uint64_t magnitude(std::uint64_t bits) const { return bits & ~shape_.sign; }
  bool nan(std::uint64_t bits) const { return magnitude(bits) > shape_.infinity; }
  bool subnormal(std::uint64_t bits) const { return magnitude(bits) != 0 && magnitude(bits) < 1ULL << shape_.mantissa; }

  void record(std::uint64_t result, bool tiny_before_rounding, bool inputs_flushed, Results& results) const {
    if (nan(result)) result = mpfr_.quiet_nan();
    results.insert(result);
    const bool result_may_flush = rules_.results_may_flush && (tiny_before_rounding || subnormal(result));
    if (result_may_flush || (inputs_flushed && magnitude(result) == 0)) {
      results.insert(0);
      results.insert(shape_.sign);
    }
  }

  void run_on(ArithmeticOp op, std::uint64_t a, std::uint64_t b, bool inputs_flushed, Results& results) {
    if (op == add) return record(mpfr_.add(a, b), mpfr_.exact_sum_is_tiny(a, b), inputs_flushed, results);
    if (op == multiply) return record(mpfr_.multiply(a, b), mpfr_.exact_product_is_tiny(a, b), inputs_flushed, results);
    const bool unordered = nan(a) || nan(b);
    const int order = unordered ? 0 : op == maximum ? mpfr_.compare(a, b) : mpfr_.compare(b, a);
    if (order >= 0) record(a, false, inputs_flushed, results);
    if (order <= 0) record(b, false, inputs_flushed, results);
  }

  Reference mpfr_;
  samples::Shape shape_;
  FlushRules rules_;
};

Results results(DType dtype, const AllowedSet& set) {
  Results out(set.values().begin(), set.values().end());
  if (set.any_nan) out.insert(quiet_nan(dtype));
  return out;
}

void expect_as_machines(Machines& machines, DType dtype, FlushRules rules, std::uint64_t a, std::uint64_t b) {
  for (const ArithmeticOp op : kOps)
    ASSERT_EQ(results(dtype, allowed(op, dtype, a, b, rules)), machines.run(op, a, b))
        << name(dtype) << " op " << static_cast<int>(op) << std::hex << " 0x" << a << " 0x" << b << " inputs may flush "
        << rules.inputs_may_flush << " results may flush " << rules.results_may_flush;
}

TEST(AllowedLaws, TheSetIsWhatTheMachinesCanAnswerOnSpecialValues) {
  for (const DType dtype : samples::kFloats)
    for (const FlushRules rules : kAllRules) {
      Machines machines(dtype, rules);
      const auto specials = samples::special_floats(dtype);
      for (std::size_t i = 0; i < specials.size(); i += 2)
        for (const std::uint64_t b : specials) {
          if (samples::failed()) return;
          expect_as_machines(machines, dtype, rules, specials[i], b);
        }
    }
}

TEST(AllowedLaws, TheSetIsWhatTheMachinesCanAnswerOnRandomValues) {
  for (const DType dtype : samples::kFloats)
    for (const FlushRules rules : kAllRules) {
      Machines machines(dtype, rules);
      samples::Random random(dtype);
      for (int i = 0; i < 100'000 && !samples::failed(); ++i)
        expect_as_machines(machines, dtype, rules, random.element(), random.element());
    }
}

/// Calls check(op, dtype, a, b) for random operands.
template <typename Check>
void for_random_operands(Check check) {
  for (const DType dtype : kAllDTypes) {
    samples::Random random(dtype, 2);
    for (int i = 0; i < 20'000 && !samples::failed(); ++i) {
      const std::uint64_t a = random.element();
      const std::uint64_t b = random.element();
      for (const ArithmeticOp op : kOps) check(op, dtype, a, b);
    }
  }
}

TEST(AllowedLaws, TheKeptResultIsAlwaysAllowed) {
  for_random_operands([](ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
    for (const FlushRules rules : kAllRules)
      ASSERT_TRUE(allowed(op, dtype, a, b, rules).contains(dtype, apply(op, dtype, a, b)));
  });
}

TEST(AllowedLaws, OperandsMayBeExchanged) {
  for_random_operands([](ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
    for (const FlushRules rules : kAllRules)
      ASSERT_EQ(results(dtype, allowed(op, dtype, a, b, rules)), results(dtype, allowed(op, dtype, b, a, rules)));
  });
}

TEST(AllowedLaws, AllowingMoreNeverTakesAResultAway) {
  for_random_operands([](ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
    const AllowedSet strict = allowed(op, dtype, a, b, kAllRules[0]);
    const AllowedSet both = allowed(op, dtype, a, b, kAllRules[3]);
    for (const FlushRules rules : {kAllRules[1], kAllRules[2]}) {
      const AllowedSet some = allowed(op, dtype, a, b, rules);
      for (const std::uint64_t bits : results(dtype, strict)) ASSERT_TRUE(some.contains(dtype, bits));
      for (const std::uint64_t bits : results(dtype, some)) ASSERT_TRUE(both.contains(dtype, bits));
    }
  });
}

TEST(AllowedLaws, StrictSumsAndProductsHaveOneResult) {
  for_random_operands([](ArithmeticOp op, DType dtype, std::uint64_t a, std::uint64_t b) {
    if (op != add && op != multiply) return;
    ASSERT_EQ(results(dtype, allowed(op, dtype, a, b, kAllRules[0])).size(), 1U);
  });
}

TEST(AllowedLaws, AWrongClassIsNeverAccepted) {
  for (const DType dtype : samples::kFloats) {
    samples::Random random(dtype, 3);
    for (int i = 0; i < 50'000; ++i) {
      const std::uint64_t a = random.element();
      const std::uint64_t b = random.element();
      const std::uint64_t answer = random.element();
      for (const ArithmeticOp op : {add, multiply}) {
        const AllowedSet set = allowed(op, dtype, a, b, kAllRules[3]);
        const bool accepted = set.contains(dtype, answer);
        // No flush makes an infinity of a finite result, nor a nonzero finite value of an infinite or NaN one.
        const std::uint64_t kept = apply(op, dtype, a, b);
        const bool wrong_class =
            is_finite(dtype, kept) ? !is_finite(dtype, answer) : is_finite(dtype, answer) && !is_zero(dtype, answer);
        ASSERT_FALSE(accepted && wrong_class);
        ASSERT_FALSE(set.contains(dtype, answer | (1ULL << width_bits(dtype))));
      }
    }
  }
}

}  // namespace
}  // namespace pto_cts::numerics::allowed_laws_test
