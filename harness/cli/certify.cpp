// SPDX-License-Identifier: MIT
// pto-cts certify: a whole campaign.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <chrono>

#include "command.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/reports/terminal.h"
#include "summary_json.h"

namespace pto_cts::cli {
namespace {

struct Options {
  std::string backend;
  std::string profile = "all";
  std::string instructions = "all";
  std::string shard = "1/1";
  std::string out = "pto-cts-report";
  std::vector<std::string> interpretations;
  std::uint64_t cases = campaign::kDefaultCases;
  std::uint64_t seed = 1;
  std::uint64_t saved_cases = 100;
  bool json = false;
};

// A line that renews itself on a terminal, a plain line for each tenth elsewhere.
class ProgressLine {
 public:
  void show(const campaign::Progress& progress) {
    const std::uint64_t tenth = progress.total ? progress.done * 10 / progress.total : 10;
    if (terminal_) {
      fmt::print(stderr, "\r{} of {} cases, {} failed", progress.done, progress.total, progress.failed);
      if (progress.done == progress.total) fmt::print(stderr, "\n");
    } else if (tenth != last_) {
      fmt::print(stderr, "{} of {} cases, {} failed\n", progress.done, progress.total, progress.failed);
    }
    last_ = tenth;
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::uint64_t last_ = 0;
};

// The library takes a sign, clips what is too large and reads a leading zero as octal: it gets plain decimals only.
std::string to_plain_number(std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return "'" + text + "' is no whole number below 2^64";
  text = std::to_string(value);
  return {};
}

CLI::Validator plain_number() { return CLI::Validator(to_plain_number, "NUMBER"); }

int certify(const Options& options) {
  const campaign::Suite suite = suite_under(options.interpretations);
  campaign::Request request;
  request.instructions = parse_instructions(suite, options.instructions);
  request.profiles = parse_profiles(options.profile);
  request.cases = options.cases;
  request.seed = options.seed;
  request.shard = record::parse_shard(options.shard);
  request.backend_name = options.backend;
  request.suite_version = PTO_CTS_VERSION;
  request.out = options.out;
  request.saved_cases = options.saved_cases;
  const auto backend = campaign::open_backend(suite, options.backend);
  if (!backend) throw UsageError("unknown backend '" + options.backend + "': see pto-cts list backends");
  campaign::prepare_folder(request.out);

  ProgressLine line;
  const auto begin = std::chrono::steady_clock::now();
  const campaign::Outcome outcome =
      campaign::run(suite, *backend, request, [&](const campaign::Progress& progress) { line.show(progress); });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();

  const record::RunHeader header = campaign::header_of(suite, request, 0);
  if (options.json) {
    fmt::print("{}\n", summary_json(header, outcome, seconds, options.out));
  } else {
    const reports::RunFacts facts{outcome.cells.covered, outcome.cells.feasible, outcome.cells.infeasible, outcome.saved};
    fmt::print("{}{:.1f} s; records in {}\n", reports::terminal_summary(header, outcome.summary, facts), seconds,
               (request.out / "records.jsonl").string());
  }
  return status_of(outcome.summary.total);
}

}  // namespace

void add_certify(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("certify", "Run a campaign against a backend");
  command->add_option("--backend", options->backend, "simd, or mutant:<id>")->required();
  command->add_option("--profile", options->profile, "Profiles, separated by commas, or all")->capture_default_str();
  command->add_option("--instruction", options->instructions, "Mnemonics, separated by commas, or all")->capture_default_str();
  command->add_option("--cases", options->cases, "Total over all instructions and profiles")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32))
      ->transform(plain_number())
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Equal seeds, equal cases")
      ->transform(plain_number())
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Part k of n, as k/n")->capture_default_str();
  command->add_option("--interpretation", options->interpretations, "Readings of disputed rules")->delimiter(',');
  command->add_option("--out", options->out, "Folder of the report")->capture_default_str();
  command->add_option("--save-cases", options->saved_cases, "Failing cases to save for each instruction, profile and kind")
      ->transform(plain_number())
      ->capture_default_str();
  command->add_flag("--json", options->json, "The summary as one JSON document");
  command->callback([options, &status] { status = certify(*options); });
}

}  // namespace pto_cts::cli
