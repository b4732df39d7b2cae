// SPDX-License-Identifier: MIT
#include "journal.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::campaign {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kFlushInterval{200};

void check_header(const fs::path& file, const record::RunHeader& found, const record::RunHeader& wanted) {
  std::string field(record::first_difference(found, wanted));
  if (field.empty() && !(found.shard == wanted.shard)) field = "shard";
  if (!field.empty())
    throw record::BadInput(file.string() + ": is of another run: " + field + " differs; give --resume the options of that run");
}

// The last line may be cut short.
std::vector<record::Result> read_journal(const fs::path& file, const record::RunHeader& wanted) {
  const std::string text = record::read_file(file);
  std::vector<record::Result> results;
  bool header = true;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string_view line = std::string_view(text).substr(at, end - at);
    if (header) check_header(file, record::parse_header_line(line), wanted);
    else results.push_back(record::parse_json_line(line));
    header = false;
  }
  return results;
}

}  // namespace

Journal::Journal(const fs::path& out, const record::RunHeader& header, const ResultsByIndex& known) : path_(path_in(out)) {
  // Anew, so that no half line stays; under another name until all that is known is in it.
  const fs::path begun = path_.string() + ".tmp";
  file_.reset(std::fopen(begun.c_str(), "wb"));
  if (!file_) throw record::BadInput(begun.string() + ": " + std::strerror(errno) + "; give a folder that can be written with --out");
  write(record::to_json_line(header));
  for (const auto& [index, result] : known) write(record::to_json_line(result));
  if (std::fflush(file_.get()) != 0) throw record::BadInput(begun.string() + ": " + std::strerror(errno) + "; free some space");
  fs::rename(begun, path_);
}

void Journal::add(const record::Result& result) {
  write(record::to_json_line(result));
  const auto now = std::chrono::steady_clock::now();
  if (now - flushed_ < kFlushInterval) return;
  flushed_ = now;
  if (std::fflush(file_.get()) != 0) throw record::BadInput(path_.string() + ": " + std::strerror(errno) + "; free some space");
}

void Journal::write(const std::string& line) {
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size() || std::fputc('\n', file_.get()) == EOF)
    throw record::BadInput(path_.string() + ": " + std::strerror(errno) + "; free some space");
}

void Journal::close() {
  file_.reset();
  fs::remove(path_);
}

fs::path Journal::path_in(const fs::path& out) { return out / "records.partial.jsonl"; }

Earlier earlier_results(const fs::path& out, const record::RunHeader& header) {
  std::vector<record::Result> found;
  const fs::path journal = Journal::path_in(out), records = out / "records.jsonl";
  if (fs::exists(journal)) {
    found = read_journal(journal, header);
  } else if (fs::exists(records)) {
    record::RecordFile file = record::read_records(records);
    check_header(records, file.header, header);
    found = std::move(file.results);
  } else {
    throw record::BadInput(out.string() + ": holds no run to resume; leave --resume away");
  }
  Earlier earlier;
  for (record::Result& result : found) {
    if (result.judgement == record::Judgement::not_run || result.plan_index >= header.planned_total) continue;
    const bool again = result.judgement == record::Judgement::fail || !result.environment.empty();
    (again ? earlier.again : earlier.kept).emplace(result.plan_index, std::move(result));
  }
  return earlier;
}

record::Result with_earlier(record::Result now, const record::Result& earlier) {
  for (const std::string& fault : earlier.environment)
    if (std::find(now.environment.begin(), now.environment.end(), fault) == now.environment.end()) now.environment.push_back(fault);
  if (earlier.judgement != record::Judgement::fail || now.judgement == record::Judgement::fail) return now;
  record::Result result = earlier;
  result.environment = now.environment;
  constexpr const char* kFlaky = "not deterministic";
  if (result.detail == kFlaky) return result;
  std::erase(result.other_kinds, kFlaky);
  result.other_kinds.insert(result.other_kinds.begin(), result.detail);
  result.detail = kFlaky;
  return result;
}

}  // namespace pto_cts::campaign
