// SPDX-License-Identifier: MIT
// Runs that are made up, for tests of reports.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pto_cts/reports/run_report.h"

namespace pto_cts::tests {

/// A text as a hostile backend would send it.
inline const std::string kHostile = "]]><b>&\"'\x01\x1b[31m\xff\xed\xa0\x80|`*_[x](http://x)\r\n::error::@all%0A\xe2\x80\xae" "\xef\xbf\xbf\xc3\xa9";

inline record::Result result(std::string instruction, Profile profile, std::string cell, record::Judgement judgement, std::string detail = {}) {
  record::Result one;
  one.instruction = std::move(instruction);
  one.profile = profile;
  one.cell = std::move(cell);
  one.judgement = judgement;
  one.detail = std::move(detail);
  one.kind = one.cell.starts_with("reject/")   ? record::CaseKind::reject
             : one.cell.starts_with("target/") ? record::CaseKind::target
                                               : record::CaseKind::legal;
  if (one.kind == record::CaseKind::reject) one.clauses = {one.cell.substr(7)};
  return one;
}

/// A report of these results; plan indices and names are given here.
inline reports::RunReport run_report(std::vector<record::Result> results) {
  reports::RunReport report;
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].plan_index = i;
    results[i].name = std::string(name(results[i].profile)) + "/" + results[i].instruction + "/" + results[i].cell + "/" + std::to_string(i);
  }
  record::Statement& statement = report.statement;
  statement.kind = record::PackageKind::reduced;
  statement.reasons = {"--cases 10: less than the 100000 of a certificate"};
  statement.run.suite_version = "0.1.0";
  statement.run.spec_hash = std::string(64, 'a');
  statement.run.backend = "simd";
  statement.run.backend_hash = "built-in";
  statement.run.seed = 7;
  statement.run.planned_total = results.size();
  statement.run.profiles = {Profile::a5};
  report.results = std::move(results);
  report.summary = record::summarise(report.results);
  statement.counts = report.summary.total;
  statement.conforms = statement.counts.pass > 0 && statement.counts.fail == 0;
  statement.sentence = statement.conforms ? "simd: conforms in all cases that the spec decides" : "simd: does not conform";
  return report;
}

/// Two instructions on two profiles; each judgement occurs.
inline reports::RunReport mixed_run() {
  using enum record::Judgement;
  constexpr Profile a5 = Profile::a5, cpu = Profile::cpu_sim;
  std::vector<record::Result> results = {
      result("TMULS", a5, "legal/f32/ND/inside", pass),
      result("TMULS", a5, "legal/f32/ND/inside", pass),
      result("TMULS", a5, "legal/f16/ND/inside", fail, "wrong value"),
      result("TMULS", a5, "legal/f16/ND/inside", pass),
      result("TMULS", a5, "legal/f16/ND/inside", fail, "crashed"),
      result("TMULS", a5, "reject/tmuls.a5.dtype", undecided, "the twin was rejected too"),
      result("TMULS", a5, "target/tmuls.same-type", undecided, "target-defined: executed"),
      result("TMULS", a5, "target/tmuls.same-type", pass),
      result("TPARTADD", a5, "legal/i8/ND/inside", not_supported, "outside what the backend declares"),
      result("TPARTADD", a5, "legal/i8/ND/inside", not_run),
      result("TPARTADD", cpu, "legal/i8/ND/inside", not_expressible, "no such call"),
      result("TPARTADD", cpu, "reject/tpartadd.row-major", fail, "illegal tuple accepted"),
  };
  results[2].outcome = "executed";
  results[2].mismatches = record::MismatchCensus{3, 16, {{"dst", 0, 1, "1 (0x3c00)", "2 (0x4000)"}}};
  results[2].case_file = "cases/0123456789abcdef.json";
  reports::RunReport report = run_report(std::move(results));
  record::Finding finding;
  finding.id = "tmuls/wrong-value/01234567";
  finding.instructions = {"TMULS"};
  finding.kind = "wrong value";
  finding.cases = 2;
  finding.statement = "dtype f16 only";
  finding.smallest = "findings/tmuls.wrong-value.01234567.json";
  finding.tuple = "TMULS out dst=Vec f16 16x16";
  finding.mismatches = report.results[2].mismatches;
  finding.members = {{report.results[2].name, ""}};
  report.findings = {finding};
  report.statement.gaps = {"legality: 3 cases are undecided"};
  return report;
}

inline reports::RunReport passing_run() {
  return run_report({result("TMULS", Profile::a5, "legal/f32/ND/inside", record::Judgement::pass),
                     result("TMULS", Profile::a5, "reject/tmuls.a5.dtype", record::Judgement::pass)});
}

inline reports::RunReport skipped_run() {
  return run_report({result("TMULS", Profile::a5, "legal/f32/ND/inside", record::Judgement::not_supported, "f32 is not declared"),
                     result("TMULS", Profile::a5, "target/tmuls.same-type", record::Judgement::undecided, "target-defined: executed")});
}

/// Every text that a backend or a user has a hand in is hostile.
inline reports::RunReport hostile_run() {
  reports::RunReport report = mixed_run();
  report.results[2].diagnostic = report.results[2].build = report.results[2].outcome = kHostile;
  report.results[2].mismatches->first.front().actual = kHostile;
  report.results[4].detail = kHostile;
  report.results[5].detail = kHostile;
  report.results[5].environment = {kHostile, "exits"};
  report.summary = record::summarise(report.results);
  record::Statement& statement = report.statement;
  statement.counts = report.summary.total;
  statement.run.backend = statement.run.backend_version = statement.sentence = kHostile;
  statement.run.planned_total += 5;  // Cases without a record.
  statement.gaps = statement.reasons = {kHostile, kHostile};
  report.findings.front().statement = report.findings.front().kind = report.findings.front().tuple = kHostile;
  report.findings.front().id = report.findings.front().diagnostic = kHostile;
  return report;
}

}  // namespace pto_cts::tests
