// SPDX-License-Identifier: MIT
// A set of types holds types.
// message: no matching function for call to .*in
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Bool rule(const Tile& tile) {
#ifdef EXPECT_FAIL
  return in(tile.dtype, {1, 2, 4});
#else
  return in(size_of(tile.dtype), {1, 2, 4});
#endif
}

}  // namespace pto_cts::terms
