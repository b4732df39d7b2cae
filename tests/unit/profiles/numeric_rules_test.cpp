// SPDX-License-Identifier: MIT
#include "pto_cts/profiles/numeric_rules.h"

#include <gtest/gtest.h>

namespace pto_cts::profiles {
namespace {

TEST(NumericRules, LetEveryCertifiedProfileFlushInputsAndResults) {
  for (const Profile profile : kCertifiedProfiles) {
    EXPECT_TRUE(numeric_rules(profile).inputs_may_flush) << name(profile);
    EXPECT_TRUE(numeric_rules(profile).results_may_flush) << name(profile);
  }
}

TEST(NumericRules, ForbidFlushingOnTheStrictProfile) {
  EXPECT_FALSE(numeric_rules(Profile::strict).inputs_may_flush);
  EXPECT_FALSE(numeric_rules(Profile::strict).results_may_flush);
}

TEST(NumericRules, NameTheirSourceAndCallTheManualSecondary) {
  for (const Profile profile : kAllProfiles) EXPECT_FALSE(numeric_rules(profile).source.empty()) << name(profile);
  for (const Profile profile : kCertifiedProfiles)
    EXPECT_NE(numeric_rules(profile).source.find("(secondary)"), std::string_view::npos) << name(profile);
}

}  // namespace
}  // namespace pto_cts::profiles
