// SPDX-License-Identifier: MIT
// Citations as people read them.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::reports {

/// "TMULS, Constraints ..., 4": page title, section and place in it, from the index of the pages where the rule is there.
std::string citation(const terms::Cite& cite);

/// What the cited rule says, in our words; empty where it is not in the index.
std::string paraphrase(const terms::Cite& cite);

}  // namespace pto_cts::reports
