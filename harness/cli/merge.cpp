// SPDX-License-Identifier: MIT
// pto-cts merge: join the shards of one run.
#include <fmt/format.h>

#include "command.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/records.h"
#include "pto_cts/reports/terminal.h"
#include "summary_json.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> shards;
  std::string out;
  bool json = false;
};

std::uint64_t copy_cases(const fs::path& from, const fs::path& to) {
  std::uint64_t count = 0;
  if (!fs::is_directory(from)) return 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
    record::write_file(to / entry.path().filename(), record::read_file(entry.path()));
    ++count;
  }
  return count;
}

int merge(const Options& options) {
  std::vector<record::RecordFile> shards;
  for (const std::string& folder : options.shards) shards.push_back(record::read_records(fs::path(folder) / "records.jsonl"));
  const record::RecordFile whole = record::merge(shards);
  for (const std::string& folder : options.shards)
    if (std::error_code error; fs::equivalent(folder, options.out, error))
      throw UsageError(options.out + ": is one of the shards; give another folder with --out");
  campaign::prepare_folder(options.out);
  campaign::Outcome outcome;
  for (const std::string& folder : options.shards)
    outcome.saved += copy_cases(fs::path(folder) / "cases", fs::path(options.out) / "cases");
  record::write_records(fs::path(options.out) / "records.jsonl", whole);
  outcome.summary = record::summarise(whole.results);
  outcome.cells = campaign::count_cells(suite_under(whole.header.interpretations), whole);
  if (options.json) {
    fmt::print("{}\n", summary_json(whole.header, outcome, 0, options.out));
  } else {
    const reports::RunFacts facts{outcome.cells.covered, outcome.cells.feasible, outcome.cells.infeasible, outcome.saved};
    fmt::print("{}records in {}\n", reports::terminal_summary(whole.header, outcome.summary, facts),
               (fs::path(options.out) / "records.jsonl").string());
  }
  return status_of(outcome.summary.total);
}

}  // namespace

void add_merge(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "Join the shards of one run");
  command->add_option("shard", options->shards, "Folders of the shards")->required();
  command->add_option("--out", options->out, "Folder of the joined report")->required();
  command->add_flag("--json", options->json, "The summary as one JSON document");
  command->callback([options, &status] { status = merge(*options); });
}

}  // namespace pto_cts::cli
