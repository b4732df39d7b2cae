// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/arithmetic.h"

#include <gtest/gtest.h>

#include <cfenv>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include "pto_cts/numerics/format.h"
#include "samples.h"

namespace pto_cts::numerics::host_test {
namespace {

/// Restores the float environment when the test ends, however it ends.
class HostTest : public testing::Test {
 protected:
  void SetUp() override { std::fegetenv(&saved_); }
  void TearDown() override {
    std::fesetenv(&saved_);
    EXPECT_EQ(host_float_problem(), std::nullopt);
  }

 private:
  std::fenv_t saved_{};
};

TEST_F(HostTest, AnOrdinaryHostHasNoProblem) {
  EXPECT_EQ(host_float_problem(), std::nullopt);
}

TEST_F(HostTest, EveryOtherRoundingModeIsReported) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const auto problem = host_float_problem();
    std::fesetround(FE_TONEAREST);
    ASSERT_TRUE(problem.has_value());
    EXPECT_NE(problem->find("fesetround"), std::string::npos);
    EXPECT_EQ(problem->find('\n'), std::string::npos);
  }
}

#if defined(__SSE2__)
constexpr unsigned kFlushResults = 0x8000;
constexpr unsigned kFlushInputs = 0x0040;
constexpr unsigned kRoundDown = 0x2000;
constexpr unsigned kRoundUp = 0x4000;

TEST_F(HostTest, AModeThatOnlyTheVectorUnitKnowsIsReported) {
  for (const unsigned mode : {kRoundUp, kRoundDown, kRoundUp | kRoundDown}) {
    _mm_setcsr(_mm_getcsr() | mode);
    const auto problem = host_float_problem();
    _mm_setcsr(_mm_getcsr() & ~mode);
    EXPECT_TRUE(problem.has_value()) << mode;
  }
}

TEST_F(HostTest, FlushingResultsOrInputsIsReported) {
  for (const unsigned mode : {kFlushResults, kFlushInputs, kFlushResults | kFlushInputs}) {
    _mm_setcsr(_mm_getcsr() | mode);
    const auto problem = host_float_problem();
    _mm_setcsr(_mm_getcsr() & ~mode);
    ASSERT_TRUE(problem.has_value()) << mode;
    EXPECT_NE(problem->find("flush"), std::string::npos);
  }
}

TEST_F(HostTest, ResultsDoNotDependOnWhetherTheHostFlushes) {
  for (const DType dtype : samples::kFloats)
    for (const std::uint64_t a : samples::special_floats(dtype))
      for (const std::uint64_t b : samples::special_floats(dtype)) {
        const std::uint64_t sum = add(dtype, a, b);
        const std::uint64_t product = multiply(dtype, a, b);
        _mm_setcsr(_mm_getcsr() | kFlushResults | kFlushInputs);
        const std::uint64_t flushing_sum = add(dtype, a, b);
        const std::uint64_t flushing_product = multiply(dtype, a, b);
        const std::uint64_t round_trip = from_double(dtype, to_double(dtype, a));
        _mm_setcsr(_mm_getcsr() & ~(kFlushResults | kFlushInputs));
        ASSERT_EQ(flushing_sum, sum) << name(dtype) << std::hex << " 0x" << a << " 0x" << b;
        ASSERT_EQ(flushing_product, product) << name(dtype) << std::hex << " 0x" << a << " 0x" << b;
        ASSERT_EQ(round_trip, is_nan(dtype, a) ? quiet_nan(dtype) : a) << name(dtype) << std::hex << " 0x" << a;
      }
}
#endif

}  // namespace
}  // namespace pto_cts::numerics::host_test
