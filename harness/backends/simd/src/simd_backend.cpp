// SPDX-License-Identifier: MIT
#include "pto_cts/simd/simd_backend.h"

#include <hwy/highway.h>

#include <algorithm>

#include "kernel.h"

namespace pto_cts::simd {
namespace {

using backend::Call;
using backend::Outcome;

std::vector<Kernel> all_kernels() {
  std::vector<Kernel> all;
  for (const auto family : {fill_pad_kernels, gather_kernels, partial_kernels, tile_scalar_kernels}) {
    const std::span<const Kernel> kernels = family();
    all.insert(all.end(), kernels.begin(), kernels.end());
  }
  return all;
}

class SimdBackend final : public backend::Backend {
 public:
  SimdBackend() : kernels_(all_kernels()) {
    using enum DType;
    for (const Kernel& kernel : kernels_) capabilities_.instructions.emplace_back(kernel.mnemonic);
    std::sort(capabilities_.instructions.begin(), capabilities_.instructions.end());
    // 64-bit integers too: no instruction has them in its legal domain, and the verifier in front says so.
    capabilities_.dtypes.assign(kAllDTypes.begin(), kAllDTypes.end());
    capabilities_.profiles.assign(kAllProfiles.begin(), kAllProfiles.end());
  }

  std::string_view name() const override { return "simd"; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  void execute(std::span<const Call> calls, std::span<Outcome> outcomes) override {
    Kernel kernel = {};
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const std::string_view mnemonic = calls[i].tuple->mnemonic;
      if (kernel.run == nullptr || kernel.mnemonic != mnemonic) kernel = find(mnemonic);
      outcomes[i] = kernel.run(calls[i]);
    }
  }

 private:
  Kernel find(std::string_view mnemonic) const {
    for (const Kernel& kernel : kernels_)
      if (kernel.mnemonic == mnemonic) return kernel;
    return {{}, [](const Call& call) {
              return Outcome{backend::OutcomeKind::unsupported, "no kernel for " + call.tuple->mnemonic};
            }};
  }

  std::vector<Kernel> kernels_;
  backend::Capabilities capabilities_;
};

}  // namespace

std::unique_ptr<backend::Backend> make_simd_backend() {
  return std::make_unique<SimdBackend>();
}

std::vector<std::string> vector_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

void choose_vector_target(std::string_view target) {
  hwy::SetSupportedTargetsForTest(0);
  if (!target.empty())
    for (const std::int64_t candidate : hwy::SupportedAndGeneratedTargets())
      if (hwy::TargetName(candidate) == target) hwy::SetSupportedTargetsForTest(candidate);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace pto_cts::simd
