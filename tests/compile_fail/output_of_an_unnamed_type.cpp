// SPDX-License-Identifier: MIT
// Operands share a type by its name, not by a number.
// message: no matching function for call to .*output
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

Tile define(Define& d) {
#ifdef EXPECT_FAIL
  return d.output("dst", 0);
#else
  return d.output("dst", d.type_parameter("tile"));
#endif
}

}  // namespace pto_cts::terms
