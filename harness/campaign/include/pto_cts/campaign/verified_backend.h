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
  std::string_view version() const override { return kernels_->version(); }
  const backend::Capabilities& capabilities() const override { return kernels_->capabilities(); }
  backend::Observability observability() const override;
  backend::Placement placement() const override { return kernels_->placement(); }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override;
  void start(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override;
  void finish() override;
  std::size_t batch_cases() const override { return kernels_->batch_cases(); }
  std::pmr::memory_resource* memory() override { return kernels_->memory(); }
  bool renew() override { return kernels_->renew(); }
  void conclude() override { kernels_->conclude(); }
  bool takes_new_calls() const override { return kernels_->takes_new_calls(); }
  std::vector<std::string> remarks() const override { return kernels_->remarks(); }

 private:
  /// The calls that pass the verifier.
  struct Passed {
    std::vector<backend::Call> calls;
    std::vector<backend::Outcome> outcomes;
    std::vector<std::size_t> places;  ///< In the spans of the caller.

    void hand_over(std::span<backend::Outcome> to);
  };

  Passed verify(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) const;
  std::string objection(const backend::Call& call) const;

  const Suite& suite_;
  std::unique_ptr<backend::Backend> kernels_;
  std::string ignored_clause_;
  Passed started_;
  std::span<backend::Outcome> started_outcomes_;
};

}  // namespace pto_cts::campaign
