// SPDX-License-Identifier: MIT
// The vector kernels behind the C interface: what a vendor's own plug-in is compared with, and a test of both sides.
#include <pto_cts_backend.h>

#include "pto_cts/plugin/export_backend.h"
#include "pto_cts/simd/simd_backend.h"

extern "C" const pto_cts_backend* pto_cts_open_backend(uint32_t) {
  return pto_cts::plugin::export_backend([] {
    auto simd = pto_cts::simd::make_simd_backend();
    pto_cts::backend::Description description = describe(*simd);
    description.version = PTO_CTS_VERSION;
    description.observability.legality = false;
    description.placement = {true, true};
    return pto_cts::plugin::Exported{std::move(simd), std::move(description), 64};
  });
}
