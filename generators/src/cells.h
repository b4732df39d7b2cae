// SPDX-License-Identifier: MIT
// All cells of an instruction on a profile, with the spaces that fill them; and what they are made of: boundaries of the
// legal tuples, and spaces of tuples that break chosen rules and keep the others.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/generators/domain.h"
#include "pto_cts/terms/instruction.h"
#include "space.h"

namespace pto_cts::generators {

/// A boundary predicate: one at a time, they make the legal cells.
struct Boundary {
  std::string name;
  terms::NodePtr predicate;
};

/// For each tile operand: extents of 1, full, one less, not a multiple of 8 or of 32 bytes, least and greatest capacity,
/// one row, least columns, static and dynamic extents; pads and attributes that the instruction knows; sharing of
/// storage; and how each source's valid region compares with the destination's.
std::vector<Boundary> boundaries(const terms::Instruction& instruction);

/// The rules that take part in one profile's verdict.
struct RuleSet {
  std::vector<const terms::Clause*> clauses;     ///< Those that read no contents.
  std::vector<const terms::CoreCondition*> core;
};

RuleSet rules_of(const terms::Instruction& instruction, Profile profile);

/// All legal tuples.
Space legal_space(const Variables& variables, const RuleSet& rules);

/// Tuples that break exactly `broken`: one space for each way in which these can fail, with as much of the core kept as
/// can be; none where no tuple breaks exactly these.
std::vector<Space> breaking_spaces(const Variables& variables, const RuleSet& rules,
                                   const std::vector<const terms::Clause*>& broken);

/// Tuples that keep every clause and fail core condition `failed`, and others only where that is unavoidable.
std::vector<Space> outside_spaces(const Variables& variables, const RuleSet& rules, const terms::CoreCondition* failed);

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
