// SPDX-License-Identifier: MIT
// Which cells of legal tuples can be filled.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/smt/prove.h"

namespace pto_cts::smt {

struct CellQuestion {
  std::string id;
  std::vector<terms::NodePtr> predicates;
};

struct CellDecision {
  std::string id;
  Answer answer = Answer::unknown;
  std::vector<std::string> because;  ///< Where unsat: clauses and core conditions that forbid it, each needed.
};

struct CellRun {
  std::string script;
  std::vector<CellDecision> decisions;
  std::vector<Query> queries;  ///< One for each decision, in their order.
};

/// Asks of each question whether a legal tuple meets it, and where none does, if asked to explain, because of which rules.
/// `instruction` is resolved by terms::under.
CellRun decide_cells(const terms::Instruction& instruction, Profile profile, const std::vector<CellQuestion>& questions,
                     bool explain = true);

}  // namespace pto_cts::smt
