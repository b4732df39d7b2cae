// SPDX-License-Identifier: MIT
// What is tried in the place of a case that fails: simpler tuples, contents for them, simpler contents.
#pragma once

#include <rapidcheck/Seq.h>

#include <vector>

#include "pto_cts/generators/shrink.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

/// Tuples that are simpler than this one and differ from it in one step, the simplest first, each once. What several
/// operands share changes in one of them, in some, or in all. A step is: storage no longer shared; another shape; another
/// valid region; an extent static instead of dynamic; another location, layout, pad, attribute or element type, or two of
/// these. Legal or not: who asks keeps what the spec gives the verdict that is wanted.
std::vector<Tuple> simpler_tuples(const terms::Instruction& instruction, const Tuple& tuple);

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
