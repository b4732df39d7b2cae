// SPDX-License-Identifier: MIT
// A destination element holds an element.
// message: no matching function for call to .*each_valid
// layer: spec_terms
#include "pto_cts/terms/define.h"

namespace pto_cts::terms {

void define(Define& d, const Tile& dst, const Tile& src) {
#ifdef EXPECT_FAIL
  d.each_valid(dst, src.defined_here(), {"tmuls/semantics/2"});
#else
  d.each_valid(dst, src.at(row(), col()), {"tmuls/semantics/2"});
#endif
}

}  // namespace pto_cts::terms
