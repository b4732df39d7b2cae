// SPDX-License-Identifier: MIT
// plan.jsonl: which cases a run is to make, known before the first of them runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/run_header.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

struct PlanEntry {
  std::uint64_t plan_index = 0;
  std::string name;  ///< Of the case.
  std::string cell;
  std::optional<Tuple> tuple;  ///< Nothing for cases that a budget did not reach: they were not made.

  friend bool operator==(const PlanEntry&, const PlanEntry&) = default;
};

/// {"plan_index": 0, "name": "...", "cell": "...", "tuple": {...} or null} without the newline.
std::string to_json_line(const PlanEntry& entry);

/// Inverse of to_json_line(PlanEntry). Throws BadInput for any fault.
PlanEntry parse_plan_line(std::string_view line);

struct PlanFile {
  RunHeader header;  ///< As in records.jsonl.
  std::vector<PlanEntry> entries;
};

/// Streams such a file. It has a temporary name until finish(), and vanishes if that is never reached.
class PlanWriter {
 public:
  PlanWriter(const std::filesystem::path& path, const RunHeader& header);
  ~PlanWriter();

  /// A line as to_json_line(PlanEntry) gives it, in the order of the plan.
  void add(std::string line);
  void finish();

 private:
  struct Lines;
  std::unique_ptr<Lines> lines_;
};

/// A header, a line for each planned case in the order of the plan, and a trailer as of records.jsonl.
void write_plan(const std::filesystem::path& path, const PlanFile& plan);

/// Throws BadInput unless the file is complete and undamaged, every line is valid, the plan indices rise and lie in the
/// plan, no case name occurs twice, and an unsharded file holds the whole plan. Messages begin with the path.
PlanFile read_plan(const std::filesystem::path& path);

/// The plan of all shards of one run. Throws BadInput where they are not the whole plan, once each.
PlanFile merge(std::span<const PlanFile> shards);

}  // namespace pto_cts::record
