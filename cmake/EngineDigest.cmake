# SPDX-License-Identifier: MIT
# Run while building: writes OUTPUT, a source with the digest of the sources below the folders of ROOT that PATTERNS names.
set(digests "")
foreach(pattern IN LISTS PATTERNS)
  file(GLOB_RECURSE files RELATIVE "${ROOT}" "${ROOT}/${pattern}")
  list(SORT files)
  foreach(file IN LISTS files)
    file(SHA256 "${ROOT}/${file}" digest)
    string(APPEND digests "${digest} ${file}\n")
  endforeach()
endforeach()
string(SHA256 digest "${digests}")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "// SPDX-License-Identifier: MIT
#include \"pto_cts/proofs/memory.h\"

std::string pto_cts::proofs::engine_digest() { return \"${digest}\"; }
")
