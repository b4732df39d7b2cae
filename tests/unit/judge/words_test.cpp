// SPDX-License-Identifier: MIT
#include "pto_cts/judge/words.h"

#include <gtest/gtest.h>

#include <set>

namespace pto_cts::judge::words_test {
namespace {

TEST(Words, AreThoseOfTheDesign) {
  EXPECT_EQ(name(Judgement::pass), "pass");
  EXPECT_EQ(name(Judgement::fail), "fail");
  EXPECT_EQ(name(Judgement::undecided), "undecided");
  EXPECT_EQ(name(Judgement::not_supported), "not-supported");
  EXPECT_EQ(name(Judgement::not_expressible), "not-expressible");
  EXPECT_EQ(name(Judgement::not_run), "not-run");
  EXPECT_EQ(name(FailKind::crashed), "crashed");
  EXPECT_EQ(name(FailKind::timeout), "timeout");
  EXPECT_EQ(name(FailKind::protocol_error), "protocol error");
  EXPECT_EQ(name(FailKind::guard_overwritten), "guard overwritten");
  EXPECT_EQ(name(FailKind::source_modified), "source modified");
  EXPECT_EQ(name(FailKind::not_deterministic), "not deterministic");
  EXPECT_EQ(name(FailKind::depends_on_undefined_input), "depends on undefined input");
  EXPECT_EQ(name(FailKind::wrong_pad), "wrong pad");
  EXPECT_EQ(name(FailKind::wrong_value), "wrong value");
  EXPECT_EQ(name(FailKind::over_rejection), "over-rejection");
  EXPECT_EQ(name(FailKind::illegal_accepted), "illegal tuple accepted");
  EXPECT_EQ(name(FailKind::effects_before_rejection), "effects before rejection");
  EXPECT_EQ(name(FailKind::capability_lied), "capability lied");
}

TEST(Words, TheListOfKindsIsCompleteAndInOrder) {
  for (std::size_t i = 0; i < kAllFailKinds.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kAllFailKinds[i]), i);
  EXPECT_EQ(kAllFailKinds.back(), FailKind::differs_among_builds);
}

}  // namespace
}  // namespace pto_cts::judge::words_test
