// SPDX-License-Identifier: MIT
// Whether smaller tiles are legal at all.
#pragma once

#include <map>
#include <string>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::minimise {

/// Asks the solver, and remembers its answers.
class LeastBytes {
 public:
  /// True where the solver proves that no legal tuple of the instruction on the case's profile has a tile operand of fewer
  /// bytes than it has in this case. pre: the case is legal.
  bool are_in(const terms::Instruction& instruction, const Case& subject);

 private:
  std::map<std::string, bool> known_;
};

}  // namespace pto_cts::minimise
