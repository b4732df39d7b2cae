// SPDX-License-Identifier: MIT
#include "pto_cts/record/plan_file.h"

#include <algorithm>
#include <utility>

#include "case_fields.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/json_fields.h"
#include "sealed_lines.h"

namespace pto_cts::record {

std::string to_json_line(const PlanEntry& entry) {
  // The tuple is JSON already: to read it again only to write it takes twice the time.
  const Json head = {{"plan_index", entry.plan_index}, {"name", entry.name}, {"cell", entry.cell}};
  std::string line = head.dump();
  line.pop_back();
  return line + ",\"tuple\":" + (entry.tuple ? write_tuple(*entry.tuple) : "null") + "}";
}

PlanEntry parse_plan_line(std::string_view line) {
  const Json document = parse_json(line);
  const Fields fields({&document, ""}, {"plan_index", "name", "cell", "tuple"});
  PlanEntry entry;
  entry.plan_index = read_unsigned(fields.at("plan_index"));
  entry.name = read_text(fields.at("name"));
  if (!is_plain_path(entry.name)) refuse("name", in_quotes(entry.name) + " is not a case name", "give a relative path");
  entry.cell = read_nonempty_text(fields.at("cell"));
  if (const Node tuple = fields.at("tuple"); !tuple.json->is_null()) entry.tuple = tuple_from_json(tuple);
  return entry;
}

struct PlanWriter::Lines : SealedLinesWriter {
  using SealedLinesWriter::SealedLinesWriter;
};

PlanWriter::PlanWriter(const std::filesystem::path& path, const RunHeader& header)
    : lines_(std::make_unique<Lines>(path, to_json_line(header))) {}
PlanWriter::~PlanWriter() = default;

void PlanWriter::add(std::string line) { lines_->add(std::move(line)); }

void PlanWriter::finish() { lines_->finish(); }

void write_plan(const std::filesystem::path& path, const PlanFile& plan) {
  PlanWriter writer(path, plan.header);
  for (const PlanEntry& entry : plan.entries) writer.add(to_json_line(entry));
  writer.finish();
}

PlanFile read_plan(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  try {
    const std::vector<std::string_view> lines = unseal_lines(text);
    PlanFile plan;
    plan.header = parse_line(1, lines[0], parse_header_line);
    plan.entries.reserve(lines.size() - 1);
    for (std::size_t i = 1; i < lines.size(); ++i) plan.entries.push_back(parse_line(i + 1, lines[i], parse_plan_line));
    check_places(plan.header, plan.entries);
    return plan;
  } catch (const BadInput& error) {
    throw BadInput(printable(path.string()) + ": " + error.what());
  }
}

PlanFile merge(std::span<const PlanFile> shards) {
  PlanFile whole;
  if (shards.empty()) throw BadInput("no shard");
  whole.header = shards.front().header;
  whole.header.shard = {};
  for (const PlanFile& shard : shards) {
    if (const std::string_view field = first_difference(whole.header, shard.header); !field.empty())
      throw BadInput("plan.jsonl: the shards differ in " + std::string(field));
    whole.entries.insert(whole.entries.end(), shard.entries.begin(), shard.entries.end());
  }
  std::sort(whole.entries.begin(), whole.entries.end(),
            [](const PlanEntry& a, const PlanEntry& b) { return a.plan_index < b.plan_index; });
  check_places(whole.header, whole.entries);
  return whole;
}

}  // namespace pto_cts::record
