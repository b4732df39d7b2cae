# SPDX-License-Identifier: MIT
# A layer is a static library whose public headers lie in include/pto_cts/<layer>/. There is no include root at the
# repository's top, so a header of a layer that is not among DEPENDS (or theirs) cannot be included.
include(Warnings)

set(PTO_CTS_SHADOW_DIR "${CMAKE_CURRENT_LIST_DIR}/shadow")
set(PTO_CTS_RESTRICTED_LIBRARIES z3 rapidcheck highway cli11)

# pto_cts_shadow(<target> [<library>...]): hides the restricted libraries, except those named, from <target>.
# Debian installs them all in the system include folder, so headers that stop the compiler come first in the path.
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
      target_include_directories(${target} BEFORE PRIVATE "${PTO_CTS_SHADOW_DIR}/${library}")
    endif()
  endforeach()
endfunction()

# pto_cts_layer(<target> [SOURCES <file>...] [DEPENDS <layer>...] [LINK <library>...] [ALLOW <restricted library>...])
# The sources are src/**.cpp of the current folder unless SOURCES names them. DEPENDS are seen by users of the layer,
# LINK are not. A layer without sources is header-only.
function(pto_cts_layer target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;LINK;ALLOW")
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
  endif()
endfunction()
