// SPDX-License-Identifier: MIT
// The spec's verdict on a tuple or a case.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::evaluate {

enum class Legality : std::uint8_t { legal, illegal, target_defined };

std::string_view name(Legality legality);

struct Verdict {
  Legality legality = Legality::legal;
  std::vector<std::string> clauses;  ///< Ids of the broken clauses, in the order of the spec; filled where illegal.
  std::vector<std::string> reasons;  ///< Ids of the failed core conditions, or one line on cpu_sim; where target-defined.
};

/// Value of a boolean predicate that reads no contents.
/// pre: terms::shape_problem is empty, and the predicate mentions no reading (see terms::under).
bool holds(const terms::NodePtr& predicate, const Tuple& tuple);

/// Value of any predicate on a case. Pre: as above; every tile has a sound layout.
bool holds(const terms::NodePtr& predicate, const Case& subject);

/// Verdict on a tuple, whatever its contents. pre: as for holds; `instruction` is resolved by terms::under.
///
/// On a2a3 and a5: illegal where a clause is broken, else target-defined where a core condition fails, else legal.
/// On cpu_sim: illegal where a common clause is broken or both devices forbid the tuple; legal where it is legal on both;
/// else target-defined.
Verdict verdict(const terms::Instruction& instruction, const Tuple& tuple, Profile profile);

/// Verdict on a case: as on its tuple, with the conditions on its contents.
Verdict verdict(const terms::Instruction& instruction, const Case& subject);

/// As above, with one clause left out: what a backend would say that does not know it.
Verdict verdict_without(const terms::Instruction& instruction, const Tuple& tuple, Profile profile,
                        std::string_view clause);

}  // namespace pto_cts::evaluate
