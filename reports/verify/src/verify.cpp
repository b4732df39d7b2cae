// SPDX-License-Identifier: MIT
#include "pto_cts/verify/verify.h"

#include <fmt/format.h>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/records.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

constexpr std::size_t kListed = 20;  // Of one kind.

// Reads a part; a fault is an objection. Faults that a missing file is are told once, here.
template <typename Read>
bool part(Verification& v, const std::string& path, Read&& read) {
  if (!v.package.has(path)) {
    v.objections.add("parts", path + ": missing; a package has it");
    return false;
  }
  try {
    read(v.package.folder / path);
    return true;
  } catch (const record::BadInput& error) {
    const std::string message = v.relative(error.what());
    v.objections.add("parts", message.starts_with(path) ? message : path + ": " + message);
    return false;
  }
}

// Of a file that is not as it should be, the lines that can be read, so that what is wrong with it can be named.
template <typename Entry, typename Parse>
bool salvage(const std::filesystem::path& file, record::RunHeader& header, std::vector<Entry>& entries, Parse&& parse) {
  if (!std::filesystem::is_regular_file(file)) return false;
  const std::string text = record::read_file(file);
  bool first = true;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    const std::string_view line = std::string_view(text).substr(at, end - at);
    try {
      if (first) header = record::parse_header_line(line);
      else entries.push_back(parse(line));
    } catch (const record::BadInput&) {
      if (first) return false;
    }
    first = false;
  }
  return !first;
}

// Reads plan, records, statement, findings, proofs.
void read_parts(Verification& v) {
  Package& package = v.package;
  v.readable.plan = part(v, "plan.jsonl", [&](const auto& file) { package.plan = record::read_plan(file); });
  if (!v.readable.plan) {
    package.plan = {};
    v.readable.plan = salvage(package.folder / "plan.jsonl", package.plan.header, package.plan.entries, record::parse_plan_line);
  }
  v.readable.records = part(v, "records.jsonl", [&](const auto& file) {
    record::RecordFile records = record::read_records(file);
    package.header = std::move(records.header);
    package.report.results = std::move(records.results);
  });
  if (!v.readable.records)
    v.readable.records = salvage(package.folder / "records.jsonl", package.header, package.report.results, record::parse_json_line);
  v.readable.statement = part(v, "statement.json", [&](const auto& file) {
    package.statement_text = record::read_file(file);
    package.report.statement = record::read_statement(package.statement_text);
    v.result.statement = package.report.statement;
  });
  v.readable.backend = part(v, "backend.json", [&](const auto& file) { package.report.backend = record::read_backend(record::read_file(file)); });
  v.readable.findings = part(v, "findings.json", [&](const auto& file) { package.report.findings = record::read_findings(record::read_file(file)); });
  part(v, "environment.json", [&](const auto& file) { package.report.environment = record::read_environment(record::read_file(file)); });
  if (package.has("proofs/results.json"))
    part(v, "proofs/results.json", [&](const auto& file) { package.report.proofs = record::read_proofs(record::read_file(file)); });
  package.report.summary = record::summarise(package.report.results);
  package.report.folder = package.folder;
  v.result.planned = package.plan.entries.size();
}

}  // namespace

void Objections::add(const std::string& kind, std::string text) {
  if (++counts_[kind] <= kListed) lines_.push_back(std::move(text));
}

std::vector<std::string> Objections::lines() const {
  std::vector<std::string> all = lines_;
  for (const auto& [kind, count] : counts_)
    if (count > kListed) all.push_back(fmt::format("{} more objections to {}", count - kListed, kind));
  return all;
}

std::string Verification::relative(std::string_view message) const {
  const std::string prefix = package.folder.string() + "/";
  std::string text(message);
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) text.erase(at, prefix.size());
  return text;
}

VerifyResult verify_package(const std::filesystem::path& folder, const VerifyMeans& means, const VerifyOptions& options) {
  Verification v{means, options};
  v.package.folder = folder.lexically_normal();
  if (!v.package.folder.has_filename()) v.package.folder = v.package.folder.parent_path();
  if (check_files(v)) {
    check_signature(v);
    read_parts(v);
    check_headers(v);
    check_paths(v);
    check_coverage(v);
    check_backend(v);
    check_judgements(v);
    std::future<Derived> derived;
    if (v.same_suite && v.readable.statement) derived = derive(v);
    if (v.same_suite && v.readable.plan) check_cases(v);
    check_evidence(v);
    check_findings(v);
    check_proofs(v);
    if (v.readable.statement) check_statement(v, derived.valid() ? derived.get() : Derived{});
  }
  v.result.objections = v.objections.lines();
  return std::move(v.result);
}

}  // namespace pto_cts::reports
