// SPDX-License-Identifier: MIT
// The fast reference: vector kernels written from the manual pages, without the spec. It judges no tuple; it runs what
// can be run and rejects the rest, and never touches memory outside the storages of a call.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::simd {

/// A backend named "simd".
std::unique_ptr<backend::Backend> make_simd_backend();

/// The instruction sets that this machine runs, best first, e.g. "AVX2". Kernels use the best one.
std::vector<std::string> vector_targets();

/// Makes all kernels of the process use one of vector_targets(); an empty name brings back the best. For tests.
void choose_vector_target(std::string_view target);

}  // namespace pto_cts::simd
