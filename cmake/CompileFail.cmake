# SPDX-License-Identifier: MIT
# Tests that something does not compile. Each has a control that must compile, so that it fails for the right reason.

# Include folders of a layer, its dependencies' included.
function(pto_cts_include_dirs variable layer)
  get_target_property(type ${layer} TYPE)
  if(type STREQUAL INTERFACE_LIBRARY)
    set(${variable} "$<TARGET_PROPERTY:${layer},INTERFACE_INCLUDE_DIRECTORIES>" PARENT_SCOPE)
  else()
    set(${variable} "$<TARGET_PROPERTY:${layer},INCLUDE_DIRECTORIES>" PARENT_SCOPE)
  endif()
endfunction()

function(pto_cts_add_compile_test name label)
  pto_cts_add_test(${label}.${name} TIMEOUT 120
    COMMAND "${CMAKE_COMMAND}" "-DCOMPILER=${CMAKE_CXX_COMPILER}" ${ARGN}
      -P "${PROJECT_SOURCE_DIR}/cmake/CompileTwice.cmake")
endfunction()

# pto_cts_compile_fail(<file> MESSAGE <regular expression> [LAYER <layer>])
# <file> must compile in the place of <layer> (spec_instructions unless given); with -DEXPECT_FAIL it must not, and the
# compiler's output must match MESSAGE.
function(pto_cts_compile_fail file)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MESSAGE;LAYER" "")
  if(NOT arg_MESSAGE)
    message(FATAL_ERROR "${file}: no MESSAGE that the compiler's output must match")
  endif()
  if(NOT arg_LAYER)
    set(arg_LAYER spec_instructions)
  endif()
  cmake_path(GET file STEM name)
  cmake_path(ABSOLUTE_PATH file)
  pto_cts_include_dirs(dirs ${arg_LAYER})
  pto_cts_add_compile_test(${name} compile_fail "-DFLAGS=-c;-o;/dev/null" "-DSOURCE=${file}" "-DMESSAGE=${arg_MESSAGE}"
    "-DGOOD_DIRS=${dirs}" "-DBAD_DIRS=${dirs}" "-DBAD_FLAGS=-DEXPECT_FAIL")
endfunction()

# pto_cts_no_arrow(<layer> TO <other>...): with <layer>'s include folders a header of <other> cannot be included;
# with <other>'s own it can.
function(pto_cts_no_arrow layer)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "TO")
  foreach(other IN LISTS arg_TO)
    get_target_property(folder ${other} SOURCE_DIR)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${folder}/include" "${folder}/include/*.h")
    list(GET headers 0 header)
    pto_cts_include_dirs(good ${other})
    pto_cts_include_dirs(bad ${layer})
    pto_cts_add_compile_test(${layer}_to_${other} arrow "-DFLAGS=-E" "-DHEADER=${header}"
      "-DMESSAGE=${header}: No such file" "-DGOOD_DIRS=${good}" "-DBAD_DIRS=${bad}")
  endforeach()
endfunction()

# pto_cts_no_library(<layer> <header> ALLOWED_IN <other>): a restricted library's header stops the compiler in <layer>.
function(pto_cts_no_library layer header)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "ALLOWED_IN" "")
  pto_cts_include_dirs(good ${arg_ALLOWED_IN})
  pto_cts_include_dirs(bad ${layer})
  cmake_path(GET header STEM name)
  pto_cts_add_compile_test(${layer}_to_${name} arrow "-DFLAGS=-E" "-DHEADER=${header}" "-DMESSAGE=is allowed only in"
    "-DGOOD_DIRS=${good}" "-DBAD_DIRS=${bad}")
endfunction()
