// SPDX-License-Identifier: MIT
// A row count is no element type, nor one written out.
// message: no match for .*operator==
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.rows == DType::f32;
#else
  return tile.rows == 32;
#endif
}

}  // namespace pto_cts::terms
