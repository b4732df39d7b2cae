// SPDX-License-Identifier: MIT
// What a user says of a folder of PTO C++ headers: docs/headers-backend.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::headers {

/// Where a tile's elements lie: `automatic`, in the tile itself; `manual`, where TASSIGN puts it.
enum class Mode : std::uint8_t { automatic, manual };

/// One way to compile the headers.
struct Build {
  std::string name;  ///< [a-z0-9-]+, no two alike.
  Mode mode = Mode::automatic;
  bool assertions = false;  ///< Run-time rules are checked: illegal tuples are judged in such builds only.
  std::vector<std::string> defines, flags;  ///< Beside those of the whole configuration. Defines without -D.
  std::filesystem::path prelude;            ///< Included first; empty for none.
  bool undefined_traps = false;             ///< sanitize = ["undefined"]
  bool address_sanitizer = false;           ///< sanitize = ["address"]
};

struct Config {
  std::filesystem::path file;
  std::string name;      ///< Of the implementation; the file's stem where it is not given.
  std::string compiler;  ///< Program, looked up in PATH.
  std::string include = "pto/pto-inst.hpp";
  std::vector<std::filesystem::path> include_folders;  ///< Relative ones are relative to the file. They are hashed.
  std::vector<std::string> defines, flags;
  std::map<std::string, std::string> environment;  ///< Of the process that runs the calls.
  std::vector<std::string> interpretations;         ///< Readings that the headers are known to follow.
  backend::Capabilities capabilities;
  bool dtypes_given = false;  ///< The capabilities name dtypes; else what the probe finds to be real.
  std::map<TileType, std::uint64_t> memory;  ///< Bytes of the buffer that TASSIGN addresses, by tile type.
  std::vector<Build> builds;                 ///< At least one with assertions.

  int jobs = 0;                               ///< Compilers at once; 0 for one per processor.
  int functions_per_unit = 48;
  std::chrono::seconds compile_limit{300};    ///< Of one compiler.
  std::uint64_t compile_memory_bytes = 0;     ///< Address space of one compiler; 0 for no limit.
  std::chrono::seconds call_limit{5};         ///< Of one call.
};

/// Throws backend::CannotOpen: one line with the file, the key, and the mend. Unknown keys are refused.
Config load_config(const std::filesystem::path& file);

}  // namespace pto_cts::headers
