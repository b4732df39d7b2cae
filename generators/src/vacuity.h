// SPDX-License-Identifier: MIT
// Cases whose right answer would prove little.
#pragma once

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

/// True where nothing is judged, where every judged element already stood in the destination, or where the payload was
/// meant to tell elements apart (`discriminating`) and all computed or copied values are equal. A region of one judged
/// element is never vacuous.
bool proves_nothing(const Case& subject, const evaluate::Expectation& expectation, bool discriminating);

}  // namespace pto_cts::generators
