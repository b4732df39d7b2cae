# SPDX-License-Identifier: MIT
# GoogleTest, compiled once for all tests.
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp" CONTENT "// SPDX-License-Identifier: MIT\n")
add_library(test_headers OBJECT "${CMAKE_CURRENT_BINARY_DIR}/test_headers.cpp")
target_link_libraries(test_headers PRIVATE GTest::gtest_main)
target_compile_definitions(test_headers PRIVATE PTO_CTS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_precompile_headers(test_headers PRIVATE <gtest/gtest.h> <algorithm> <string> <vector>)
pto_cts_warnings(test_headers)

# pto_cts_add_test(<label>.<name> [NEEDS <target>...] [TIMEOUT <seconds>] COMMAND <command> [<argument>...])
# One ctest entry. NEEDS is what its command runs; tools/test builds no more than that for a part of the tests.
function(pto_cts_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "NEEDS;COMMAND")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  string(REGEX REPLACE "[.].*" "" label "${name}")
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
  list(TRANSFORM arg_NEEDS REPLACE "^pto-cts$" catalogue) # The program, and what makes it start fast.
  list(JOIN arg_NEEDS " " needs)
  set_property(GLOBAL APPEND_STRING PROPERTY PTO_CTS_TESTS_AND_NEEDS "${name} ${needs}\n")
endfunction()

# pto_cts_test(<name> [SOURCES <file>...] [LINK <target>...] [PROGRAM <executable>] [LABEL <label>] [TIMEOUT <seconds>]
#              [CATALOGUE])
# One GoogleTest program and one ctest entry. The sources are *_test.cpp of the current folder unless SOURCES names
# them. Tests may use RapidCheck. With PROGRAM, that program is built first and PTO_CTS_PROGRAM is its path; with
# CATALOGUE, so is the catalogue, and PTO_CTS_CATALOGUE is its folder.
function(pto_cts_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CATALOGUE" "PROGRAM;LABEL;TIMEOUT" "SOURCES;LINK")
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
  endif()
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()

  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINK} rapidcheck GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE PTO_CTS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_include_directories(test_${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests/support")
  if(arg_PROGRAM)
    add_dependencies(test_${name} ${arg_PROGRAM} catalogue)
    target_compile_definitions(test_${name} PRIVATE PTO_CTS_PROGRAM="$<TARGET_FILE:${arg_PROGRAM}>")
  endif()
  if(arg_CATALOGUE)
    add_dependencies(test_${name} catalogue)
    target_compile_definitions(test_${name} PRIVATE PTO_CTS_CATALOGUE="${PROJECT_BINARY_DIR}/catalogue")
  endif()
  # One compiled header serves all but those that are given a program's path.
  if(NOT arg_PROGRAM)
    target_precompile_headers(test_${name} REUSE_FROM test_headers)
  endif()
  pto_cts_shadow(test_${name} rapidcheck)
  pto_cts_warnings(test_${name})
  pto_cts_add_test(${arg_LABEL}.${name} NEEDS test_${name} TIMEOUT ${arg_TIMEOUT} COMMAND test_${name} --gtest_brief=1)
endfunction()
