// SPDX-License-Identifier: MIT
// The spec as one campaign reads it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::campaign {

/// All instructions under the chosen readings.
class Suite {
 public:
  /// pre: every reading is one of spec::readings().
  explicit Suite(terms::Readings readings = {});

  const terms::Readings& readings() const { return readings_; }
  bool reads(std::string_view reading) const;
  const std::vector<terms::Instruction>& instructions() const { return instructions_; }

  /// The instruction of that mnemonic (upper case), or null.
  const terms::Instruction* find(std::string_view mnemonic) const;

 private:
  terms::Readings readings_;
  std::vector<terms::Instruction> instructions_;
};

}  // namespace pto_cts::campaign
