// SPDX-License-Identifier: MIT
#include "pto_cts/record/records.h"

#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/words.h"

namespace pto_cts::record {
namespace {

constexpr std::string_view kRerun = "run this shard again, or restore the file";

std::string trailer(std::uint64_t count, const Digest& digest) {
  return "{\"end\":" + std::to_string(count) + ",\"sha256\":\"" + to_hex(digest) + "\"}";
}

/// Lines without their newlines. pre: the text ends with a newline.
std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

template <typename Parse>
auto parse_line(std::size_t number, std::string_view line, Parse parse) {
  try {
    return parse(line);
  } catch (const BadInput& error) {
    throw BadInput("line " + std::to_string(number) + ": " + error.what());
  }
}

void check_plan(const RecordFile& records) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < records.results.size(); ++i) {
    const Result& result = records.results[i];
    const std::string where = "line " + std::to_string(i + 2);
    if (result.plan_index >= records.header.planned_total) refuse(where, "plan_index lies outside the plan", kRerun);
    if (i > 0 && result.plan_index <= records.results[i - 1].plan_index)
      refuse(where, "plan_index does not rise", kRerun);
    if (!names.insert(result.name).second) refuse(where, in_quotes(result.name) + " occurs twice", kRerun);
  }
  if (records.header.shard.count == 1 && records.results.size() != records.header.planned_total)
    refuse("",
           std::to_string(records.results.size()) + " results of " + std::to_string(records.header.planned_total) +
               " planned",
           kRerun);
}

}  // namespace

RecordWriter::RecordWriter(const std::filesystem::path& path, RunHeader header)
    : header_(std::move(header)), file_(path) {
  write_line(to_json_line(header_));
}

void RecordWriter::add(const Result& result) {
  if (result.plan_index >= header_.planned_total || (last_index_ && result.plan_index <= *last_index_))
    throw std::invalid_argument("RecordWriter: result out of the order of the plan: " + result.name);
  write_line(to_json_line(result));
  last_index_ = result.plan_index;
  ++count_;
}

void RecordWriter::finish() {
  if (header_.shard.count == 1 && count_ != header_.planned_total)
    throw std::invalid_argument("RecordWriter: finished before the end of the plan");
  file_.write(trailer(count_, sha256_.finish()) + "\n");
  file_.commit();
}

void RecordWriter::write_line(std::string line) {
  line += '\n';
  sha256_.update(line);
  file_.write(line);
}

void write_records(const std::filesystem::path& path, const RecordFile& records) {
  RecordWriter writer(path, records.header);
  for (const Result& result : records.results) writer.add(result);
  writer.finish();
}

RecordFile parse_records(std::string_view text) {
  if (text.empty()) refuse("", "empty", kRerun);
  const std::vector<std::string_view> lines =
      text.ends_with('\n') ? split_lines(text) : std::vector<std::string_view>();
  if (lines.size() < 2 || !lines.back().starts_with("{\"end\":")) refuse("", "cut short: it has no end line", kRerun);
  const std::size_t count = lines.size() - 2;
  if (lines.back() != trailer(count, sha256(text.substr(0, text.size() - lines.back().size() - 1))))
    refuse("", "damaged: its lines do not match its end line", kRerun);

  RecordFile records;
  records.header = parse_line(1, lines[0], parse_header_line);
  records.results.reserve(count);
  for (std::size_t i = 1; i <= count; ++i) records.results.push_back(parse_line(i + 1, lines[i], parse_json_line));
  check_plan(records);
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

}  // namespace pto_cts::record
