// SPDX-License-Identifier: MIT
// An element is added to an element, not to a count.
// message: no match for .*operator[+]
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Elem value(const Tile& tile) {
  const Elem element = tile.at(row(), col());
#ifdef EXPECT_FAIL
  return element + tile.rows;
#else
  return element + element;
#endif
}

}  // namespace pto_cts::terms
