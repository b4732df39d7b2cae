// SPDX-License-Identifier: MIT
#error "Highway is allowed only in harness/backends/simd"
