// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/plan.h"

#include <algorithm>
#include <numeric>

namespace pto_cts::campaign {
namespace {

using generators::Cell;

// How many of `total` fall to the share with this rank of `n`. No share shrinks when the total grows.
std::uint64_t share(std::uint64_t total, std::uint64_t rank, std::uint64_t n) { return total / n + (rank < total % n ? 1 : 0); }

// In which order cells get their next case: scattered, so that a small campaign does not run the first cells only.
std::vector<std::uint64_t> scattered_ranks(const std::vector<std::size_t>& cells) {
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [](std::size_t a, std::size_t b) {
    constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;
    return a * kGoldenRatio < b * kGoldenRatio;
  });
  std::vector<std::uint64_t> ranks(cells.size());
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i;
  return ranks;
}

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
  std::vector<std::size_t> of_kind[3];
  for (std::size_t cell = 0; cell < cells.size(); ++cell) of_kind[static_cast<std::size_t>(cells[cell].kind)].push_back(cell);
  // The two grow at different steps, so that no kind shrinks when the total grows.
  const std::uint64_t reject = of_kind[1].empty() ? 0 : drawn * 3 / 10;
  const std::uint64_t target = of_kind[2].empty() ? 0 : (drawn + 5) / 10;
  const std::uint64_t quota[] = {drawn - reject - target, reject, target};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const std::vector<std::uint64_t> ranks = scattered_ranks(of_kind[kind]);
    for (std::size_t i = 0; i < of_kind[kind].size(); ++i) {
      const std::uint64_t n = share(quota[kind], ranks[i], of_kind[kind].size());
      for (std::uint64_t k = 0; k < n; ++k) cases_.push_back({domain, of_kind[kind][i], k});
    }
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
