// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <fmt/format.h>

#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "pto_cts/record/statement.h"
#include "text.h"

namespace pto_cts::reports {
namespace {

using namespace ci;

using record::Judgement;
using record::Result;

constexpr std::size_t kJunitBytes = 2000;  // Of one text in the file: a diagnostic may be long.

void set(pugi::xml_node node, const char* key, std::string_view text) {
  node.append_attribute(key).set_value(one_line(text, kJunitBytes).c_str());
}

void set(pugi::xml_node node, const char* key, std::uint64_t number) { node.append_attribute(key).set_value(std::to_string(number).c_str()); }

void add_property(pugi::xml_node properties, const char* key, std::string_view value) {
  pugi::xml_node property = properties.append_child("property");
  set(property, "name", key);
  set(property, "value", value);
}

void add_text(pugi::xml_node node, const std::string& text) { node.append_child(pugi::node_pcdata).set_value(text.c_str()); }

// What became of the cases of one cell.
struct CellCases {
  std::map<Judgement, std::uint64_t> judgements;
  std::map<std::string, std::uint64_t> kinds;    // Of those that fail.
  std::map<std::string, std::uint64_t> reasons;  // Why there is no pass, without fails.
  const Result* first_fail = nullptr;  // That is not waived.
  std::map<std::string, std::uint64_t> rationales;  // Of waivers, with the cases that they waive.
  std::map<std::string, std::uint64_t> findings;  // Ids, with the members that are known.

  std::uint64_t count(Judgement judgement) const {
    const auto found = judgements.find(judgement);
    return found == judgements.end() ? 0 : found->second;
  }
  std::uint64_t total() const {
    std::uint64_t all = 0;
    for (const auto& [judgement, cases] : judgements) all += cases;
    return all;
  }
  bool fails() const { return first_fail != nullptr; }
  bool is_skipped() const { return !fails() && (count(Judgement::pass) == 0 || !rationales.empty()); }
};

using Suite = std::map<std::string, CellCases>;  // By cell.

std::map<std::string, std::string> findings_of_cases(const std::vector<record::Finding>& findings) {
  std::map<std::string, std::string> ids;
  for (const record::Finding& finding : findings)
    for (const record::Member& member : finding.members) ids[member.name] = finding.id;
  return ids;
}

const record::Waiver* waiver_of(const record::Statement& statement, const Result& result) {
  for (const record::Waiver& waiver : statement.waivers)
    if (record::waives(waiver, result.name, result.detail)) return &waiver;
  return nullptr;
}

std::map<record::SummaryKey, Suite> suites_of(const RunReport& report) {
  const std::map<std::string, std::string> ids = findings_of_cases(report.findings);
  std::map<record::SummaryKey, Suite> suites;
  for (const Result& result : report.results) {
    const std::string cell = result.cell.empty() ? std::string(record::name(result.kind)) : result.cell;
    CellCases& cases = suites[{result.instruction, result.profile}][cell];
    ++cases.judgements[result.judgement];
    if (result.judgement == Judgement::pass) continue;
    if (result.judgement != Judgement::fail) {
      const std::string word(record::name(result.judgement));
      ++cases.reasons[result.detail.empty() ? word : word + ": " + result.detail];
      continue;
    }
    if (const record::Waiver* waiver = waiver_of(report.statement, result)) {
      ++cases.rationales[waiver->rationale];
      continue;
    }
    ++cases.kinds[result.detail];
    if (!cases.first_fail) cases.first_fail = &result;
    if (const auto found = ids.find(result.name); found != ids.end()) ++cases.findings[found->second];
  }
  return suites;
}

std::string failure_text(const CellCases& cases) {
  const Result& first = *cases.first_fail;
  std::string text = fmt::format("first: {}\n", first.name);
  const auto add = [&](const char* what, const std::string& value) {
    if (!value.empty()) text += fmt::format("{}: {}\n", what, one_line(value, kJunitBytes));
  };
  add("file", first.case_file);
  for (const auto& [id, members] : cases.findings) add("finding", id);
  add("kinds", by_count(cases.kinds, cases.kinds.size()));
  add("outcome", first.outcome);
  add("diagnostic", first.diagnostic);
  add("build", first.build);
  if (first.mismatches) add("differs", fmt::format("{} of {} judged elements", first.mismatches->differing, first.mismatches->judged));
  add("element", first_mismatch(first.mismatches));
  add("clauses", joined(first.clauses, ", "));
  add("waived", by_count(cases.rationales, cases.rationales.size()));
  add("passes under", joined(first.explained_by, ", "));
  return clean(text);
}

void add_testcase(pugi::xml_node suite, const record::SummaryKey& key, const std::string& cell, const CellCases& cases) {
  pugi::xml_node node = suite.append_child("testcase");
  set(node, "classname", fmt::format("{}.{}", name(key.profile), key.instruction));
  set(node, "name", cell);
  pugi::xml_node properties = node.append_child("properties");
  for (const auto& [judgement, count] : cases.judgements)
    add_property(properties, std::string(record::name(judgement)).c_str(), std::to_string(count));
  if (cases.fails()) {
    pugi::xml_node failure = node.append_child("failure");
    set(failure, "message", fmt::format("{}: {} of {} fail", cases.first_fail->detail, cases.count(Judgement::fail), counted(cases.total(), "case")));
    set(failure, "type", cases.first_fail->detail);
    add_text(failure, failure_text(cases));
  } else if (cases.is_skipped()) {
    std::vector<std::string> why;
    if (!cases.rationales.empty()) why.push_back("waived: " + by_count(cases.rationales, cases.rationales.size()));
    if (!cases.reasons.empty()) why.push_back(by_count(cases.reasons, cases.reasons.size()));
    set(node.append_child("skipped"), "message", joined(why, ", "));
  }
}

struct Totals {
  std::uint64_t tests = 0, failures = 0, errors = 0, skipped = 0;

