// SPDX-License-Identifier: MIT
// Proofs for the commands that need them.
#pragma once

#include <filesystem>
#include <string>

#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/run_header.h"

namespace pto_cts::cli {

/// Chooses where results are remembered: in `folder`, or in the user's cache where that is empty.
void remember_in(proofs::Request& request, bool nowhere, const std::string& folder);

/// Of the rules by which a run is judged; `scripts` is the folder for the queries.
proofs::Request proofs_of_run(const record::RunHeader& header, const std::string& cache,
                              const std::filesystem::path& scripts);

/// Runs them with a line of progress on a terminal, unless quiet. If nothing can be remembered, it says so.
proofs::Proofs prove_all(proofs::Request request, bool quiet);

}  // namespace pto_cts::cli
