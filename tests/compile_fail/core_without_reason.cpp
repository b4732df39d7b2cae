// SPDX-License-Identifier: MIT
// A bound of the core says why it is one.
// message: no matching function for call to .*core
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

void define(Define& d, const Tile& tile) {
#ifdef EXPECT_FAIL
  d.core("plain", tile.is_nd());
#else
  d.core("plain", tile.is_nd(), "the examples use plain tiles");
#endif
}

}  // namespace pto_cts::terms
