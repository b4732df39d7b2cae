// SPDX-License-Identifier: MIT
// pto-cts probe: what a backend claims against what it does.
#include "pto_cts/probe/probe.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "backend_options.h"
#include "command.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

struct ProbeOptions {
  BackendOptions backend;
  std::string instructions = "all";
  std::string profile = "all";
  bool json = false;
};

template <typename List>
std::vector<std::string> names(const List& list) {
  std::vector<std::string> all;
  for (const auto value : list) all.emplace_back(name(value));
  return all;
}

std::vector<std::string> unseen(const backend::Observability& sight) {
  std::vector<std::string> all;
  if (!sight.guards) all.emplace_back("guards");
  if (!sight.sources) all.emplace_back("sources");
  if (!sight.memory_after_reject) all.emplace_back("memory after rejection");
  if (!sight.legality) all.emplace_back("legality");
  if (!sight.determinism) all.emplace_back("determinism");
  return all;
}

Json facts_json(const std::vector<backend::Fact>& facts) {
  Json all = Json::object();
  for (const backend::Fact& fact : facts) all[fact.key] = fact.value;
  return all;
}

Json to_json(const probe::Report& report, const std::vector<backend::Fact>& facts, bool holds) {
  const backend::Description& d = report.description;
  Json findings = Json::array();
  for (const probe::Finding& finding : report.findings)
    findings.push_back({{"id", finding.id}, {"status", probe::name(finding.status)}, {"text", finding.text}});
  return {{"name", d.name},
          {"version", d.version},
          {"instructions", d.capabilities.instructions},
          {"profiles", names(d.capabilities.profiles)},
          {"dtypes", names(d.capabilities.dtypes)},
          {"layouts", names(d.capabilities.layouts)},
          {"forms", d.capabilities.forms ? Json(*d.capabilities.forms) : Json("all")},
          {"in_place", d.capabilities.in_place},
          {"not_observed", unseen(d.observability)},
          {"guard_pages", d.placement.guard_pages},
          {"read_only_sources", d.placement.read_only_sources},
          {"facts", facts_json(facts)},
          {"findings", findings},
          {"remarks", report.remarks},
          {"holds", holds}};
}

void print_report(const Json& report) {
  const auto words = [&](const char* key) {
    const std::string text = joined(report.at(key).get<std::vector<std::string>>(), " ");
    return text.empty() ? std::string("none") : text;
  };
  const std::string version = report.at("version").get<std::string>();
  fmt::print("{}{}{}\n", report.at("name").get<std::string>(), version.empty() ? "" : " ", version);
  for (const char* key : {"instructions", "profiles", "dtypes", "layouts"})
    fmt::print("  {:<13} {}\n", key, words(key));
  fmt::print("  {:<13} {}\n", "forms", report.at("forms").is_array() ? words("forms") : "all");
  fmt::print("  {:<13} {}\n", "in place", report.at("in_place").get<bool>() ? "yes" : "no");
  fmt::print("  {:<13} {}\n", "not observed", words("not_observed"));
  fmt::print("  {:<13} guard pages {}, write-protected sources {}\n\n", "memory",
             report.at("guard_pages").get<bool>() ? "yes" : "no",
             report.at("read_only_sources").get<bool>() ? "yes" : "no");
  for (const auto& [key, value] : report.at("facts").items()) fmt::print("{}: {}\n", key, value.get<std::string>());
  if (!report.at("facts").empty()) fmt::print("\n");
  for (const Json& finding : report.at("findings"))
    fmt::print("{:<12} {:<28} {}\n", finding.at("status").get<std::string>(), finding.at("id").get<std::string>(),
               finding.at("text").get<std::string>());
  for (const Json& remark : report.at("remarks")) fmt::print("{:<12} {}\n", "remark", remark.get<std::string>());
  fmt::print("\n{}\n", report.at("holds").get<bool>() ? "what could be tried holds" : "it does not do what it claims");
}

int probe_backend(const ProbeOptions& options) {
  const campaign::Suite suite = suite_for({}, options.backend);
  const auto backend = open(suite, options.backend);
  if (!backend->observability().determinism)
    throw UsageError(options.backend.name + ": a recording cannot be asked; probe the program that made it");
  std::vector<terms::Instruction> instructions;
  for (const std::string& mnemonic : parse_instructions(suite, options.instructions))
    instructions.push_back(*suite.find(mnemonic));
  const std::vector<Profile> profiles = parse_profiles(options.profile);
  const probe::Report report = probe::probe(probe::claimed_domains(instructions, profiles, *backend), *backend);
  const Json document = to_json(report, backend->facts(), report.holds());
  if (options.json)
    fmt::print("{}\n", json_text(document));
  else
    print_report(document);
  return report.holds() ? kConforms : kDoesNotConform;
}

}  // namespace

Command probe_command() {
  auto options = std::make_shared<ProbeOptions>();
  Command command{"probe", "What a backend claims against what it does",
                  backend_options(options->backend, Need::always), [options] { return probe_backend(*options); }};
  add_options(command, {
                           instruction_option(options->instructions),
                           profile_option(options->profile),
                           {"--json", &options->json, "One JSON document"},
                       });
  return command;
}

}  // namespace pto_cts::cli
