// SPDX-License-Identifier: MIT
// The pages of the manual as documents.
#pragma once

#include <string>
#include <vector>

#include "document.h"
#include "pto_cts/record/proof_file.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::reports::manual {

inline constexpr std::string_view kClauses = "clauses", kDisputes = "disputes", kProofs = "proofs";

struct Manual {
  const std::vector<terms::Instruction>& instructions;
  const terms::Readings& readings;
  const record::ProofFile* proofs;  ///< Or null.
};

/// Page and anchor of what an id names: an instruction's clause, core condition, dispute or example; code where it is none.
Span reference(const terms::Instruction& instruction, const std::string& id);

std::string page_of(const terms::Instruction& instruction);

/// A list, with commas.
Text listed(const std::vector<Span>& spans);

/// "holds on every profile", "holds on a5".
std::string where(terms::Scope scope);

/// A predicate without readings as lines: one for each of its conjuncts.
std::vector<std::string> formula(const terms::Instruction& instruction, const terms::NodePtr& predicate);

/// What the pages say, with the place in them.
Items sources(const std::vector<terms::Cite>& cites);

struct ProofTally {
  std::size_t proved = 0, disputed = 0, refuted = 0, unknown = 0;

  void add(const record::ProofRecord& proof);
};

/// One obligation, with its witness.
Text obligation(const terms::Instruction& instruction, const record::ProofRecord& proof);

Document instruction_page(const Manual& manual, const terms::Instruction& instruction);
Document proofs_page(const Manual& manual);

/// The sections on an instruction's proofs.
void add_proofs(Document& document, const Manual& manual, const terms::Instruction& instruction);

}  // namespace pto_cts::reports::manual
