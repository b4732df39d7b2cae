// SPDX-License-Identifier: MIT
// A condition is a term: it has no value while the spec is built.
// message: could not convert|cannot convert
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  if (tile.is_row_major()) return tile.rows == 1;
  return tile.cols == 1;
#else
  return (tile.is_row_major() && tile.rows == 1) || (!tile.is_row_major() && tile.cols == 1);
#endif
}

}  // namespace pto_cts::terms
