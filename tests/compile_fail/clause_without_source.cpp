// SPDX-License-Identifier: MIT
// A clause cites its source.
// message: no matching function for call to .*require
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

void define(Define& d, const Tile& tile) {
#ifdef EXPECT_FAIL
  d.require("row-major", tile.is_row_major());
#else
  d.require("row-major", tile.is_row_major(), {"tmuls/a5/5"});
#endif
}

}  // namespace pto_cts::terms
