// SPDX-License-Identifier: MIT
#pragma once

#include "arena.h"
#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {

/// A test that runs once for each instruction set of this machine.
class OnEveryTarget : public testing::TestWithParam<std::string> {
 protected:
  OnEveryTarget() { simd::choose_vector_target(GetParam()); }
  ~OnEveryTarget() override { simd::choose_vector_target({}); }

  std::unique_ptr<backend::Backend> simd_ = simd::make_simd_backend();
  std::mt19937 random_{12345};

  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
};

inline auto every_target() {
  return testing::ValuesIn(simd::vector_targets());
}
inline std::string target_name(const testing::TestParamInfo<std::string>& info) {
  return info.param;
}

}  // namespace pto_cts
