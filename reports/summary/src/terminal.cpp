// SPDX-License-Identifier: MIT
#include "pto_cts/reports/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace pto_cts::reports {
namespace {

std::string row(const std::string& instruction, const std::string& profile, const record::Counts& c) {
  return fmt::format("{:<16} {:<8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>13} {:>15} {:>7} {:>7}\n", instruction, profile,
                     c.planned, c.run, c.pass, c.fail, c.undecided, c.not_supported, c.not_expressible, c.not_run,
                     c.vacuous);
}

// The most frequent first; a long tail is counted, not listed.
std::string by_count(const std::map<std::string, std::uint64_t>& counts, const char* title) {
  if (counts.empty()) return {};
  constexpr std::size_t kShown = 8;
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text = fmt::format("\n{}\n", title);
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < kShown) text += fmt::format("  {:>8}  {}\n", sorted[i].second, sorted[i].first);
    else rest += sorted[i].second;
  }
  if (rest > 0) text += fmt::format("  {:>8}  for {} further reasons\n", rest, sorted.size() - kShown);
  return text;
}

}  // namespace

std::string conclusion(const record::RunHeader& header, const record::Counts& total) {
  std::string under;
  for (const std::string& reading : header.interpretations) under += (under.empty() ? " under " : ", ") + reading;
  if (!total.environment.empty())
    return fmt::format("{}: does not conform{}: it is broken in itself, and {} of {} cases fail", header.backend, under, total.fail, total.run);
  if (total.run == 0) return fmt::format("{}: nothing ran", header.backend);
  if (total.fail > 0) return fmt::format("{}: does not conform{}: {} of {} cases fail", header.backend, under, total.fail, total.run);
  return fmt::format("{}: no failure{} in {} cases", header.backend, under, total.run);
}

std::string terminal_summary(const record::RunHeader& header, const record::Summary& summary, const RunFacts& facts) {
  std::string text = fmt::format("backend {}, seed {}, shard {}, spec {}\n\n", header.backend, header.seed,
                                 record::to_text(header.shard), header.spec_hash.substr(0, 12));
  text += fmt::format("{:<16} {:<8} {:>8} {:>8} {:>8} {:>7} {:>9} {:>13} {:>15} {:>7} {:>7}\n", "instruction", "profile",
                      "planned", "run", "pass", "fail", "undecided", "not supported", "not expressible", "not run",
                      "vacuous");
  for (const auto& [key, counts] : summary.rows) text += row(key.instruction, std::string(name(key.profile)), counts);
  text += row("total", "", summary.total);
  text += by_count(summary.total.environment, "environment: faults of the backend itself, and the cases that met them");
  text += by_count(summary.total.fail_kinds, "failures by kind");
  text += by_count(summary.total.explained_by, "failures that pass under another reading of a disputed rule");
  text += by_count(summary.total.undecided_reasons, "undecided");
  text += by_count(summary.total.not_observed, "not observed");
  text += fmt::format("\ncells: {} of {} covered, {} boundaries infeasible; {} draws replaced\n", facts.cells_covered,
                      facts.cells_feasible, facts.cells_infeasible, summary.total.replaced);
  if (summary.total.fail > 0) text += fmt::format("{} failing cases saved\n", facts.cases_saved);
  return text;
}

}  // namespace pto_cts::reports
