// SPDX-License-Identifier: MIT
// pto-cts check: the spec's verdict on a case file or a line of PTO assembly.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "assembly_line.h"
#include "command.h"
#include "nearest_legal.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/render/text.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

struct CheckOptions {
  std::vector<std::string> files;
  std::string profile;
  std::vector<std::string> interpretations;
  bool json = false;
};

// The profiles to judge on: those named, else the case's own, else all.
std::vector<Profile> profiles_for(const CheckOptions& options, const Case* subject) {
  if (options.profile.empty() && subject) return {subject->profile};
  return parse_profiles(options.profile.empty() || options.profile == "portable" ? "all" : options.profile);
}

const terms::Instruction& instruction_of(const campaign::Suite& suite, const Case& subject, const std::string& file) {
  const terms::Instruction* instruction = suite.find(subject.tuple.mnemonic);
  if (!instruction)
    throw UsageError(file + ": unknown instruction '" + subject.tuple.mnemonic + "'; see list instructions");
  const std::string problem = terms::shape_problem(*instruction, subject.tuple);
  if (!problem.empty()) throw UsageError(file + ": " + problem);
  return *instruction;
}

// The verdict on one profile. `line` is where the tuple comes from, if from assembly.
Json entry_of(const terms::Instruction& instruction, const Tuple& tuple, Profile profile,
              const evaluate::Verdict& verdict, const render::AssemblyLine* line) {
  Json entry = {{"profile", name(profile)},
                {"verdict", name(verdict.legality)},
                {"clauses", verdict.clauses},
                {"reasons", verdict.reasons}};
  if (verdict.legality != evaluate::Legality::illegal) return entry;
  const Nearest nearest = nearest_legal(instruction, profile, tuple);
  if (nearest.gave_up) entry["legal_neighbour_unknown"] = true;
  if (const auto& twin = nearest.twin) {
    entry["legal_neighbour"] = render::render_tuple(twin->tuple);
    if (line) entry["legal_neighbour_assembly"] = render::assembly(twin->tuple, line->form, line->names);
    entry["change"] = twin->changed;
  }
  return entry;
}

void finish(const CheckOptions& options, Json& result) {
  if (options.profile != "portable") return;
  result["portable"] =
      std::ranges::all_of(result.at("verdicts"), [](const Json& entry) { return entry.at("verdict") == "legal"; });
}

Json check_file(const campaign::Suite& suite, const CheckOptions& options, const std::string& file, Case subject) {
  const terms::Instruction& instruction = instruction_of(suite, subject, file);
  Json result = {{"file", file}, {"tuple", render::render_tuple(subject.tuple)}, {"verdicts", Json::array()}};
  for (const Profile profile : profiles_for(options, &subject)) {
    subject.profile = profile;
    result["verdicts"].push_back(
        entry_of(instruction, subject.tuple, profile, evaluate::verdict(instruction, subject), nullptr));
  }
  finish(options, result);
  return result;
}

// What a line leaves open.
std::vector<std::string> remarks(const SubjectLine& subject) {
  std::vector<std::string> data;
  for (const terms::Clause& clause : subject.instruction->clauses)
    if (clause.phase == terms::Phase::data) data.push_back(clause.id);
  for (const terms::CoreCondition& condition : subject.instruction->core)
    if (condition.phase == terms::Phase::data) data.push_back(condition.id);
  std::vector<std::string> remarks;
  if (!data.empty()) remarks.push_back("a line has no contents: taken as met is what reads them, " + joined(data));
  for (const std::string& operand : subject.line.assumed_whole)
    remarks.push_back("a valid extent of " + operand +
                      " is dynamic and its value not given (as in v_row=?:8): taken as whole");
  return remarks;
}

Json check_line(const campaign::Suite& suite, const CheckOptions& options, const std::string& text) {
  const SubjectLine subject = read_assembly(suite, text);
  const Tuple& tuple = subject.line.tuple;
  Json result = {{"line", text},
                 {"tuple", render::render_tuple(tuple)},
                 {"remarks", remarks(subject)},
                 {"verdicts", Json::array()}};
  for (const Profile profile : profiles_for(options, nullptr)) {
    const evaluate::Verdict verdict = evaluate::verdict(*subject.instruction, tuple, profile);
    result["verdicts"].push_back(entry_of(*subject.instruction, tuple, profile, verdict, &subject.line));
  }
  finish(options, result);
  return result;
}

void print_verdicts(const campaign::Suite& suite, const Json& result) {
  fmt::print("{}\n  {}\n", result.at(result.contains("line") ? "line" : "file").get<std::string>(),
             result.at("tuple").get<std::string>());
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
                 joined(entry.at("change").get<std::vector<std::string>>()),
                 entry.at("legal_neighbour").get<std::string>());
    if (entry.contains("legal_neighbour_unknown"))
      fmt::print("    nearest legal tuple: not found in the time there is\n");
    if (entry.contains("legal_neighbour_assembly"))
      fmt::print("      {}\n", entry.at("legal_neighbour_assembly").get<std::string>());
  }
  if (result.contains("remarks"))
    for (const Json& remark : result.at("remarks")) fmt::print("  {}\n", remark.get<std::string>());
  if (result.contains("portable")) fmt::print("  portable: {}\n", result.at("portable").get<bool>() ? "yes" : "no");
}

int check(const CheckOptions& options) {
  const campaign::Suite suite = suite_under(options.interpretations);
  Json all = Json::array();
  for (const std::string& argument : options.files) {
    if (is_assembly(argument)) {
      all.push_back(check_line(suite, options, argument));
      continue;
    }
    for (const auto& path : expand({argument}))
      all.push_back(check_file(suite, options, path.string(), record::load_case(path)));
  }
  if (options.json)
    fmt::print("{}\n", json_text(all));
  else
    for (const Json& result : all) print_verdicts(suite, result);
  return kConforms;
}

}  // namespace

Command check_command() {
  auto options = std::make_shared<CheckOptions>();
  return {"check",
          "The spec's verdict on case files, or lines of PTO assembly",
          {
              {.name = "case",
               .place = &options->files,
               .help = "Case files, or globs of them; lines of PTO assembly, one instruction each",
               .required = true},
              {"--profile", &options->profile, "Profiles instead of the case's own (a line has all); all; portable"},
              interpretation_option(options->interpretations),
              {"--json", &options->json, "One JSON array"},
          },
          [options] { return check(*options); }};
}

}  // namespace pto_cts::cli