  void add(const Totals& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    skipped += more.skipped;
  }
};

void set(pugi::xml_node node, const Totals& totals) {
  set(node, "tests", totals.tests);
  set(node, "failures", totals.failures);
  set(node, "errors", totals.errors);
  set(node, "skipped", totals.skipped);
}

void add_run_properties(pugi::xml_node suite, const record::Statement& statement) {
  const record::RunHeader& run = statement.run;
  pugi::xml_node properties = suite.append_child("properties");
  add_property(properties, "kind", record::name(statement.kind));
  add_property(properties, "backend", run.backend);
  if (!run.backend_version.empty()) add_property(properties, "backend-version", run.backend_version);
  add_property(properties, "backend-hash", run.backend_hash);
  add_property(properties, "suite-version", run.suite_version);
  add_property(properties, "spec-hash", run.spec_hash);
  add_property(properties, "seed", std::to_string(run.seed));
  if (!run.interpretations.empty()) add_property(properties, "interpretations", joined(run.interpretations, ", "));
}

Totals add_suite(pugi::xml_node root, const record::Statement& statement, const record::SummaryKey& key, const Suite& cells) {
  Totals totals;
  for (const auto& [cell, cases] : cells) {
    ++totals.tests;
    totals.failures += cases.fails() ? 1 : 0;
    totals.skipped += cases.is_skipped() ? 1 : 0;
  }
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", fmt::format("{}.{}", name(key.profile), key.instruction));
  set(suite, totals);
  add_run_properties(suite, statement);
  for (const auto& [cell, cases] : cells) add_testcase(suite, key, cell, cases);
  return totals;
}

// What belongs to no case.
Totals add_run_suite(pugi::xml_node root, const RunReport& report) {
  const std::uint64_t planned = report.statement.run.planned_total;
  const std::uint64_t missing = planned > report.results.size() ? planned - report.results.size() : 0;
  const std::map<std::string, std::uint64_t>& faults = report.summary.total.environment;
  Totals totals{faults.size() + (missing > 0 ? 1 : 0), 0, faults.size(), missing > 0 ? 1u : 0u};
  if (totals.tests == 0) return totals;
  pugi::xml_node suite = root.append_child("testsuite");
  set(suite, "name", "run");
  set(suite, totals);
  add_run_properties(suite, report.statement);
  std::uint64_t number = 0;
  for (const auto& [fault, cases] : faults) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", "run");
    set(node, "name", fmt::format("backend fault {}", ++number));
    pugi::xml_node error = node.append_child("error");
    set(error, "message", fmt::format("{}; {} met it", fault, counted(cases, "case")));
    set(error, "type", "environment");
  }
  if (missing > 0) {
    pugi::xml_node node = suite.append_child("testcase");
    set(node, "classname", "run");
    set(node, "name", "cases without a record");
    add_property(node.append_child("properties"), "not-run", std::to_string(missing));
    set(node.append_child("skipped"), "message", fmt::format("not-run: {} of {} planned cases have no record", missing, planned));
  }
  return totals;
}

}  // namespace

std::string junit_xml(const RunReport& report) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  // The totals stand before what they count.
  pugi::xml_document suites;
  Totals totals = add_run_suite(suites, report);
  for (const auto& [key, cells] : suites_of(report)) totals.add(add_suite(suites, report.statement, key, cells));
  pugi::xml_node root = document.append_child("testsuites");
  set(root, "name", "pto-cts " + report.statement.run.backend);
  set(root, totals);
  for (const pugi::xml_node suite : suites) root.append_copy(suite);
  std::ostringstream text;
  document.save(text, " ", pugi::format_indent, pugi::encoding_utf8);
  return text.str();
}

}  // namespace pto_cts::reports
