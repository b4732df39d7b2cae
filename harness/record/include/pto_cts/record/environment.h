// SPDX-License-Identifier: MIT
// Where a run was made. environment.json says of what the suite and the backend are made, and holds no host and no time;
// run.json holds those. Neither belongs to what the root hash of a package covers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pto_cts::record {

inline constexpr std::int64_t kEnvironmentSchema = 1;
inline constexpr std::int64_t kRunSchema = 1;

/// A key and a value, both for people: "compiler" and "g++ 12.2.0".
struct NamedText {
  std::string key;
  std::string value;

  friend bool operator==(const NamedText&, const NamedText&) = default;
  friend auto operator<=>(const NamedText&, const NamedText&) = default;
};

/// A machine with a build of the suite on it.
using Machine = std::vector<NamedText>;  ///< "suite compiler", "suite flags", "solver", "system", "processor".

struct Environment {
  std::vector<NamedText> backend;    ///< Name, version, hash, what it declares and what can be observed on it; its own facts.
  std::vector<std::string> remarks;  ///< What was noticed about it that belongs to no case.
  std::vector<Machine> machines;     ///< Those that made parts of the run, each once.

  friend bool operator==(const Environment&, const Environment&) = default;
};

/// {"schema": 1, "backend": {...}, "remarks": [...], "machines": [{...}]}, indented.
std::string write_environment(const Environment& environment);
Environment read_environment(std::string_view text);

/// That of a run whose shards had these. Throws BadInput where they are of different backends.
Environment merge_environments(const std::vector<Environment>& shards);

/// One shard of a run, as it was made.
struct RunPart {
  std::string shard;    ///< "1/1".
  std::string host;
  std::string began;    ///< "2026-01-31T12:00:00Z".
  double seconds = 0;
  double budget = 0;    ///< Seconds; 0 for none.
  std::string compiler;
  std::string flags;
  std::string system;
  std::string processor;
  std::vector<std::string> command;  ///< Words of the command line.
  bool resumed = false;

  friend bool operator==(const RunPart&, const RunPart&) = default;
};

struct RunFile {
  std::string root;  ///< Root hash of the package; empty where there is none.
  std::vector<RunPart> parts;

  friend bool operator==(const RunFile&, const RunFile&) = default;
};

/// {"schema": 1, "root": "...", "parts": [...]}, indented.
std::string write_run(const RunFile& run);
RunFile read_run(std::string_view text);

}  // namespace pto_cts::record
