// SPDX-License-Identifier: MIT
// records.jsonl: a header, one line for each result in the order of the plan, and a trailer that proves completeness.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/result.h"
#include "pto_cts/record/run_header.h"

namespace pto_cts::record {

struct RecordFile {
  RunHeader header;
  std::vector<Result> results;
  std::string origin;  ///< For messages: where it was read, or empty.
};

/// Streams a records file. It has a temporary name until finish(), and vanishes if that is never reached.
/// Faults of the file system are BadInput; results out of order or missing are std::invalid_argument.
class RecordWriter {
 public:
  RecordWriter(const std::filesystem::path& path, RunHeader header);

  /// pre: plan_index is larger than in the call before, and smaller than planned_total.
  void add(const Result& result);

  /// Writes the trailer {"end": number of results, "sha256": of all lines before it} and renames.
  /// pre: all planned results were added, if the shard is 1/1.
  void finish();
  ~RecordWriter();

 private:
  struct Lines;

  RunHeader header_;
  std::unique_ptr<Lines> lines_;
  std::optional<std::uint64_t> last_index_;
};

/// Writes a whole file through RecordWriter.
void write_records(const std::filesystem::path& path, const RecordFile& records);

/// Throws BadInput unless the text is complete and undamaged, every line is valid, the plan indices rise and lie in the
/// plan, no case name occurs twice, and an unsharded file holds the whole plan.
RecordFile parse_records(std::string_view text);

/// parse_records() of a file; messages begin with its path.
RecordFile read_records(const std::filesystem::path& path);

/// Joins all shards of one run, given in any order, to what the unsharded run would have recorded: the written file
/// has the same bytes. Throws BadInput where the headers differ in more than the shard, a shard is missing or given
/// twice, or the results are not the whole plan, once each.
RecordFile merge(std::span<const RecordFile> shards);

}  // namespace pto_cts::record
