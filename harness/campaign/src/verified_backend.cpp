// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/verified_backend.h"

#include "pto_cts/evaluate/legality.h"

namespace pto_cts::campaign {

VerifiedBackend::VerifiedBackend(const Suite& suite, std::unique_ptr<backend::Backend> kernels, std::string ignored_clause)
    : suite_(suite), kernels_(std::move(kernels)), ignored_clause_(std::move(ignored_clause)) {}

std::string VerifiedBackend::objection(const backend::Call& call) const {
  const terms::Instruction* instruction = suite_.find(call.tuple->mnemonic);
  if (!instruction) return "unknown instruction " + call.tuple->mnemonic;
  const evaluate::Verdict verdict = evaluate::verdict_without(*instruction, *call.tuple, call.profile, ignored_clause_);
  if (verdict.legality != evaluate::Legality::illegal) return {};
  std::string text = "illegal operand tuple:";
  for (const std::string& clause : verdict.clauses) text += " " + clause;
  return text;
}

void VerifiedBackend::execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
  for (std::size_t i = 0; i < calls.size(); ++i) {
    std::string text = objection(calls[i]);
    if (text.empty()) kernels_->execute(calls.subspan(i, 1), outcomes.subspan(i, 1));
    else outcomes[i] = {backend::OutcomeKind::rejected, std::move(text)};
  }
}

}  // namespace pto_cts::campaign
