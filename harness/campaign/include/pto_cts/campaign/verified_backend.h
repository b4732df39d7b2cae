// SPDX-License-Identifier: MIT
// Kernels behind the suite's verifier, as a toolchain puts one before its target.
#pragma once

#include <memory>
#include <string>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/suite.h"

namespace pto_cts::campaign {

/// Rejects what the spec calls illegal, naming the broken clauses, and hands everything else to the kernels. What it
/// rejects is a self-test of the suite, no evidence about the kernels.
class VerifiedBackend : public backend::Backend {
 public:
  /// Both outlive this object. `ignored_clause` is a clause that this verifier does not know; empty for none.
  VerifiedBackend(const Suite& suite, std::unique_ptr<backend::Backend> kernels, std::string ignored_clause = {});

  std::string_view name() const override { return kernels_->name(); }
  const backend::Capabilities& capabilities() const override { return kernels_->capabilities(); }
  backend::Observability observability() const override { return kernels_->observability(); }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override;
  void conclude() override { kernels_->conclude(); }

 private:
  std::string objection(const backend::Call& call) const;

  const Suite& suite_;
  std::unique_ptr<backend::Backend> kernels_;
  std::string ignored_clause_;
};

}  // namespace pto_cts::campaign
