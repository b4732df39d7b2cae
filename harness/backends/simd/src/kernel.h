// SPDX-License-Identifier: MIT
// What a kernel is, and where the families of kernels are found.
#pragma once

#include <span>
#include <string_view>

#include "pto_cts/backend/backend.h"

namespace pto_cts::simd {

struct Kernel {
  std::string_view mnemonic;
  backend::Outcome (*run)(const backend::Call&);
};

// One function for each family, in the family's own file; a new instruction of a family is added there alone.
std::span<const Kernel> fill_pad_kernels();
std::span<const Kernel> gather_kernels();
std::span<const Kernel> partial_kernels();
std::span<const Kernel> tile_scalar_kernels();

inline backend::Outcome executed() {
  return {backend::OutcomeKind::executed, {}};
}
inline backend::Outcome rejected(std::string_view why) {
  return {backend::OutcomeKind::rejected, std::string(why)};
}

}  // namespace pto_cts::simd
