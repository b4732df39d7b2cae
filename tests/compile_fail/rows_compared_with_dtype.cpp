// SPDX-License-Identifier: MIT
// A row count is no element type.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.rows == tile.dtype;
#else
  return tile.rows == tile.cols;
#endif
}

}  // namespace pto_cts::terms
