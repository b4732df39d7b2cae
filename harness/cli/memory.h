// SPDX-License-Identifier: MIT
// What the program remembers about the rules, and the proofs that commands ask for.
#pragma once

#include <filesystem>
#include <string>

#include "pto_cts/proofs/proofs.h"
#include "pto_cts/record/run_header.h"

namespace pto_cts::cli {

/// What the build found out, beside the program, and what is remembered in `cache`; where that is empty, in the user's.
proofs::Memory memory_of(const std::string& cache);

/// Of the rules by which a run is judged; `scripts` is the folder for the queries.
proofs::Request proofs_of_run(const record::RunHeader& header, proofs::Memory memory, const std::filesystem::path& scripts);

/// Runs them with a line of progress on a terminal, unless quiet. If nothing can be remembered, it says so.
proofs::Proofs prove_all(const proofs::Request& request, bool quiet);

/// For commands that are about the proofs themselves: `cache` takes the place of all that is remembered.
struct ProofMemory {
  std::string cache;
  bool none = false;

  proofs::Memory memory() const;
};

}  // namespace pto_cts::cli
