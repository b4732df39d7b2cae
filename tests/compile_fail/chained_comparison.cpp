// SPDX-License-Identifier: MIT
// 1 <= x <= 9 is two comparisons.
// message: no match for .*operator<=
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return 1 <= tile.valid_rows <= tile.rows;
#else
  return 1 <= tile.valid_rows && tile.valid_rows <= tile.rows;
#endif
}

}  // namespace pto_cts::terms
