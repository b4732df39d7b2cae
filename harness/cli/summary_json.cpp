// SPDX-License-Identifier: MIT
#include "summary_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command.h"
#include "pto_cts/reports/terminal.h"

namespace pto_cts::cli {
namespace {

using Json = nlohmann::ordered_json;

Json counts_json(const record::Counts& counts) {
  return {{"planned", counts.planned},
          {"run", counts.run},
          {"pass", counts.pass},
          {"fail", counts.fail},
          {"undecided", counts.undecided},
          {"not_supported", counts.not_supported},
          {"not_expressible", counts.not_expressible},
          {"not_run", counts.not_run},
          {"vacuous", counts.vacuous},
          {"replaced", counts.replaced}};
}

}  // namespace

std::string summary_json(const record::RunHeader& header, const campaign::Outcome& outcome, double seconds,
                         const std::string& out, const std::optional<Package>& package,
                         const std::vector<std::string>& remarks) {
  Json document = {{"backend", header.backend},
                   {"seed", header.seed},
                   {"shard", to_text(header.shard)},
                   {"spec_hash", header.spec_hash},
                   {"interpretations", header.interpretations}};
  document.update(counts_json(outcome.summary.total));
  document["cells"] = {{"feasible", outcome.cells.feasible},
                       {"covered", outcome.cells.covered},
                       {"infeasible", outcome.cells.infeasible},
                       {"unknown", outcome.cells.unknown}};
  Json findings = Json::array(), rows = Json::array();
  for (const auto& [key, counts] : outcome.summary.rows) {
    Json row = {{"instruction", key.instruction}, {"profile", name(key.profile)}};
    row.update(counts_json(counts));
    rows.push_back(std::move(row));
  }
  for (const record::Finding& finding : outcome.findings)
    findings.push_back({{"id", finding.id},
                        {"instructions", finding.instructions},
                        {"kind", finding.kind},
                        {"clauses", finding.clauses},
                        {"cases", finding.cases},
                        {"statement", finding.statement},
                        {"explained_by", finding.explained_by},
                        {"tuple", finding.tuple},
                        {"smallest", finding.smallest}});
  for (const auto& [fault, count] : outcome.summary.total.environment)
    findings.push_back({{"kind", "environment"}, {"text", fault}, {"cases", count}});
  document["findings"] = findings;
  document["ungrouped"] = outcome.ungrouped;
  document["fail_kinds"] = outcome.summary.total.fail_kinds;
  document["explained_by"] = outcome.summary.total.explained_by;
  document["not_observed"] = outcome.summary.total.not_observed;
  document["rows"] = rows;
  document["remarks"] = remarks;
  if (package) {
    const record::Statement& statement = package->report.statement;
    document["package"] = {
        {"kind", name(statement.kind)},   {"reasons", statement.reasons},
        {"conforms", statement.conforms}, {"level", statement.level ? Json(*statement.level) : Json()},
        {"sentence", statement.sentence}, {"root", package->root}};
  }
  document["out"] = out;
  document["seconds"] = seconds;
  return json_text(document);
}

void print_summary(const record::RunHeader& header, const campaign::Outcome& outcome,
                   const std::optional<Package>& package, const std::string& findings,
                   const std::filesystem::path& out) {
  const reports::RunFacts facts{outcome.cells.covered, outcome.cells.feasible, outcome.cells.infeasible, outcome.saved};
  fmt::print("{}{}", reports::terminal_summary(header, outcome.summary, facts), findings);
  if (!package) {
    fmt::print("{}\nshard {}; `pto-cts merge` makes the package of all; records in {}\n",
               reports::conclusion(header, outcome.summary.total), to_text(header.shard),
               (out / "records.jsonl").string());
    return;
  }
  const record::Statement& statement = package->report.statement;
  fmt::print("{}\n", statement.sentence);
  for (const std::string& reason : statement.reasons) fmt::print("no certificate: {}\n", reason);
  if (statement.kind == record::PackageKind::certificate)
    for (const record::ProfileStatement& profile : statement.profiles)
      fmt::print("{}: level {}; {}\n", name(profile.profile), profile.level ? std::to_string(*profile.level) : "none",
                 profile.capped_by);
  fmt::print("{} in {}, root {}\n", name(statement.kind), (out / "package.tar.zst").string(),
             package->root.substr(0, 16));
}

int status_of(const record::Counts& total, const std::optional<Package>& package) {
  if (total.run == 0 && total.environment.empty()) return kUsage;
  if (package && package->report.statement.conforms) return kConforms;
  return total.fail > 0 || !total.environment.empty() ? kDoesNotConform : kConforms;
}

}  // namespace pto_cts::cli
