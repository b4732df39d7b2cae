// SPDX-License-Identifier: MIT
// What the campaign tests share: one plan that many tests read.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/campaign/suite.h"
#include "temporary_folder.h"

namespace pto_cts::campaign {

using tests::TemporaryFolder;

inline const Suite& default_suite() {
  static const Suite kSuite;
  return kSuite;
}

/// Planning is slow, so tests share plans: one instruction on a5.
inline const Plan& plan_of(const char* mnemonic, const Suite& suite = default_suite()) {
  static std::map<std::pair<std::string, const Suite*>, Plan> plans;
  return plans.try_emplace({mnemonic, &suite}, suite, std::vector<std::string>{mnemonic}, std::vector{Profile::a5}, 800u)
      .first->second;
}

/// First tuples are found once for all tests.
inline proofs::Memory memory() {
  static const TemporaryFolder kFolder;
  return {{}, kFolder.path()};
}

/// The cheapest domain to plan.
inline Request small_request(std::filesystem::path out, std::uint64_t cases) {
  Request request;
  request.instructions = {"TFILLPAD_EXPAND"};
  request.profiles = {Profile::a5};
  request.cases = cases;
  request.backend_name = "simd";
  request.suite_version = "test";
  request.memory = memory();
  request.out = std::move(out);
  return request;
}

inline void no_progress(const Progress&) {}

}  // namespace pto_cts::campaign
