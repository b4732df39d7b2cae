// SPDX-License-Identifier: MIT
// pto-cts shrink: make a failing case smaller.
#include <fmt/format.h>

#include "backend_options.h"
#include "command.h"
#include "finding_files.h"
#include "pto_cts/finding/page.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"

namespace pto_cts::cli {
namespace {

namespace fs = std::filesystem;

struct ShrinkOptions {
  std::string file;
  BackendOptions backend;
  std::vector<std::string> interpretations;
  std::string out;
  double seconds = 60;
  std::uint64_t runs = 20'000;
  bool json = false;
};

int shrink(const ShrinkOptions& options) {
  const fs::path out =
      options.out.empty() ? fs::path(options.file).replace_extension(".smallest.json") : fs::path(options.out);
  if (out.extension() != ".json")
    throw UsageError(out.string() + ": is no name of a case file; give one that ends in .json");
  if (std::error_code error; fs::equivalent(out, options.file, error))
    throw UsageError(out.string() + ": is the case itself; give another file with --out");
  const campaign::Suite suite = suite_for(options.interpretations, options.backend);
  const Case subject = record::load_case(options.file);
  const terms::Instruction* instruction = suite.find(subject.tuple.mnemonic);
  if (!instruction)
    throw UsageError(options.file + ": unknown instruction '" + subject.tuple.mnemonic + "'; see list instructions");
  const auto backend = open(suite, options.backend);
  if (!backend->takes_new_calls())
    throw UsageError(options.backend.name + ": holds results only of calls that were made; name the backend itself");
  judge::Judged judged;
  try {
    judged = judge::Judge(*backend).judge(*instruction, subject);
  } catch (const std::invalid_argument& error) {
    throw UsageError(options.file + ": " + error.what());
  }
  if (judged.judgement != judge::Judgement::fail) {
    if (options.json)
      fmt::print("{}", record::write_findings({}));
    else
      fmt::print("{}: does not fail on {}: {}\n", options.file, options.backend.name, judge::name(judged.judgement));
    return judged.outcome ? kConforms : kUsage;
  }
  minimise::Scene scene;
  scene.backend = backend.get();
  scene.options.report_outside_writes = suite.reads("preserve-outside");
  scene.instructions = &suite.instructions();
  scene.remake = [&](const minimise::Failure&) { return subject; };
  scene.saved_as = [&](const minimise::Failure&) { return std::string(); };
  minimise::Wishes wishes{.each = {std::chrono::duration<double>(options.seconds), options.runs},
                          .all = std::chrono::hours(24)};
  minimise::Found found =
      std::move(minimise::find(scene, {minimise::failure_of(subject, judged)}, wishes).found.front());
  record::save_case(out, *found.smallest);
  found.finding.smallest = out.filename().string();
  const reports::FindingContext context{instruction, options.backend.name,
                                        backend_words(options.backend.name, suite.readings()), out.parent_path()};
  const std::string program = reports::finding_program(found.finding, *found.smallest, context);
  if (!program.empty()) record::write_file(fs::path(out).replace_extension(".cpp"), program);
  if (options.json)
    fmt::print("{}", record::write_findings({&found.finding, 1}));
  else
    fmt::print("{}", reports::finding_page(found.finding, *found.smallest, context));
  return kDoesNotConform;
}

}  // namespace

Command shrink_command() {
  auto options = std::make_shared<ShrinkOptions>();
  Command command{"shrink", "Make a failing case smaller, and say what it depends on",
                  backend_options(options->backend, Need::always), [options] { return shrink(*options); }};
  add_options(command, {
                           {.name = "case", .place = &options->file, .help = "A case file", .required = true},
                           interpretation_option(options->interpretations),
                           {"--out", &options->out, "File of the smallest case instead of CASE.smallest.json"},
                           {"--seconds", &options->seconds, "Time for the search", kPositive},
                           {"--runs", &options->runs, "Cases that the search may run"},
                           {"--json", &options->json, "The finding as one JSON document"},
                       });
  return command;
}

}  // namespace pto_cts::cli
