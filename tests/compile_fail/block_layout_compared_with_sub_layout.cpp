// SPDX-License-Identifier: MIT
// Both enumerations have a RowMajor; they are not the same.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.blayout == SLayout::RowMajor;
#else
  return tile.slayout == SLayout::RowMajor;
#endif
}

}  // namespace pto_cts::terms
