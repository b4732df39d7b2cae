// SPDX-License-Identifier: MIT
// pto-cts merge: join the shards of one run.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "backend_options.h"
#include "command.h"
#include "finding_files.h"
#include "memory.h"
#include "package_files.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/finding.h"
#include "pto_cts/record/plan_file.h"
#include "pto_cts/record/records.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/record/statement.h"
#include "summary_json.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct MergeOptions {
  std::vector<std::string> shards;
  std::string out;
  std::string waivers;
  std::string cache;
  std::uint64_t saved_cases = 100;
  bool json = false;
};

// Saved cases of a shard, by file name. They are read before anything is written.
void read_cases(const fs::path& folder, std::map<std::string, std::string>& cases) {
  if (!fs::is_directory(folder)) return;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.is_regular_file())
      throw record::BadInput(entry.path().string() + ": is no saved case; remove it from the shard");
    cases[entry.path().filename().string()] = record::read_file(entry.path());
  }
}

// The cases that the run in one piece would have saved: each shard has saved as many of its own.
std::set<std::string> cases_to_keep(const record::RecordFile& whole, const std::vector<record::Finding>& findings,
                                    std::uint64_t of_a_kind) {
  std::map<std::tuple<std::string, Profile, std::string>, std::uint64_t> saved;
  std::set<std::string> faults, kept;
  for (const record::Result& result : whole.results) {
    bool wanted = result.judgement == record::Judgement::fail &&
                  saved[{result.instruction, result.profile, result.detail}]++ < of_a_kind;
    for (const std::string& fault : result.environment) wanted = faults.insert(fault).second || wanted;
    if (wanted) kept.insert(campaign::case_file_of(result.case_hash).filename().string());
  }
  for (const record::Finding& finding : findings)
    for (const record::Member& member : finding.members) kept.insert(fs::path(member.file).filename().string());
  return kept;
}

std::vector<record::Finding> findings_of(const fs::path& folder) {
  const fs::path file = folder / "findings.json";
  if (!fs::exists(file)) return {};
  std::vector<record::Finding> findings = record::read_findings(record::read_file(file));
  for (const record::Finding& finding : findings)
    if (!finding.smallest.starts_with("findings/") || !finding.smallest.ends_with(".json"))
      throw record::BadInput(file.string() + ": '" + finding.smallest +
                             "' is no case in findings/; make the shard again");
  return findings;
}

// The smallest case of a joined finding, from the shard that it was taken of.
std::string smallest_case(const record::Finding& finding, const std::vector<std::string>& folders,
                          const std::vector<std::vector<record::Finding>>& found) {
  for (std::size_t i = 0; i < folders.size(); ++i)
    for (const record::Finding& one : found[i])
      if (one.id == finding.id && one.tuple == finding.tuple && one.mismatches == finding.mismatches)
        return record::read_file(fs::path(folders[i]) / one.smallest);
  throw std::logic_error("a joined finding is of no shard: " + finding.id);
}

