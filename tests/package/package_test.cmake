# SPDX-License-Identifier: MIT
# Run by ctest: SUITE_BUILD is installed below WORK and moved, then the project EXAMPLE is configured, built and tested
# against it. No CMake file of the installation may name a path below FORBIDDEN.
function(run what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${what} failed (${status}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_file file)
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endfunction()

set(prefix "${WORK}/moved")
file(REMOVE_RECURSE "${WORK}/installed" "${prefix}" "${WORK}/example")
run("the installation" "${CMAKE_COMMAND}" --install "${SUITE_BUILD}" --config "${CONFIG}" --prefix "${WORK}/installed")
file(RENAME "${WORK}/installed" "${prefix}")

expect_file(bin/pto-cts)
expect_file(include/pto_cts_backend.h)
expect_file(share/doc/pto-cts/LICENSE)
expect_file(share/pto-cts/catalogue)
file(GLOB_RECURSE plugin RELATIVE "${prefix}" "${prefix}/pto_cts_simd_plugin.so")
if(NOT plugin)
  message(FATAL_ERROR "the simd plug-in is not installed")
endif()
file(GLOB_RECURSE package "${prefix}/*.cmake")
foreach(file IN LISTS package)
  file(READ "${file}" text)
  string(FIND "${text}" "${FORBIDDEN}" at)
  if(NOT at EQUAL -1)
    message(FATAL_ERROR "${file} names a path of the source or build folder, and cannot be moved")
  endif()
endforeach()
run("the installed program" "${prefix}/bin/pto-cts" --version)
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "the installed program says '${output}' where ${VERSION} is expected")
endif()

# What the build proved is found where it was moved to, and nothing is remembered elsewhere.
set(ENV{XDG_CACHE_HOME} "${WORK}/cache")
file(REMOVE_RECURSE "${WORK}/cache")
run("the proofs" "${prefix}/bin/pto-cts" prove --instruction TMULS --profile a5 --json)
string(JSON runs GET "${output}" runs)
string(JSON remembered GET "${output}" remembered)
if(NOT runs EQUAL remembered)
  message(FATAL_ERROR "the installed program proved anew what its build had proved: ${remembered} of ${runs} remembered")
endif()

run("configuring the example" "${CMAKE_COMMAND}" -S "${EXAMPLE}" -B "${WORK}/example" -G "${GENERATOR}"
  "-DCMAKE_PREFIX_PATH=${prefix}" -DCASES=300 -DCMAKE_C_FLAGS=-Wall\ -Wextra\ -Wpedantic\ -Werror
  -DCMAKE_CXX_FLAGS=-Wall\ -Wextra\ -Wpedantic\ -Werror)
run("building the example" "${CMAKE_COMMAND}" --build "${WORK}/example")
run("certifying the example" "${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/example" --output-on-failure
  --no-tests=error)
string(REGEX MATCH "[^\n]*tests passed[^\n]*" summary "${output}")
message(STATUS "${summary}")
