# SPDX-License-Identifier: MIT
# Run by ctest (see CompileFail.cmake): compiles SOURCE, or one #include of HEADER, with GOOD_DIRS, which must succeed,
# and with BAD_DIRS and BAD_FLAGS, which must fail with an output that matches MESSAGE.
if(HEADER)
  set(SOURCE /dev/null)
  list(APPEND FLAGS -include "${HEADER}")
endif()

function(compile result output dirs flags)
  list(TRANSFORM dirs PREPEND -I)
  execute_process(
    COMMAND "${COMPILER}" -std=c++20 ${FLAGS} ${flags} ${dirs} -x c++ "${SOURCE}"
    RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE errors)
  set(${result} "${status}" PARENT_SCOPE)
  set(${output} "${errors}" PARENT_SCOPE)
endfunction()

compile(status output "${GOOD_DIRS}" "")
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the control does not compile:\n${output}")
endif()

compile(status output "${BAD_DIRS}" "${BAD_FLAGS}")
if(status EQUAL 0)
  message(FATAL_ERROR "this compiles, and should not: ${SOURCE} ${HEADER} ${BAD_FLAGS}")
endif()
if(NOT output MATCHES "${MESSAGE}")
  message(FATAL_ERROR "this fails to compile, but the output does not match \"${MESSAGE}\":\n${output}")
endif()
