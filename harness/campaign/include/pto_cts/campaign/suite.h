// SPDX-License-Identifier: MIT
// The spec as one campaign reads it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::campaign {

/// All instructions under the chosen readings.
class Suite {
 public:
  /// pre: every reading is one of spec::readings().
  explicit Suite(terms::Readings readings = {}) : readings_(std::move(readings)) {
    std::sort(readings_.begin(), readings_.end());
    readings_.erase(std::unique(readings_.begin(), readings_.end()), readings_.end());
    for (const terms::Instruction& instruction : spec::instructions())
      instructions_.push_back(terms::under(instruction, readings_));
  }

  const terms::Readings& readings() const { return readings_; }
  bool reads(std::string_view reading) const {
    return std::find(readings_.begin(), readings_.end(), reading) != readings_.end();
  }
  const std::vector<terms::Instruction>& instructions() const { return instructions_; }

  /// The instruction of that mnemonic (upper case), or null.
  const terms::Instruction* find(std::string_view mnemonic) const {
    for (const terms::Instruction& instruction : instructions_)
      if (instruction.mnemonic == mnemonic) return &instruction;
    return nullptr;
  }

 private:
  terms::Readings readings_;
  std::vector<terms::Instruction> instructions_;
};

}  // namespace pto_cts::campaign
