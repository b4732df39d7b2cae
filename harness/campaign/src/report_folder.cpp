// SPDX-License-Identifier: MIT
#include "report_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"

namespace pto_cts::campaign {
namespace {

namespace fs = std::filesystem;

// What only a campaign writes: without one of them nothing else is taken for a report's.
constexpr std::string_view kSigns[] = {kPlan, kRecords, "records.partial.jsonl", "statement.json"};
constexpr std::string_view kPages[] = {kFindingsFile,  "statement.md",     "report.html", "junit.xml",    "summary.md",
                                       "backend.json", "environment.json", "run.json",    "manifest.txt", "manifest.txt.sig",
                                       "package.tar.zst"};

bool is_hex(std::string_view text) { return text.find_first_not_of("0123456789abcdef") == std::string_view::npos; }

bool has_ending(std::string_view& name, std::initializer_list<std::string_view> endings) {
  for (const std::string_view ending : endings)
    if (name.ends_with(ending)) {
      name.remove_suffix(ending.size());
      return true;
    }
  return false;
}

bool is_one_of(std::string_view name, const auto& files) { return std::find(std::begin(files), std::end(files), name) != std::end(files); }

// The name without the mark of a temporary file, ".tmp" or ".tmp4711", that a run cut short has left.
std::string_view without_mark(std::string_view name) {
  const std::size_t at = name.rfind(".tmp");
  if (at == std::string_view::npos || name.find_first_not_of("0123456789", at + 4) != std::string_view::npos) return name;
  return name.substr(0, at);
}

bool is_saved_case(std::string_view name) { return has_ending(name, {".json"}) && name.size() == 16 && is_hex(name); }

// "tmuls.wrong-value.4e1f9582.txt".
bool is_finding(std::string_view name) {
  if (!has_ending(name, {".json", ".txt", ".cpp"}) || name.size() < 10) return false;
  return name[name.size() - 9] == '.' && is_hex(name.substr(name.size() - 8));
}

// "a5-tmuls-rules.smt2", "all-tmuls-profiles.smt2", "domain/a5.tmuls.smt2".
bool is_proof(std::string_view name) {
  if (name == "results.json" || name == "domain") return true;
  if (!has_ending(name, {".smt2"})) return false;
  const bool domain = name.starts_with("domain/");
  if (domain) name.remove_prefix(7);
  const char part = domain ? '.' : '-';
  const std::string_view first = name.substr(0, name.find(part));
  return first.size() < name.size() && (parse_profile(first) || (!domain && first == "all"));
}

bool is_ours(const fs::path& folder, const fs::directory_entry& entry) {
  const std::string whole = entry.path().lexically_relative(folder).generic_string();
  const bool file = entry.is_regular_file() && !entry.is_symlink();
  const std::string_view path = file ? without_mark(whole) : whole;
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) {
    if (entry.is_directory() && !entry.is_symlink()) return path == kCases || path == kFindings || path == "proofs";
    return file && (is_one_of(path, kSigns) || is_one_of(path, kPages));
  }
  const std::string_view in = path.substr(0, slash), name = path.substr(slash + 1);
  if (in == "proofs" && name == "domain") return entry.is_directory() && !entry.is_symlink();
  return file && (in == kCases ? is_saved_case(name) : in == kFindings ? is_finding(name) : is_proof(name));
}

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

void check_folder(const fs::path& out) {
  if (out.empty()) throw record::BadInput("no folder for the report; give one with --out");
  std::error_code error;
  if (!fs::exists(out, error)) return;
  if (!fs::is_directory(out, error)) throw record::BadInput(out.string() + ": is a file; give a folder for the report");
  bool empty = true, sign = false;
  for (auto at = fs::recursive_directory_iterator(out); at != fs::recursive_directory_iterator(); ++at) {
    empty = false;
    if (!is_ours(out, *at))
      throw record::BadInput(out.string() + ": holds something else than a report, " + at->path().lexically_relative(out).string() +
                             "; give another folder with --out");
    sign = sign || is_one_of(without_mark(at->path().lexically_relative(out).generic_string()), kSigns);
  }
  if (!empty && !sign) throw record::BadInput(out.string() + ": holds something else than a report; give another folder with --out");
}

void prepare_folder(const fs::path& out) {
  check_folder(out);
  std::error_code error;
  if (fs::is_directory(out, error))
    for (const fs::directory_entry& entry : fs::directory_iterator(out)) fs::remove_all(entry.path(), error);
  record::write_file(out / kRecords, "");
  fs::remove(out / kRecords, error);
}

void remove_temporary_files(const fs::path& out) {
  std::vector<fs::path> left;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(out)) {
    const std::string name = entry.path().filename().string();
    if (entry.is_regular_file() && without_mark(name).size() < name.size() && is_ours(out, entry) &&
        entry.path() != Journal::begun_in(out))
      left.push_back(entry.path());
  }
  std::error_code ignored;
  for (const fs::path& file : left) fs::remove(file, ignored);
}

FolderLock::FolderLock(const fs::path& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  file_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file_ < 0) return;  // Whoever writes there says why it cannot be.
  if (flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(file_);
  throw record::BadInput(folder.string() + ": another run is writing here; wait for its end, or give another folder with --out");
}

FolderLock::~FolderLock() {
  if (file_ >= 0) close(file_);
}

void remove_findings(const fs::path& out) {
  std::error_code ignored;
  fs::remove(out / kFindingsFile, ignored);
  fs::remove_all(out / kCases, ignored);
  fs::remove_all(out / kFindings, ignored);
}

Journal::Journal(const fs::path& out, const record::RunHeader& header, const ResultsByIndex& known) : path_(path_in(out)) {
  // Anew, so that no half line stays; under another name until all that is known is in it.
  const fs::path begun = begun_in(out);
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

fs::path Journal::begun_in(const fs::path& out) { return path_in(out).string() + ".tmp"; }

void Journal::announce(const fs::path& out) {
  if (!fs::exists(path_in(out)) && !fs::exists(out / kRecords)) record::write_file(begun_in(out), "");
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
  } else if (fs::exists(Journal::begun_in(out)) && !fs::exists(out / kPlan)) {
    return {};  // Cut short while it was planned.
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
