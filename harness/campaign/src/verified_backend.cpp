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

backend::Observability VerifiedBackend::observability() const {
  backend::Observability sight = kernels_->observability();
  sight.legality = false;
  return sight;
}

VerifiedBackend::Passed VerifiedBackend::verify(std::span<const backend::Call> calls,
                                                std::span<backend::Outcome> outcomes) const {
  Passed passed;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (std::string text = objection(calls[i]); !text.empty()) {
      outcomes[i] = {backend::OutcomeKind::rejected, std::move(text)};
    } else {
      passed.calls.push_back(calls[i]);
      passed.places.push_back(i);
    }
  }
  passed.outcomes.resize(passed.calls.size());
  return passed;
}

void VerifiedBackend::Passed::hand_over(std::span<backend::Outcome> to) {
  for (std::size_t i = 0; i < places.size(); ++i) to[places[i]] = std::move(outcomes[i]);
}

void VerifiedBackend::execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
  Passed passed = verify(calls, outcomes);
  kernels_->execute(passed.calls, passed.outcomes);
  passed.hand_over(outcomes);
}

void VerifiedBackend::start(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) {
  started_ = verify(calls, outcomes);
  started_outcomes_ = outcomes;
  kernels_->start(started_.calls, started_.outcomes);
}

void VerifiedBackend::finish() {
  kernels_->finish();
  started_.hand_over(started_outcomes_);
}

}  // namespace pto_cts::campaign
