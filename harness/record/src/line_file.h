// SPDX-License-Identifier: MIT
// What files with a line for each case of a plan have in common.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/run_header.h"
#include "pto_cts/record/words.h"
#include "sealed_lines.h"

namespace pto_cts::record {

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
