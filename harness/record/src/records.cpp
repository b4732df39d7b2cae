// SPDX-License-Identifier: MIT
#include "pto_cts/record/records.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include "pto_cts/record/bad_input.h"
#include "sealed_lines.h"

namespace pto_cts::record {
namespace {

std::string label(const RecordFile& file) {
  const std::string shard = "shard " + to_text(file.header.shard);
  return file.origin.empty() ? shard : printable(file.origin) + " (" + shard + ")";
}

void check_headers(std::span<const RecordFile> shards) {
  const RecordFile& first = shards.front();
  for (const RecordFile& file : shards) {
    if (const std::string_view field = first_difference(first.header, file.header); !field.empty())
      refuse(label(file), std::string(field) + " differs from that of " + label(first), "merge shards of one run");
    if (file.header.shard.count != first.header.shard.count)
      refuse(label(file), "the number of shards differs from that of " + label(first), "merge shards of one run");
  }
}

void check_all_given(std::span<const RecordFile> shards) {
  const std::uint64_t count = shards.front().header.shard.count;
  std::vector<const RecordFile*> given(count);
  for (const RecordFile& file : shards) {
    const std::uint64_t index = file.header.shard.index;
    if (index < 1 || index > count) refuse(label(file), "no such shard", "merge shards of one run");
    const RecordFile*& place = given[index - 1];
    if (place) refuse(label(file), "given twice", "give each shard once");
    place = &file;
  }
  const auto missing = std::ranges::find(given, nullptr);
  if (missing == given.end()) return;
  const auto index = static_cast<std::uint64_t>(missing - given.begin()) + 1;
  refuse("shard " + to_text({index, count}), "missing", "give all " + std::to_string(count) + " shards");
}

void check_plan(const RecordFile& merged) {
  std::unordered_set<std::string_view> names;
  std::uint64_t next = 0;
  for (const Result& result : merged.results) {
    if (result.plan_index < next)
      refuse("case " + in_quotes(result.name), "its plan_index occurs twice", "run the shards again");
    if (result.plan_index > next) break;
    if (!names.insert(result.name).second)
      refuse("case " + in_quotes(result.name), "occurs twice", "run the shards again");
    ++next;
  }
  const std::uint64_t planned = merged.header.planned_total;
  if (next < planned)
    refuse("", "the shards lack the result with plan_index " + std::to_string(next) + " of " + std::to_string(planned),
           "run the shards again");
  if (merged.results.size() > planned)
    refuse("", "the shards hold more than the " + std::to_string(planned) + " planned results", "run the shards again");
}

}  // namespace

struct RecordWriter::Lines : SealedLinesWriter {
  using SealedLinesWriter::SealedLinesWriter;
};

RecordWriter::RecordWriter(const std::filesystem::path& path, RunHeader header)
    : header_(std::move(header)), lines_(std::make_unique<Lines>(path, to_json_line(header_))) {}
RecordWriter::~RecordWriter() = default;

void RecordWriter::add(const Result& result) {
  if (result.plan_index >= header_.planned_total || (last_index_ && result.plan_index <= *last_index_))
    throw std::invalid_argument("RecordWriter: result out of the order of the plan: " + result.name);
  lines_->add(to_json_line(result));
  last_index_ = result.plan_index;
}

void RecordWriter::finish() {
  if (header_.shard.count == 1 && lines_->count() != header_.planned_total)
    throw std::invalid_argument("RecordWriter: finished before the end of the plan");
  lines_->finish();
}

void write_records(const std::filesystem::path& path, const RecordFile& records) {
  RecordWriter writer(path, records.header);
  for (const Result& result : records.results) writer.add(result);
  writer.finish();
}

RecordFile parse_records(std::string_view text) {
  const std::vector<std::string_view> lines = unseal_lines(text);
  RecordFile records;
  records.header = parse_line(1, lines[0], parse_header_line);
  records.results.reserve(lines.size() - 1);
  for (std::size_t i = 1; i < lines.size(); ++i) records.results.push_back(parse_line(i + 1, lines[i], parse_json_line));
  check_places(records.header, records.results);
  return records;
}

RecordFile read_records(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  try {
    RecordFile records = parse_records(text);
    records.origin = path.string();
    return records;
  } catch (const BadInput& error) {
    throw BadInput(printable(path.string()) + ": " + error.what());
  }
}

RecordFile merge(std::span<const RecordFile> shards) {
  if (shards.empty()) refuse("", "no shards are given", "give all shards of one run");
  check_headers(shards);
  check_all_given(shards);
  RecordFile merged;
  merged.header = shards.front().header;
  merged.header.shard = {1, 1};
  for (const RecordFile& file : shards)
    merged.results.insert(merged.results.end(), file.results.begin(), file.results.end());
  std::ranges::stable_sort(merged.results, {}, &Result::plan_index);
  check_plan(merged);
  return merged;
}

}  // namespace pto_cts::record
