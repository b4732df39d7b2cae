// SPDX-License-Identifier: MIT
// What a run was asked to do: the first line of records.jsonl.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/profile.h"

namespace pto_cts::record {

inline constexpr std::uint64_t kRecordsSchema = 2;

/// Part `index` of `count`, counted from 1. As text "2/4".
struct Shard {
  std::uint64_t index = 1;
  std::uint64_t count = 1;

  friend bool operator==(const Shard&, const Shard&) = default;
};

std::string to_text(const Shard& shard);

/// Throws BadInput unless the text is "k/n" with 1 <= k <= n <= 65536.
Shard parse_shard(std::string_view text);

/// All but the shard is the same for every shard of a run. No host, time or compiler belongs here.
struct RunHeader {
  std::uint64_t schema = kRecordsSchema;
  std::string suite_version;
  std::string spec_hash;
  std::uint64_t generator_epoch = 0;
  std::vector<Profile> profiles;
  std::vector<std::string> instructions;
  std::vector<std::string> interpretations;
  std::string backend;          ///< Name that the run was given.
  std::string backend_version;  ///< As the backend says; may be empty.
  std::string backend_hash;     ///< SHA-256 over what it is made of, or "built-in".
  std::uint64_t seed = 0;
  std::uint64_t cases_requested = 0;
  std::uint64_t planned_total = 0;  ///< Cases of the whole plan, over all shards.
  Shard shard;

  friend bool operator==(const RunHeader&, const RunHeader&) = default;
};

/// One line of JSON without the newline.
std::string to_json_line(const RunHeader& header);

/// Inverse of to_json_line(RunHeader); throws BadInput for any fault, another schema included.
RunHeader parse_header_line(std::string_view line);

/// Name of the first field, other than the shard, in which two headers differ; empty if there is none.
std::string_view first_difference(const RunHeader& a, const RunHeader& b);

}  // namespace pto_cts::record
