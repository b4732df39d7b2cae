// SPDX-License-Identifier: MIT
// Spaces of tuples that break chosen rules and keep the others.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/generators/domain.h"
#include "space.h"

namespace pto_cts::generators {

/// The rules that take part in one profile's verdict.
struct RuleSet {
  std::vector<const terms::Clause*> clauses;     ///< Those that read no contents.
  std::vector<const terms::CoreCondition*> core;
};

RuleSet rules_of(const terms::Instruction& instruction, Profile profile);

/// All legal tuples.
Space legal_space(const Variables& variables, const RuleSet& rules);

/// Tuples that break exactly `broken`: one space for each way in which these can fail, with as much of the core kept as
/// can be; none where no tuple breaks exactly these.
std::vector<Space> breaking_spaces(const Variables& variables, const RuleSet& rules,
                                   const std::vector<const terms::Clause*>& broken);

/// Tuples that keep every clause and fail core condition `failed`, and others only where that is unavoidable.
std::vector<Space> outside_spaces(const Variables& variables, const RuleSet& rules, const terms::CoreCondition* failed);

}  // namespace pto_cts::generators
