// SPDX-License-Identifier: MIT
// How a backend computes.
#pragma once

#include <span>
#include <vector>

#include "pto_cts/probe/probe.h"

namespace pto_cts::probe {

/// For each float dtype claimed: whether its arithmetic is the dtype's own. For f32: how it rounds and what it does with
/// subnormals. Whether equal calls give equal results.
void probe_arithmetic(std::span<const generators::Domain> domains, backend::Backend& backend, std::vector<Finding>& findings);

}  // namespace pto_cts::probe
