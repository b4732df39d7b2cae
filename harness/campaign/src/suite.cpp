// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/suite.h"

#include <algorithm>

#include "pto_cts/instructions/registry.h"

namespace pto_cts::campaign {

Suite::Suite(terms::Readings readings) : readings_(std::move(readings)) {
  std::sort(readings_.begin(), readings_.end());
  readings_.erase(std::unique(readings_.begin(), readings_.end()), readings_.end());
  for (const terms::Instruction& instruction : spec::instructions())
    instructions_.push_back(terms::under(instruction, readings_));
}

bool Suite::reads(std::string_view reading) const {
  return std::find(readings_.begin(), readings_.end(), reading) != readings_.end();
}

const terms::Instruction* Suite::find(std::string_view mnemonic) const {
  for (const terms::Instruction& instruction : instructions_)
    if (instruction.mnemonic == mnemonic) return &instruction;
  return nullptr;
}

}  // namespace pto_cts::campaign
