# SPDX-License-Identifier: MIT
# find_package(pto-cts CONFIG) gives
#   pto-cts::backend       where pto_cts_backend.h is; link a plug-in with it
#   pto-cts::pto-cts       the program
#   pto-cts::simd_plugin   the suite's own kernels as a plug-in
#   pto_cts_add_certification(), see pto-cts-certification.cmake
include("${CMAKE_CURRENT_LIST_DIR}/pto-cts-targets.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/pto-cts-certification.cmake")
