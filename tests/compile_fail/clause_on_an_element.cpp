// SPDX-License-Identifier: MIT
// A clause is a condition, not a value.
// message: no matching function for call to .*require
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

void define(Define& d, const Tile& tile) {
#ifdef EXPECT_FAIL
  d.require("element", tile.at(row(), col()), {"tmuls/a5/5"});
#else
  d.require("element", tile.defined_here(), {"tmuls/a5/5"});
#endif
}

}  // namespace pto_cts::terms
