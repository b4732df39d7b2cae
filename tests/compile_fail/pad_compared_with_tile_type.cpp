// SPDX-License-Identifier: MIT
// A pad value is no tile type.
// message: no match for .*operator!=
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return tile.pad != tile.type;
#else
  return tile.pad != PadValue::Null;
#endif
}

}  // namespace pto_cts::terms
