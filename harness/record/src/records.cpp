// SPDX-License-Identifier: MIT
#include "pto_cts/record/records.h"

#include <stdexcept>
#include <utility>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/words.h"
#include "line_file.h"
#include "sealed_lines.h"

namespace pto_cts::record {
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

}  // namespace pto_cts::record
