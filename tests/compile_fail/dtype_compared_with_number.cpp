// SPDX-License-Identifier: MIT
// An element type is not its size.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.dtype == 4;
#else
  return size_of(tile.dtype) == 4;
#endif
}

}  // namespace pto_cts::terms
