// SPDX-License-Identifier: MIT
// One case in several builds of a backend.
#pragma once

#include <span>
#include <vector>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/judge/judge.h"
#include "session.h"

namespace pto_cts::judge {

/// What one build made of a case.
struct Share {
  const backend::Build* build = nullptr;
  const Workbench* bench = nullptr;  ///< With the memory of its runs.
  Judged judged;
};

/// The judgement over all builds: fails with the first kind that any of them fails with; passes only if all of them pass
/// and, where `expected` is given, left the same bits in every element that has a meaning. Two NaNs are the same.
/// pre: there is a share.
Judged merge(const Case& subject, const evaluate::Expectation* expected, std::vector<Share> shares);

}  // namespace pto_cts::judge
