// SPDX-License-Identifier: MIT
// Canonical answers: smallest tuples, nearest tuples, minimal conflicts. What they give does not depend on which models
// or conflicts the solver happens to find.
#pragma once

#include <optional>

#include "pto_cts/smt/solver.h"

namespace pto_cts::smt {

/// The smallest tuple that meets the literals: it keeps, in their order, each of `preferred` that it can, and is then
/// the first in the order of the fields. Nothing where there is none, or the solver gives up (`gave_up` is then set).
std::optional<Values> smallest(Solver& solver, const Literals& literals, const Literals& preferred, bool& gave_up);

/// A tuple that meets the literals and differs from `values` in as few fields as any: of the sets of that many fields
/// the one with the latest (extents before types), and with it the smallest tuple.
std::optional<Values> nearest(Solver& solver, const Literals& literals, const Values& values, bool& gave_up);

/// Places of the fields in which two tuples differ.
std::vector<std::size_t> differences(const Values& a, const Values& b);

/// Some of `candidates` that contradict `fixed` (and are needed for that, each of them): those that remain when as many
/// as possible are left out, the last first. pre: all of them contradict `fixed`.
Literals minimal_conflict(Solver& solver, const Literals& fixed, const Literals& candidates, bool& gave_up);

}  // namespace pto_cts::smt
