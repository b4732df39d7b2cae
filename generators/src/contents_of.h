// SPDX-License-Identifier: MIT
// Contents for a tuple that is to fail as another case does.
#pragma once

#include <rapidcheck/Seq.h>

#include <vector>

#include "pto_cts/generators/shrink.h"

namespace pto_cts::generators {

enum class Variety {
  few,  ///< Those that keep what made the other case fail, and the position code.
  all   ///< And every class of payload.
};

/// Cases of the tuple with different contents, the likeliest first; contents that mean nothing in the new tuple are left
/// out. Elements of `like` move so that the wrong place stays in the region, or its values fill the region. Operands that
/// hold zeros alone in `like` do so in the few. Names and broken clauses are those of `like`; twins are left to the caller.
std::vector<Case> contents_of(const terms::Instruction& instruction, const Tuple& tuple, const Case& like, const Trial& trial,
                              Variety variety);

/// Cases of the same tuple with contents of that class.
std::vector<Case> filled(const terms::Instruction& instruction, const Case& like, PayloadClass payload_class);

/// One step towards simpler contents, the tuple being the same: fewer elements that are not zero, then simpler values,
/// then the usual poison.
rc::Seq<Case> simpler_contents(CasePtr subject);

}  // namespace pto_cts::generators
