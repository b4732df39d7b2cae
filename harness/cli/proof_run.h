// SPDX-License-Identifier: MIT
// Proofs for the commands that need them.
#pragma once

#include <string>

#include "pto_cts/proofs/proofs.h"

namespace pto_cts::cli {

/// Chooses where results are remembered: in `folder`, or in the user's cache where that is empty.
void remember_in(proofs::Request& request, bool nowhere, const std::string& folder);

/// Runs them with a line of progress on a terminal, unless quiet. If nothing can be remembered, it says so.
proofs::Proofs prove_all(proofs::Request request, bool quiet);

}  // namespace pto_cts::cli
