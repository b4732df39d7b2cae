// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/backends.h"

#include "pto_cts/campaign/verified_backend.h"
#include "pto_cts/mutants/mutants.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::campaign {
namespace {

constexpr std::string_view kMutantPrefix = "mutant:";

}  // namespace

std::vector<BackendInfo> known_backends() {
  std::vector<BackendInfo> all = {{"simd", "vector kernels written from the manual, behind the suite's verifier"}};
  for (const mutants::MutantInfo& mutant : mutants::mutants())
    all.push_back({std::string(kMutantPrefix) + mutant.id, mutant.summary});
  return all;
}

std::unique_ptr<backend::Backend> open_backend(const Suite& suite, std::string_view name) {
  if (name == "simd") return std::make_unique<VerifiedBackend>(suite, simd::make_simd_backend());
  if (!name.starts_with(kMutantPrefix)) return nullptr;
  const std::string_view id = name.substr(kMutantPrefix.size());
  for (const mutants::MutantInfo& mutant : mutants::mutants())
    if (mutant.id == id)
      return std::make_unique<VerifiedBackend>(suite, mutants::make_mutant(id), mutant.ignored_clause);
  return nullptr;
}

}  // namespace pto_cts::campaign
