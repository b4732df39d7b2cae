# SPDX-License-Identifier: MIT
# pto_cts_warnings(<target>): the warnings and floating-point rules that all of the project's code is built with.
function(pto_cts_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual -Wextra-semi
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict> # g++ 12 reports std::string concatenation (GCC bug 105651)
    $<$<BOOL:${PTO_CTS_WERROR}>:-Werror>
    -ffp-contract=off)
endfunction()
