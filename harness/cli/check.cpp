// SPDX-License-Identifier: MIT
// pto-cts check: the spec's verdict on a case file.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "json_text.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/render/text.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/smt/witnesses.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> files;
  std::string profile;
  std::vector<std::string> interpretations;
  bool json = false;
};

// The profiles to judge on: those named, else the case's own.
std::vector<Profile> profiles(const Options& options, const Case& subject) {
  if (options.profile.empty()) return {subject.profile};
  return parse_profiles(options.profile == "portable" ? "all" : options.profile);
}

const terms::Instruction& instruction_of(const campaign::Suite& suite, const Case& subject, const std::string& file) {
  const terms::Instruction* instruction = suite.find(subject.tuple.mnemonic);
  if (!instruction) throw UsageError(file + ": unknown instruction '" + subject.tuple.mnemonic + "'; see list instructions");
  const std::string problem = terms::shape_problem(*instruction, subject.tuple);
  if (!problem.empty()) throw UsageError(file + ": " + problem);
  return *instruction;
}

Json check_one(const campaign::Suite& suite, const Options& options, const std::string& file, Case subject) {
  const terms::Instruction& instruction = instruction_of(suite, subject, file);
  Json verdicts = Json::array();
  bool legal_everywhere = true;
  for (const Profile profile : profiles(options, subject)) {
    subject.profile = profile;
    const evaluate::Verdict verdict = evaluate::verdict(instruction, subject);
    legal_everywhere = legal_everywhere && verdict.legality == evaluate::Legality::legal;
    Json entry = {{"profile", name(profile)}, {"verdict", name(verdict.legality)}, {"clauses", verdict.clauses},
                  {"reasons", verdict.reasons}};
    if (verdict.legality == evaluate::Legality::illegal)
      if (const auto twin = smt::Witnesses(instruction, profile).nearest_legal(subject.tuple)) {
        entry["legal_neighbour"] = render::render_tuple(twin->tuple);
        entry["change"] = twin->changed;
      }
    verdicts.push_back(std::move(entry));
  }
  Json result = {{"file", file}, {"tuple", render::render_tuple(subject.tuple)}, {"verdicts", verdicts}};
  if (options.profile == "portable") result["portable"] = legal_everywhere;
  return result;
}

void print_result(const campaign::Suite& suite, const Json& result) {
  fmt::print("{}\n  {}\n", result.at("file").get<std::string>(), result.at("tuple").get<std::string>());
  for (const Json& entry : result.at("verdicts")) {
    fmt::print("  {}: {}\n", entry.at("profile").get<std::string>(), entry.at("verdict").get<std::string>());
    for (const Json& id : entry.at("clauses"))
      for (const terms::Instruction& instruction : suite.instructions())
        if (const terms::Clause* clause = instruction.find_clause(id.get<std::string>()))
          fmt::print("    breaks {}: {}  [{}]\n", clause->id, terms::print(instruction, clause->predicate.tree()),
                     reports::citation(clause->cites.front()));
    for (const Json& reason : entry.at("reasons")) fmt::print("    because of {}\n", reason.get<std::string>());
    if (entry.contains("legal_neighbour"))
      fmt::print("    nearest legal tuple: change {}\n      {}\n",
                 joined(entry.at("change").get<std::vector<std::string>>()), entry.at("legal_neighbour").get<std::string>());
  }
  if (result.contains("portable")) fmt::print("  portable: {}\n", result.at("portable").get<bool>() ? "yes" : "no");
}

}  // namespace

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "The spec's verdict on case files");
  command->add_option("case", options->files, "Case files, or globs of them")->required();
  command->add_option("--profile", options->profile, "Profiles instead of the case's own; all; portable");
  command->add_option("--interpretation", options->interpretations, "Readings of disputed rules")->delimiter(',');
  command->add_flag("--json", options->json, "One JSON array");
  command->callback([options, &status] {
    const campaign::Suite suite = suite_under(options->interpretations);
    Json all = Json::array();
    for (const auto& path : expand(options->files))
      all.push_back(check_one(suite, *options, path.string(), record::load_case(path)));
    if (options->json) fmt::print("{}\n", json_text(all));
    else
      for (const Json& result : all) print_result(suite, result);
    status = kConforms;
  });
}

}  // namespace pto_cts::cli
