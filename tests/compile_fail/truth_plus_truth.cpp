// SPDX-License-Identifier: MIT
// Two conditions are joined by and or or, not added.
// message: no match for .*operator[+]
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.dynamic_rows() + tile.dynamic_cols();
#else
  return tile.dynamic_rows() || tile.dynamic_cols();
#endif
}

}  // namespace pto_cts::terms
