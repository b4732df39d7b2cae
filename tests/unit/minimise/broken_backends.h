// SPDX-License-Identifier: MIT
// Backends with faults of the test's own: right but for what a function does to the destination afterwards.
#pragma once

#include <functional>
#include <memory>

#include "pto_cts/backend/backend.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {

class Broken final : public backend::Backend {
 public:
  /// Called after each executed call; may change memory, and the outcome.
  using Fault = std::function<void(const backend::Call&, backend::Outcome&)>;

  explicit Broken(Fault fault) : fault_(std::move(fault)) {}

  std::string_view name() const override { return "broken"; }
  const backend::Capabilities& capabilities() const override { return allowed; }
  std::size_t batch_cases() const override { return 4; }

  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    sound_->execute(calls, outcomes);
    for (std::size_t i = 0; i < calls.size(); ++i, ++executed)
      if (outcomes[i].kind == backend::OutcomeKind::executed) fault_(calls[i], outcomes[i]);
  }

  std::uint64_t executed = 0;

 private:
  Fault fault_;
  std::unique_ptr<backend::Backend> sound_ = simd::make_simd_backend();

 public:
  backend::Capabilities allowed = sound_->capabilities();
};

/// Flips the lowest bit of the destination's element (0, 0).
inline void flip_first(const backend::Call& call) {
  call.storages[static_cast<std::size_t>(call.tuple->tiles.front().storage)].data[0] ^= std::byte{1};
}

}  // namespace pto_cts
