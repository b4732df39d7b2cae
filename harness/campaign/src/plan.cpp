// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/plan.h"

#include <algorithm>

namespace pto_cts::campaign {
namespace {

using generators::Cell;
using generators::CellKind;

// How many of `total` fall to share `i` of `n`, as evenly as can be.
std::uint64_t share(std::uint64_t total, std::uint64_t i, std::uint64_t n) { return total * (i + 1) / n - total * i / n; }

}  // namespace

Plan::Plan(const Suite& suite, const std::vector<std::string>& instructions, const std::vector<Profile>& profiles,
           std::uint64_t cases) {
  for (const std::string& mnemonic : instructions)
    for (const Profile profile : profiles) domains_.emplace_back(*suite.find(mnemonic), profile);
  for (std::size_t i = 0; i < domains_.size(); ++i) plan_domain(i, share(cases, i, domains_.size()));
}

void Plan::plan_domain(std::size_t domain, std::uint64_t cases) {
  const std::uint64_t examples = std::min<std::uint64_t>(cases, domains_[domain].instruction().examples.size());
  for (std::uint64_t k = 0; k < examples; ++k) cases_.push_back({domain, PlannedCase::kExample, k});
  const std::uint64_t drawn = cases - examples;
  const std::vector<Cell>& cells = domains_[domain].cells();
  const auto count = [&](CellKind kind) {
    return static_cast<std::uint64_t>(
        std::count_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.kind == kind; }));
  };
  const std::uint64_t reject = count(CellKind::reject) ? drawn * 3 / 10 : 0;
  const std::uint64_t target = count(CellKind::target) ? drawn / 10 : 0;
  const std::uint64_t quota[] = {drawn - reject - target, reject, target};
  std::uint64_t seen[] = {0, 0, 0};
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    const auto kind = static_cast<std::size_t>(cells[cell].kind);
    const std::uint64_t n = share(quota[kind], seen[kind]++, count(cells[cell].kind));
    for (std::uint64_t k = 0; k < n; ++k) cases_.push_back({domain, cell, k});
  }
}

generators::Generated Plan::generate(const PlannedCase& planned, std::uint64_t seed) const {
  const generators::Domain& domain = domains_[planned.domain];
  if (planned.cell == PlannedCase::kExample) return domain.example(planned.k);
  return domain.generate(domain.cells()[planned.cell], seed, planned.k);
}

std::string Plan::cell_id(const PlannedCase& planned) const {
  const generators::Domain& domain = domains_[planned.domain];
  return planned.cell == PlannedCase::kExample ? domain.instruction().examples[planned.k].id : domain.cells()[planned.cell].id;
}

}  // namespace pto_cts::campaign
