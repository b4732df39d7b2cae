# SPDX-License-Identifier: MIT
# Run by ctest: small campaigns against the NumPy backend must end without a failure; and what it answers to the calls in a
# file must be judged as what it answers at once.
set(ENV{PYTHONDONTWRITEBYTECODE} 1)
set(program "process:'${PYTHON}' '${BACKEND}'")

function(certify folder backend)
  execute_process(COMMAND "${PROGRAM}" ${options} --backend "${backend}" --out "${WORK}/${folder}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "certify --backend ${backend} ended with ${status}:\n${output}${error}")
  endif()
  foreach(field fail not_supported not_run)
    string(JSON count GET "${output}" "${field}")
    if(NOT count EQUAL 0)
      message(FATAL_ERROR "${backend}: ${field} is ${count}:\n${output}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE "${WORK}/live" "${WORK}/recorded" "${WORK}/calls")
set(options certify --cases 1500 --profile a2a3 --json)
certify(live "${program}")

set(options certify --cases 300 --profile cpu_sim --instruction TFILLPAD,TFILLPAD_EXPAND --json)
certify(live "${program}")

execute_process(COMMAND "${PROGRAM}" ${options} --emit-cases "${WORK}/calls" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
execute_process(COMMAND "${PYTHON}" "${BACKEND}" INPUT_FILE "${WORK}/calls/calls.bin"
  OUTPUT_FILE "${WORK}/calls/results.bin" COMMAND_ERROR_IS_FATAL ANY)
certify(recorded "recorded:${WORK}/calls/results.bin")

# The same but for what a recording cannot show; the first line names the backend, the last one counts digests.
foreach(folder live recorded)
  file(STRINGS "${WORK}/${folder}/records.jsonl" lines)
  list(POP_FRONT lines)
  list(POP_BACK lines)
  string(REPLACE ",\"determinism\"" "" ${folder} "${lines}")
endforeach()
if(NOT live STREQUAL recorded)
  message(FATAL_ERROR "recorded results are judged otherwise than live ones; see ${WORK}")
endif()
file(REMOVE_RECURSE "${WORK}/calls")
