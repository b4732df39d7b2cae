// SPDX-License-Identifier: MIT
// Legality does not depend on the values of elements.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.at(row(), col()) == tile.at(0, 0);
#else
  return tile.index_at(row(), col()) == tile.index_at(0, 0);
#endif
}

}  // namespace pto_cts::terms