int merge(const MergeOptions& options) {
  std::vector<record::RecordFile> shards;
  for (const std::string& folder : options.shards)
    shards.push_back(record::read_records(fs::path(folder) / "records.jsonl"));
  const record::RecordFile whole = record::merge(shards);
  for (const std::string& folder : options.shards)
    if (std::error_code error; fs::equivalent(folder, options.out, error))
      throw UsageError(options.out + ": is one of the shards; give another folder with --out");
  std::vector<record::PlanFile> plans;
  std::vector<record::Environment> environments;
  record::BackendFile backend;
  std::vector<record::RunPart> parts;
  for (const std::string& folder : options.shards) {
    plans.push_back(record::read_plan(fs::path(folder) / "plan.jsonl"));
    environments.push_back(record::read_environment(record::read_file(fs::path(folder) / "environment.json")));
    record::BackendFile described = record::read_backend(record::read_file(fs::path(folder) / "backend.json"));
    if (folder == options.shards.front()) backend = described;
    if (!(described == backend))
      throw record::BadInput(folder + ": backend.json differs from that of " + options.shards.front() +
                             "; run the shards on one backend");
    const record::RunFile run = record::read_run(record::read_file(fs::path(folder) / "run.json"));
    parts.insert(parts.end(), run.parts.begin(), run.parts.end());
  }
  const record::Environment environment = record::merge_environments(environments);
  const std::vector<record::Waiver> waivers =
      options.waivers.empty() ? std::vector<record::Waiver>() : record::read_waivers(options.waivers);
  campaign::Outcome outcome;
  outcome.summary = record::summarise(whole.results);
  const proofs::Memory memory = memory_of(options.cache);
  const campaign::Suite suite = suite_under(whole.header.interpretations);
  const campaign::Domains domains =
      campaign::domains_of(suite, whole.header.instructions, whole.header.profiles, memory);
  outcome.cells = campaign::count_cells(domains, suite.readings(), whole.results, memory);
  std::map<std::string, std::string> cases;
  for (const std::string& folder : options.shards) read_cases(fs::path(folder) / "cases", cases);
  std::vector<std::vector<record::Finding>> found;
  for (const std::string& folder : options.shards) found.push_back(findings_of(folder));
  outcome.findings = record::merge_findings(found);
  const std::set<std::string> kept = cases_to_keep(whole, outcome.findings, options.saved_cases);
  std::erase_if(cases, [&](const auto& saved) { return !kept.contains(saved.first); });
  outcome.saved = cases.size();
  std::map<std::string, std::string> smallest;
  for (const record::Finding& finding : outcome.findings)
    smallest[finding.smallest] = smallest_case(finding, options.shards, found);
  std::uint64_t grouped = 0;
  for (const record::Finding& finding : outcome.findings) grouped += finding.cases;
  outcome.ungrouped = outcome.summary.total.fail - std::min(grouped, outcome.summary.total.fail);
  const campaign::FolderLock lock(options.out);
  campaign::prepare_folder(options.out);
  for (const auto& [name, text] : cases) record::write_file(fs::path(options.out) / "cases" / name, text);
  for (const auto& [file, text] : smallest) record::write_file(fs::path(options.out) / file, text);
  campaign::write_findings(options.out, outcome.findings);
  const std::string shown =
      write_finding_files(suite, options.out, whole.header.backend,
                          backend_words(whole.header.backend, whole.header.interpretations), outcome.findings);
  record::write_records(fs::path(options.out) / "records.jsonl", whole);
  record::write_plan(fs::path(options.out) / "plan.jsonl", record::merge(plans));
  outcome.results = whole.results;
  for (const char* file : {"records.jsonl", "plan.jsonl", "findings.json"})
    outcome.written[file] = record::sha256_hex(record::read_file(fs::path(options.out) / file));
  Package package = finish_package(
      options.out, {&suite, whole.header, &outcome, backend, environment, waivers, memory, options.json});
  record::write_file(fs::path(options.out) / "run.json", record::write_run({package.root, parts}));
  if (options.json) {
    fmt::print("{}\n", summary_json(whole.header, outcome, 0, options.out, package));
  } else {
    if (outcome.ungrouped > 0) fmt::print("{} failures are in no finding of the shards\n", outcome.ungrouped);
    print_summary(whole.header, outcome, package, shown, options.out);
  }
  return status_of(outcome.summary.total, package);
}

}  // namespace

Command merge_command() {
  auto options = std::make_shared<MergeOptions>();
  return {"merge",
          "Join the shards of one run",
          {
              {.name = "shard", .place = &options->shards, .help = "Folders of the shards", .required = true},
              {.name = "--out", .place = &options->out, .help = "Folder of the joined report", .required = true},
              waivers_option(options->waivers),
              {"--save-cases", &options->saved_cases, "Failing cases to keep for each instruction, profile and kind",
               kCaseNumbers},
              cache_option(options->cache),
              {"--json", &options->json, "The summary as one JSON document"},
          },
          [options] { return merge(*options); }};
}

}  // namespace pto_cts::cli
