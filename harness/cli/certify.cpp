// SPDX-License-Identifier: MIT
// pto-cts certify: a whole campaign.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <utility>

#include "backend_options.h"
#include "command.h"
#include "environment.h"
#include "finding_files.h"
#include "memory.h"
#include "package_files.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/ci/ci.h"
#include "pto_cts/process/recorded.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/statement.h"
#include "summary_json.h"

namespace pto_cts::cli {
namespace {

struct CertifyOptions {
  BackendOptions backend;
  std::string profile = "all";
  std::string instructions = "all";
  std::string shard = "1/1";
  std::string out = "pto-cts-report";
  std::vector<std::string> interpretations;
  std::uint64_t cases = campaign::kDefaultCases;
  std::uint64_t seed = 1;
  std::uint64_t saved_cases = 100;
  double budget = 0;
  double minimise = 60;
  std::string emit_cases;
  std::string waivers;
  bool resume = false;
  bool annotations = false;
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
    if (progress.done == progress.total && progress.failed > 0 && !std::exchange(said_, true))
      fmt::print(stderr, "looking for the causes of {} failures\n", progress.failed);
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::uint64_t last_ = 0;
  bool said_ = false;
};

campaign::Request request_of(const campaign::Suite& suite, const CertifyOptions& options) {
  campaign::Request request;
  request.instructions = parse_instructions(suite, options.instructions);
  request.profiles = parse_profiles(options.profile);
  request.cases = options.cases;
  request.seed = options.seed;
  request.shard = record::parse_shard(options.shard);
  request.backend_name = options.backend.name;
  request.suite_version = PTO_CTS_VERSION;
  request.out = options.out;
  request.saved_cases = options.saved_cases;
  request.minimise = std::chrono::duration<double>(options.minimise);
  request.resume = options.resume;
  request.memory = memory_of(options.backend.cache);
  if (options.budget > 0) request.budget = std::chrono::duration<double>(options.budget);
  return request;
}

// For a device that is elsewhere: takes whatever the suite knows.
int emit_cases(const campaign::Suite& suite, const CertifyOptions& options) {
  const campaign::Request request = request_of(suite, options);
  if (request.resume) throw UsageError("--emit-cases begins anew: leave --resume away");
  if (request.budget) throw UsageError("--emit-cases writes every case: leave --budget away");
  backend::Description any;
  any.name = "calls";
  any.capabilities.instructions = request.instructions;
  any.capabilities.profiles = request.profiles;
  process::CallWriter writer(options.emit_cases, any);
  campaign::emit(suite, writer, request);
  fmt::print("calls in {}; judge what comes back with the same options and --backend recorded:<file>\n",
             (std::filesystem::path(options.emit_cases) / "calls.bin").string());
  return kConforms;
}

pid_t this_process = 0;

// Only calls that a signal handler may make. Then the program dies of the signal, as whoever sent it expects.
void say_how_to_resume(int signal) {
  constexpr std::string_view kText = "\npto-cts: interrupted; the same command with --resume goes on from here\n";
  if (getpid() == this_process) (void)!write(STDERR_FILENO, kText.data(), kText.size());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void say_how_to_resume_when_interrupted() {
  this_process = getpid();
  for (const int signal : {SIGINT, SIGTERM})
    if (std::signal(signal, say_how_to_resume) == SIG_IGN) std::signal(signal, SIG_IGN);  // As whoever started it wants it.
}

int certify(const CertifyOptions& options) {
  const campaign::Suite suite = suite_for(options.interpretations, options.backend);
  if (!options.emit_cases.empty()) return emit_cases(suite, options);
  if (options.backend.name.empty()) throw UsageError("no backend given; name one with --backend");
  const std::vector<record::Waiver> waivers =
      options.waivers.empty() ? std::vector<record::Waiver>() : record::read_waivers(options.waivers);
  const auto backend = open(suite, options.backend);
  campaign::Request request = request_of(suite, options);
  request.backend_version = backend->version();
  request.backend_hash = campaign::backend_hash(options.backend.name, *backend);
  campaign::check_folder(request.out);
  if (request.resume && !std::filesystem::exists(request.out))
    throw record::BadInput(request.out.string() + ": holds no run to resume; leave --resume away");
  const campaign::FolderLock lock(request.out);
  if (!request.resume) campaign::prepare_folder(request.out);
  say_how_to_resume_when_interrupted();
  // A shard is part of a package: `merge` makes it.
  const bool whole = request.shard.count == 1;
  if (whole) request.begins = [&](const record::RunHeader& header) { begin_package(request.out, header, waivers); };

  ProgressLine line;
  const auto began = std::chrono::system_clock::now();
  const auto begin = std::chrono::steady_clock::now();
  campaign::Outcome outcome =
      campaign::run(suite, *backend, request, [&](const campaign::Progress& progress) { line.show(progress); });
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };

  const record::RunHeader header = campaign::header_of(suite, request, outcome.results.size());
  const std::string findings =
      write_finding_files(suite, request.out, options.backend.name,
                          backend_words(options.backend.name, suite.readings()), outcome.findings);
  const record::BackendFile described = backend_file_of(*backend, request);
  const record::Environment environment = environment_of(*backend, request);
  std::optional<Package> package;
  if (whole)
    package = finish_package(
        request.out, {&suite, header, &outcome, described, environment, waivers, request.memory, options.json});
  if (!whole) {
    record::write_file(request.out / "backend.json", record::write_backend(described));
    record::write_file(request.out / "environment.json", record::write_environment(environment));
  }
  record::write_file(request.out / "run.json",
                     record::write_run({package ? package->root : "", {run_part(request, began, seconds())}}));
  if (options.json) {
    fmt::print("{}\n", summary_json(header, outcome, seconds(), options.out, package, backend->remarks()));
  } else {
    for (const std::string& remark : backend->remarks()) fmt::print("remark: {}\n", remark);
    if (outcome.ungrouped > 0)
      fmt::print("{} failures are in no finding: too many, or no time to look at them\n", outcome.ungrouped);
    print_summary(header, outcome, package, findings, request.out);
    fmt::print("{:.1f} s\n", seconds());
    if (options.annotations && package) fmt::print("{}", reports::github_annotations(package->report));
  }
  return status_of(outcome.summary.total, package);
}

}  // namespace

Command certify_command() {
  auto options = std::make_shared<CertifyOptions>();
  Command command{"certify", "Run a campaign against a backend", backend_options(options->backend, Need::sometimes),
                  [options] { return certify(*options); }};
  add_options(command,
              {
                  profile_option(options->profile),
                  instruction_option(options->instructions),
                  {"--cases", &options->cases, "Total over all instructions and profiles", kCaseNumbers},
                  {"--seed", &options->seed, "Equal seeds, equal cases"},
                  {"--budget", &options->budget, "Seconds after which no further case is run; the others are not-run",
                   kPositive},
                  {"--minimise", &options->minimise, "Seconds for finding causes and smallest cases; 0 leaves it out",
                   kNotNegative},
                  waivers_option(options->waivers),
                  {"--resume", &options->resume,
                   "Go on with the run in --out that was cut short; the other options as they were then"},
                  {"--emit-cases", &options->emit_cases, "Folder to write the calls into, instead of running them"},
                  {"--shard", &options->shard, "Part k of n, as k/n"},
                  interpretation_option(options->interpretations),
                  {"--out", &options->out, "Folder of the report"},
                  {"--save-cases", &options->saved_cases,
                   "Failing cases to save for each instruction, profile and kind", kCaseNumbers},
                  {"--json", &options->json, "The summary as one JSON document"},
                  {.name = "--annotations",
                   .place = &options->annotations,
                   .help = "Also findings, gaps and result as annotations of a GitHub workflow",
                   .excludes = "--json"},
              });
  return command;
}

}  // namespace pto_cts::cli
