// SPDX-License-Identifier: MIT
// pto-cts list: what the suite knows.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "command.h"
#include "pto_cts/campaign/backends.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/mutants/mutants.h"
#include "pto_cts/profiles/numeric_rules.h"
#include "pto_cts/reports/citation.h"
#include "pto_cts/smt/cells.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::string what;
  std::string instructions = "all";
  std::string profile = "all";
  bool json = false;
};

std::vector<std::string> profiles_of(terms::Scope scope) {
  std::vector<std::string> names;
  for (const Profile profile : kCertifiedProfiles)
    if (profile == Profile::cpu_sim ? scope == terms::Scope::common : terms::holds_on(scope, profile))
      names.emplace_back(name(profile));
  return names;
}

Json cite_json(const terms::Cite& cite) {
  return {{"rule", cite.rule}, {"source", reports::citation(cite)}, {"says", reports::paraphrase(cite)}};
}

// "portable" is what all three share: everything is listed.
std::vector<Profile> listed_profiles(const ListOptions& options) {
  return parse_profiles(options.profile == "portable" ? "all" : options.profile);
}

Json instructions(const campaign::Suite& suite, const ListOptions& options) {
  Json list = Json::array();
  for (const std::string& mnemonic : parse_instructions(suite, options.instructions)) {
    const terms::Instruction& i = *suite.find(mnemonic);
    list.push_back({{"id", i.mnemonic},
                    {"family", i.family},
                    {"page", i.page},
                    {"summary", i.summary},
                    {"clauses", i.clauses.size()},
                    {"disputes", i.disputes.size()}});
  }
  return list;
}

Json clauses(const campaign::Suite& suite, const ListOptions& options) {
  Json list = Json::array();
  for (const std::string& mnemonic : parse_instructions(suite, options.instructions)) {
    const terms::Instruction& instruction = *suite.find(mnemonic);
    std::map<std::string, Json> broken;
    for (const Profile profile : listed_profiles(options)) {
      const generators::Domain domain(instruction, profile);
      for (const generators::Breakability& b : domain.breakability())
        broken[b.clause][std::string(name(profile))] = {{"alone", b.alone}, {"together", b.together}};
    }
    for (const terms::Clause& clause : instruction.clauses) {
      if (!broken.count(clause.id)) continue;
      Json cites = Json::array();
      for (const terms::Cite& cite : clause.cites) cites.push_back(cite_json(cite));
      list.push_back({{"id", clause.id},
                      {"instruction", mnemonic},
                      {"scope", terms::name(clause.scope)},
                      {"profiles", profiles_of(clause.scope)},
                      {"phase", terms::name(clause.phase)},
                      {"rule", terms::print(instruction, clause.predicate.tree())},
                      {"citation", cites},
                      {"breakable", broken[clause.id]}});
    }
  }
  return list;
}

Json profile_list(const campaign::Suite&, const ListOptions&) {
  Json list = Json::array();
  for (const Profile profile : kAllProfiles) {
    const profiles::NumericRules& rules = profiles::numeric_rules(profile);
    list.push_back({{"id", name(profile)},
                    {"certified", profile != Profile::strict},
                    {"inputs_may_flush", rules.inputs_may_flush},
                    {"results_may_flush", rules.results_may_flush},
                    {"source", rules.source}});
  }
  list.push_back({{"id", "portable"}, {"certified", false}, {"source", "legal on cpu_sim, a2a3 and a5 alike"}});
  return list;
}

Json backends(const campaign::Suite&, const ListOptions&) {
  Json list = Json::array();
  for (const campaign::BackendInfo& info : campaign::known_backends())
    list.push_back({{"id", info.id}, {"summary", info.summary}});
  return list;
}

Json cells(const campaign::Suite& suite, const ListOptions& options) {
  Json list = Json::array();
  for (const std::string& mnemonic : parse_instructions(suite, options.instructions))
    for (const Profile profile : listed_profiles(options)) {
      const generators::Domain domain(*suite.find(mnemonic), profile);
      const auto path = [&](const std::string& id) {
        return fmt::format("{}/{}/{}", name(profile), terms::id_prefix(domain.instruction()), id);
      };
      for (const generators::Cell& cell : domain.cells())
        list.push_back({{"id", path(cell.id)}, {"feasible", true}, {"broken", cell.broken}});
      std::vector<smt::CellQuestion> questions;
      for (const generators::LegalCell& cell : domain.infeasible()) questions.push_back({cell.id, cell.predicates});
      for (const smt::CellDecision& decision : smt::decide_cells(domain.instruction(), profile, questions).decisions) {
        if (decision.answer == smt::Answer::sat)
          throw std::logic_error("a legal tuple fills a cell taken for empty: " + decision.id);
        list.push_back({{"id", path(decision.id)},
                        {"feasible", false},
                        {"broken", Json::array()},
                        {"proved", decision.answer == smt::Answer::unsat},
                        {"because", decision.because}});
      }
    }
  return list;
}

Json mutants(const campaign::Suite&, const ListOptions&) {
  Json list = Json::array();
  for (const mutants::MutantInfo& mutant : mutants::mutants())
    list.push_back({{"id", mutant.id},
                    {"backend", "mutant:" + mutant.id},
                    {"summary", mutant.summary},
                    {"instructions", mutant.instructions},
                    {"profile", name(mutant.shows_on)},
                    {"ignored_clause", mutant.ignored_clause}});
  return list;
}

using Lister = std::function<Json(const campaign::Suite&, const ListOptions&)>;
const std::map<std::string, Lister>& listers() {
  static const std::map<std::string, Lister> kListers = {
      {"instructions", instructions}, {"clauses", clauses}, {"profiles", profile_list},
      {"backends", backends},         {"cells", cells},     {"mutants", mutants}};
  return kListers;
}

std::string plain(const Json& entry) {
  std::string line = entry.at("id").get<std::string>();
  for (const char* key : {"phase", "rule", "summary", "source"})
    if (entry.contains(key)) line += "  " + entry.at(key).get<std::string>();
  if (entry.contains("because"))
    line += "  infeasible because of " + joined(entry.at("because").get<std::vector<std::string>>());
  if (entry.contains("citation")) line += "  [" + entry.at("citation").at(0).at("source").get<std::string>() + "]";
  return line;
}

std::vector<std::string> kinds() {
  std::vector<std::string> all;
  for (const auto& [kind, lister] : listers()) all.push_back(kind);
  return all;
}

int list(const ListOptions& options) {
  const auto lister = listers().find(options.what);
  if (lister == listers().end()) throw UsageError("cannot list '" + options.what + "': choose from " + joined(kinds()));
  const campaign::Suite suite;
  parse_instructions(suite, options.instructions);  // A wrong name is refused even where it would not matter.
  listed_profiles(options);
  const Json entries = lister->second(suite, options);
  if (options.json)
    fmt::print("{}\n", json_text(entries));
  else
    for (const Json& entry : entries) fmt::print("{}\n", plain(entry));
  return kConforms;
}

}  // namespace

Command list_command() {
  auto options = std::make_shared<ListOptions>();
  return {"list",
          "What the suite knows",
          {
              {.name = "what", .place = &options->what, .help = "One of " + joined(kinds()), .required = true},
              instruction_option(options->instructions),
              {"--profile", &options->profile, "Profiles, separated by commas; all; portable"},
              {"--json", &options->json, "One JSON array"},
          },
          [options] { return list(*options); }};
}

}  // namespace pto_cts::cli
