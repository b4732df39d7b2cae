// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "parts.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::reports::html {
namespace {

constexpr std::size_t kShownWrong = 8;
constexpr std::size_t kDrawn = 60;  // Findings with drawings: a page with more is no longer read as one.

const terms::Instruction* instruction_of(const RunReport& report, const std::string& mnemonic) {
  for (const terms::Instruction& one : *report.instructions)
    if (one.mnemonic == mnemonic) return &one;
  return nullptr;
}

std::string smallness(const record::Finding& finding) {
  const record::Minimality& minimality = finding.minimality;
  if (finding.repeated == 0) return "It was not run again, and is not shrunk.";
  if (finding.failed == 0) return fmt::format("It did not fail again in {} runs.", finding.repeated);
  std::string text = finding.failed < finding.repeated ? fmt::format("Flaky: fails in {} of {} runs. ", finding.failed, finding.repeated) : "";
  if (!minimality.complete) return text + fmt::format("The budget ended the search for a smaller one after {}.", counted(minimality.tried, "case"));
  text += minimality.neighbours == 0 ? "Locally minimal: no case of this kind that the backend takes is one step simpler."
                                     : fmt::format("Locally minimal: {} simpler neighbours were run, and none fails alike.", grouped(minimality.neighbours));
  if (minimality.least_bytes) text += fmt::format(" By proof, no tuple of this kind has tiles of fewer than {} bytes.", grouped(finding.tile_bytes));
  return text;
}

void add_factors(Data& item, const record::Finding& finding) {
  std::vector<Data> telling, silent;
  for (const record::Factor& factor : finding.factors) {
    Data row = object();
    set(row, "factor", factor.name);
    set(row, "fails", fmt::format("{}", fmt::join(factor.fails, ", ")));
    set(row, "passes", fmt::format("{}", fmt::join(factor.passes, ", ")));
    (factor.passes.empty() ? silent : telling).push_back(std::move(row));
  }
  set_flag(item, "has_telling", !telling.empty());
  set_flag(item, "has_silent", !silent.empty());
  set(item, "silent_count", counted(silent.size(), "factor"));
  set_list(item, "telling", std::move(telling));
  set_list(item, "silent", std::move(silent));
}

void add_wrong(Data& item, const record::Finding& finding) {
  std::vector<Data> rows;
  std::string count;
  if (finding.mismatches) {
    const record::MismatchCensus& census = *finding.mismatches;
    count = fmt::format("{} of {} judged elements differ", grouped(census.differing), grouped(census.judged));
    for (const record::Mismatch& one : census.first) {
      if (rows.size() == kShownWrong) break;
      Data row = object();
      set(row, "place", fmt::format("{}[{}, {}]", one.operand, one.row, one.col));
      set(row, "expected", one.expected);
      set(row, "actual", one.actual);
      rows.push_back(std::move(row));
    }
    if (rows.size() < census.differing) count += fmt::format("; the first {}", rows.size());
  }
  set(item, "wrong_count", count);
  set_flag(item, "has_wrong", !rows.empty());
  set_list(item, "wrong", std::move(rows));
}

// The clauses that were not checked, or the formula that was not followed.
void add_rules(Data& item, const record::Finding& finding, const terms::Instruction* instruction) {
  std::vector<Data> rules;
  const auto rule = [&](const std::string& id, const std::string& formula, const std::vector<terms::Cite>& cites) {
    Data one = object();
    set(one, "rule_id", id);
    set(one, "formula", formula);
    set_list(one, "cites", citations(cites));
    rules.push_back(std::move(one));
  };
  for (const std::string& id : finding.clauses) {
    const terms::Clause* clause = instruction ? instruction->find_clause(id) : nullptr;
    if (clause) rule(id, terms::print(*instruction, clause->predicate.tree()), clause->cites);
    else rule(id, "", {});
  }
  set(item, "rule_heading", finding.clauses.empty() ? "What the instruction means" : "Rule that the tuple breaks");
  if (finding.clauses.empty() && instruction)
    for (const terms::Effect& effect : instruction->effects) rule("", terms::print(*instruction, effect), effect.cites);
  set_flag(item, "has_rules", !rules.empty());
  set_list(item, "rules", std::move(rules));
}

void add_members(Data& item, const record::Finding& finding) {
  std::vector<Data> members;
  for (const record::Member& member : finding.members) {
    Data one = object();
    set(one, "name", member.name);
    set(one, "file", member.file);
    const std::pair<std::string_view, std::string_view> filter[] = {{"case", member.name}};
    set(one, "href", link(filter));
    members.push_back(std::move(one));
  }
  set(item, "members_count", fmt::format("{} of {}", members.size(), counted(finding.cases, "case")));
  set_flag(item, "has_members", !members.empty());
  set_list(item, "members", std::move(members));
}

void add_readings(Data& item, const record::Finding& finding) {
  std::vector<std::string> lines;
  for (const std::string& reading : finding.explained_by) lines.push_back("Explained in full by the reading " + reading + ": every case passes under it.");
  for (const auto& [reading, count] : finding.partly_explained_by)
    lines.push_back(fmt::format("{} of {} pass under the reading {}.", grouped(count), counted(finding.cases, "case"), reading));
  set_lines(item, "readings", lines);
}

Data finding_item(const RunReport& report, const record::Finding& finding, std::size_t index, nlohmann::ordered_json& spoken) {
  Data item = object();
  const std::string id = fmt::format("finding-{}", index + 1);
  set(item, "finding_anchor", id);
  set(item, "number", index + 1);
  set(item, "finding_id", finding.id);
  set(item, "kind", finding.kind);
  set(item, "who", fmt::format("{}", fmt::join(finding.instructions, ", ")));
  set(item, "cases", counted(finding.cases, "case"));
  set(item, "also", fmt::format("{}", fmt::join(finding.also, ", ")));
  set(item, "fails_for", finding.statement);
  set(item, "tuple", finding.tuple);
  set(item, "verdict", record::name(finding.verdict));
  set(item, "outcome", finding.outcome.empty() ? "not run again" : finding.outcome);
  set(item, "diagnostic", finding.diagnostic);
  set(item, "build", finding.build);
  set(item, "smallness", smallness(finding));
  set(item, "size", fmt::format("{} of tiles, {} valid, {} not zero", counted(finding.tile_bytes, "byte"), counted(finding.valid_elements, "element"), grouped(finding.non_zero)));
  set(item, "file", finding.smallest);
  add_readings(item, finding);
  add_factors(item, finding);
  add_wrong(item, finding);
  add_members(item, finding);
  set_flag(item, "has_pictures", false);
  set_flag(item, "has_shapes", false);
  set_flag(item, "has_scalars", false);
  set(item, "no_picture", "");
  set(item, "profile", "");
  const terms::Instruction* instruction = finding.instructions.empty() ? nullptr : instruction_of(report, finding.instructions.front());
  if (index >= kDrawn) {
    set(item, "no_picture", fmt::format("Only the first {} findings are drawn.", kDrawn));
  } else {
    try {
      const Case smallest = record::load_case(report.folder / finding.smallest);
      if (const terms::Instruction* own = instruction_of(report, smallest.tuple.mnemonic)) instruction = own;
      set(item, "profile", pto_cts::name(smallest.profile));
      add_pictures(item, finding, smallest, instruction, id, spoken);
    } catch (const record::BadInput&) {  // Its message may name folders of this machine.
      set(item, "no_picture", "Nothing is drawn: the file of the smallest case cannot be read.");
    }
  }
  add_rules(item, finding, instruction);
  return item;
}

}  // namespace

std::string add_findings(Data& page, const RunReport& report) {
  nlohmann::ordered_json spoken = nlohmann::ordered_json::object();
  std::vector<Data> items;
  for (std::size_t i = 0; i < report.findings.size(); ++i) items.push_back(finding_item(report, report.findings[i], i, spoken));
  set_flag(page, "has_findings", !items.empty());
  set(page, "findings_count", report.findings.size());
  set_list(page, "findings", std::move(items));
  return for_script(spoken.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace pto_cts::reports::html
