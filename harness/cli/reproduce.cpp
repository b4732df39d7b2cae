// SPDX-License-Identifier: MIT
// pto-cts reproduce: run saved cases again.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "backend_options.h"
#include "command.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/render/text.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ReproduceOptions {
  std::vector<std::string> files;
  BackendOptions backend{.name = "simd"};
  std::vector<std::string> interpretations;
  bool json = false;
};

void print_result(const std::string& file, const Case& subject, const record::Result& result) {
  fmt::print("{}\n  {}\n  {}\n", file, result.name, render::render_tuple(subject.tuple));
  fmt::print("  verdict: {}", record::name(result.verdict));
  for (const std::string& id : result.clauses) fmt::print(" {}", id);
  for (const std::string& id : result.reasons) fmt::print(" {}", id);
  fmt::print("\n  outcome: {}{}{}\n", result.outcome.empty() ? "not run" : result.outcome,
             result.diagnostic.empty() ? "" : ": ", result.diagnostic);
  fmt::print("  judgement: {}{}{}\n", record::name(result.judgement), result.detail.empty() ? "" : ": ", result.detail);
  if (!result.build.empty()) fmt::print("    in build {}\n", result.build);
  for (const std::string& kind : result.other_kinds) fmt::print("    also: {}\n", kind);
  for (const std::string& fault : result.environment) fmt::print("  environment: {}\n", fault);
  if (!result.mismatches) return;
  fmt::print("  {} of {} judged elements differ\n", result.mismatches->differing, result.mismatches->judged);
  for (const record::Mismatch& m : result.mismatches->first)
    fmt::print("    {}[{}, {}]: expected {}, got {}\n", m.operand, m.row, m.col, m.expected, m.actual);
}

record::Result run_one(const campaign::Suite& suite, judge::Judge& judge, const std::string& file,
                       const Case& subject) {
  const terms::Instruction* instruction = suite.find(subject.tuple.mnemonic);
  if (!instruction)
    throw UsageError(file + ": unknown instruction '" + subject.tuple.mnemonic + "'; see list instructions");
  try {
    return campaign::result_of(subject, *instruction, judge.judge(*instruction, subject));
  } catch (const std::invalid_argument& error) {
    throw UsageError(file + ": " + error.what());
  }
}

int reproduce(const ReproduceOptions& options) {
  const campaign::Suite suite = suite_for(options.interpretations, options.backend);
  const auto backend = open(suite, options.backend);
  judge::Judge judge(*backend, {.report_outside_writes = suite.reads("preserve-outside")});
  bool failed = false, ran = false;
  Json all = Json::array();
  for (const auto& path : expand(options.files)) {
    const Case subject = record::load_case(path);
    const record::Result result = run_one(suite, judge, path.string(), subject);
    failed |= result.judgement == record::Judgement::fail || !result.environment.empty();
    ran |= !result.outcome.empty() || !result.environment.empty();
    if (options.json)
      all.push_back(Json::parse(record::to_json_line(result)));
    else
      print_result(path.string(), subject, result);
  }
  if (options.json) fmt::print("{}\n", json_text(all));
  return !ran ? kUsage : failed ? kDoesNotConform : kConforms;
}

}  // namespace

Command reproduce_command() {
  auto options = std::make_shared<ReproduceOptions>();
  Command command{"reproduce", "Run saved cases again, with the bytes they hold",
                  backend_options(options->backend, Need::sometimes), [options] { return reproduce(*options); }};
  add_options(command,
              {
                  {.name = "case", .place = &options->files, .help = "Case files, or globs of them", .required = true},
                  interpretation_option(options->interpretations),
                  {"--json", &options->json, "One JSON array"},
              });
  return command;
}

}  // namespace pto_cts::cli
