# SPDX-License-Identifier: MIT
# pto_cts_add_certification(<test> BACKEND <plug-in target or backend> [PROFILE <profile>...]
#                           [INSTRUCTION <mnemonic>...] [CASES <number>] [BUDGET <seconds>] [ARGUMENTS <argument>...])
# A CTest test that runs `pto-cts certify` and passes where the backend conforms. BACKEND is a target that builds a
# plug-in, or a text as --backend takes it, such as "process:python3 my_backend.py". ARGUMENTS are passed on. The report
# is in pto-cts/<test> of the current binary folder. CTest stops a test after 1500 s, unless told otherwise.
function(pto_cts_add_certification test)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BACKEND;CASES;BUDGET" "PROFILE;INSTRUCTION;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "pto_cts_add_certification(${test}): what is meant by "
      "${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}? Give a keyword and its values")
  endif()
  if(NOT arg_BACKEND)
    message(FATAL_ERROR "pto_cts_add_certification(${test}): give BACKEND, a plug-in target or a backend's name")
  endif()
  if(TARGET "${arg_BACKEND}")
    set(arg_BACKEND "plugin:$<TARGET_FILE:${arg_BACKEND}>")
  endif()

  set(options "")
  foreach(option PROFILE INSTRUCTION CASES BUDGET)
    if(arg_${option})
      string(TOLOWER "${option}" name)
      list(JOIN arg_${option} "," values)
      list(APPEND options "--${name}" "${values}")
    endif()
  endforeach()
  add_test(NAME "${test}" COMMAND pto-cts::pto-cts certify --backend "${arg_BACKEND}" ${options}
    --out "${CMAKE_CURRENT_BINARY_DIR}/pto-cts/${test}" ${arg_ARGUMENTS})
endfunction()
