// SPDX-License-Identifier: MIT
#include <hwy/highway.h>

#include "pto_cts/simd/simd_backend.h"

namespace pto_cts::simd {

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
