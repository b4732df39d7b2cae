# SPDX-License-Identifier: MIT
# pto_cts_test(<name> [SOURCES <file>...] [LINK <target>...] [PROGRAM <executable>] [LABEL <label>])
# One GoogleTest program and one ctest entry. The sources are *_test.cpp of the current folder unless SOURCES names
# them. Tests may use RapidCheck. With PROGRAM, that program is built first and PTO_CTS_PROGRAM is its path.
function(pto_cts_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROGRAM;LABEL" "SOURCES;LINK")
  if(NOT arg_SOURCES)
    file(GLOB arg_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*_test.cpp")
  endif()
  if(NOT arg_LABEL)
    set(arg_LABEL unit)
  endif()


  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINK} rapidcheck GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE PTO_CTS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(arg_PROGRAM)
    add_dependencies(test_${name} ${arg_PROGRAM})
    target_compile_definitions(test_${name} PRIVATE PTO_CTS_PROGRAM="$<TARGET_FILE:${arg_PROGRAM}>")
  endif()
  pto_cts_shadow(test_${name} rapidcheck)
  pto_cts_warnings(test_${name})
  add_test(NAME ${arg_LABEL}.${name} COMMAND test_${name} --gtest_brief=1)
  set_tests_properties(${arg_LABEL}.${name} PROPERTIES LABELS ${arg_LABEL} TIMEOUT 300)
endfunction()
