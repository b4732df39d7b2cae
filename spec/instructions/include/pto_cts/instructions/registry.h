// SPDX-License-Identifier: MIT
// All instructions of the spec. A file spec/instructions/<family>/<mnemonic>.cpp is all it takes to be one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::spec {

/// Sorted by mnemonic.
const std::vector<terms::Instruction>& instructions();

/// The instruction of that mnemonic (upper case), or null.
const terms::Instruction* find_instruction(std::string_view mnemonic);

/// Names of all interpretations, sorted.
std::vector<std::string> readings();

/// Digest material: everything in the spec that decides a verdict or an expectation, as text. Equal text, equal spec.
std::string spec_text();

}  // namespace pto_cts::spec
