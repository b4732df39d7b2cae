// SPDX-License-Identifier: MIT
// Backends with one planted fault each, to measure what the suite finds. A mutant is the simd backend with a few lines
// around it: it changes the call before, the memory after, or what it answers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::mutants {

struct MutantInfo {
  std::string id;                         ///< In kebab-case, the instruction first.
  std::string summary;                    ///< What is wrong.
  std::vector<std::string> instructions;  ///< Mnemonics it is wrong for; it is simd for all others.
  Profile shows_on = Profile::a5;         ///< A profile on which the fault breaks the spec.
  std::string ignored_clause = {};        ///< The clause its verifier leaves out, or empty: its verifier is sound.
};

/// All planted faults.
const std::vector<MutantInfo>& mutants();

/// A backend named "mutant:<id>"; null for an unknown id.
std::unique_ptr<backend::Backend> make_mutant(std::string_view id);

}  // namespace pto_cts::mutants
