// SPDX-License-Identifier: MIT
// The rules of the tile operand page, applied to every tile operand of every instruction.
#pragma once

#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

/// Adds the rules on a tile type once for each type parameter and the rules on a valid region once for each operand.
void apply_tile_register_rules(terms::Define& d);

}  // namespace pto_cts::spec
