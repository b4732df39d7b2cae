// SPDX-License-Identifier: MIT
// All cells of an instruction on a profile, with the spaces that fill them.
#pragma once

#include <string>
#include <vector>

#include "breaking.h"
#include "pto_cts/generators/domain.h"
#include "space.h"

namespace pto_cts::generators {

struct FilledCell {
  Cell cell;
  std::vector<Space> spaces;  ///< One of them is drawn from; of a reject cell, those of the illegal tuples.
  bool out_of_bounds = false;  ///< Legal tuples whose index operand leads out of its source.
};

struct Cells {
  std::vector<FilledCell> filled;
  std::vector<LegalCell> infeasible;
  std::vector<Breakability> breakability;
};

Cells build_cells(const terms::Instruction& instruction, Profile profile, const Variables& variables,
                  const RuleSet& rules, const Space& legal);

}  // namespace pto_cts::generators
