# SPDX-License-Identifier: MIT
# A layer is a static library whose public headers lie in include/pto_cts/<layer>/. There is no include root at the
# repository's top, so a header of a layer that is not among DEPENDS (or theirs) cannot be included.
include(Warnings)

# Libraries that few may include: name, folder that may, first header, folder of the others ("." for z3*.h beside the first).
# Debian installs them all in the system include folder. So for each header that they have a stub is made here that stops
# the compiler; the folders of stubs come first in the include path of whoever may not include the library.
set(PTO_CTS_RESTRICTED_LIBRARIES "")
function(pto_cts_restrict library owner header folder)
  find_path(PTO_CTS_${library}_ROOT "${header}" REQUIRED)
  mark_as_advanced(PTO_CTS_${library}_ROOT)
  set(root "${PTO_CTS_${library}_ROOT}")
  if(folder STREQUAL ".")
    file(GLOB headers RELATIVE "${root}" "${root}/${library}*.h")
  else()
    file(GLOB_RECURSE headers RELATIVE "${root}" "${root}/${folder}/*")
  endif()
  list(APPEND headers "${header}")
  foreach(name IN LISTS headers)
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/stubs/${library}/${name}" CONTENT "#error ${library} is allowed only in ${owner}\n")
  endforeach()
  set(PTO_CTS_RESTRICTED_LIBRARIES ${PTO_CTS_RESTRICTED_LIBRARIES} ${library} PARENT_SCOPE)
endfunction()
pto_cts_restrict(z3 oracle/smt z3++.h .)
pto_cts_restrict(rapidcheck "generators and tests" rapidcheck.h rapidcheck)
pto_cts_restrict(highway harness/backends/simd hwy/highway.h hwy)
pto_cts_restrict(cli11 harness/cli CLI/CLI.hpp CLI)

# pto_cts_shadow(<target> [<library>...]): hides the restricted libraries, except those named, from <target>.
# What is allowed is recorded in the global property PTO_CTS_ALLOWED, for tests/architecture.
function(pto_cts_shadow target)
  foreach(library IN LISTS ARGN)
    if(NOT library IN_LIST PTO_CTS_RESTRICTED_LIBRARIES)
      message(FATAL_ERROR "${target}: ALLOW ${library}: choose from ${PTO_CTS_RESTRICTED_LIBRARIES}")
    endif()
    file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
    set_property(GLOBAL APPEND PROPERTY PTO_CTS_ALLOWED "${folder} ${library}")
  endforeach()
  foreach(library IN LISTS PTO_CTS_RESTRICTED_LIBRARIES)
    if(NOT library IN_LIST ARGN)
      target_include_directories(${target} BEFORE PRIVATE "${PROJECT_BINARY_DIR}/stubs/${library}")
    endif()
  endforeach()
endfunction()

# pto_cts_layer(<target> [OPTIMISE <flag>] [SOURCES <file>...] [DEPENDS <layer>...] [LINK <library>...] [ALLOW <restricted library>...])
# The sources are src/**.cpp of the current folder unless SOURCES names them. DEPENDS are seen by users of the layer,
# LINK are not. A layer without sources is header-only. OPTIMISE is for what runs for each case: a
# release compiles it with that flag.
function(pto_cts_layer target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OPTIMISE" "SOURCES;DEPENDS;LINK;ALLOW")
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/*.cpp")
  endif()
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/include/*.h")

  foreach(layer IN LISTS arg_DEPENDS)
    if(NOT TARGET ${layer})
      message(FATAL_ERROR "${target}: DEPENDS ${layer}, which is not a layer below it")
    endif()
  endforeach()

  if(NOT arg_SOURCES)
    add_library(${target} INTERFACE)
    target_include_directories(${target} INTERFACE "${CMAKE_CURRENT_SOURCE_DIR}/include")
    target_link_libraries(${target} INTERFACE ${arg_DEPENDS})
  else()
    add_library(${target} STATIC ${arg_SOURCES})
    target_include_directories(${target} PUBLIC "${CMAKE_CURRENT_SOURCE_DIR}/include"
                                         PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
    target_link_libraries(${target} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_LINK})
    pto_cts_shadow(${target} ${arg_ALLOW})
    pto_cts_warnings(${target})
    if(arg_OPTIMISE)
      target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${arg_OPTIMISE}>)
      set_property(GLOBAL APPEND PROPERTY PTO_CTS_OPTIMISED "${target} ${arg_OPTIMISE}")
    endif()
  endif()
endfunction()
