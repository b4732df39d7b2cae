// SPDX-License-Identifier: MIT
// An element type is no layout.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.dtype == tile.blayout;
#else
  return tile.blayout == BLayout::RowMajor;
#endif
}

}  // namespace pto_cts::terms
