// SPDX-License-Identifier: MIT
// Files of lines whose last one proves that none is missing or changed: {"end": number of lines after the first, "sha256":
// of all lines before it}. What those with a line for each case of a plan have in common.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/run_header.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {

/// Has a temporary name until finish(), and vanishes if that is never reached.
class SealedLinesWriter {
 public:
  SealedLinesWriter(const std::filesystem::path& path, std::string header);

  void add(std::string line);
  void finish();
  std::uint64_t count() const { return count_; }

 private:
  void write(std::string line);

  AtomicFile file_;
  Sha256 sha256_;
  std::uint64_t count_ = 0;
};

/// All lines but the last. Throws BadInput unless the text is complete and undamaged; there is then at least one line.
std::vector<std::string_view> unseal_lines(std::string_view text);

/// What a damaged file wants.
inline constexpr std::string_view kRerun = "run this shard again, or restore the file";

template <typename Parse>
auto parse_line(std::size_t number, std::string_view line, Parse parse) {
  try {
    return parse(line);
  } catch (const BadInput& error) {
    throw BadInput("line " + std::to_string(number) + ": " + error.what());
  }
}

/// Throws BadInput unless the entries rise in the plan, have names of their own and, without shards, are all of it.
template <typename Entry>
void check_places(const RunHeader& header, const std::vector<Entry>& entries) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string where = "line " + std::to_string(i + 2);
    if (entries[i].plan_index >= header.planned_total) refuse(where, "plan_index lies outside the plan", kRerun);
    if (i > 0 && entries[i].plan_index <= entries[i - 1].plan_index) refuse(where, "plan_index does not rise", kRerun);
    if (!names.insert(entries[i].name).second) refuse(where, in_quotes(entries[i].name) + " occurs twice", kRerun);
  }
  if (header.shard.count == 1 && entries.size() != header.planned_total)
    refuse("", std::to_string(entries.size()) + " results of " + std::to_string(header.planned_total) + " planned", kRerun);
}

}  // namespace pto_cts::record
