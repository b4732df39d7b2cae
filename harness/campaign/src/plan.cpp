// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/plan.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "pto_cts/record/bad_input.h"
#include "side_by_side.h"

namespace pto_cts::campaign {
namespace {

using generators::Cell;

// How many of `total` fall to the share with this rank of `n`. No share shrinks when the total grows.
std::uint64_t share(std::uint64_t total, std::uint64_t rank, std::uint64_t n) {
  return total / n + (rank < total % n ? 1 : 0);
}

// In which order n cells get their next case: scattered, so that a small campaign does not run the first cells only;
// but all of the first `before` before the others.
std::vector<std::uint64_t> scattered_ranks(std::size_t n, std::size_t before) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;
    if ((a < before) != (b < before)) return a < before;
    return a * kGoldenRatio < b * kGoldenRatio;
  });
  std::vector<std::uint64_t> ranks(n);
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = i;
  return ranks;
}

void find(const Domains& domains, const std::vector<std::vector<std::size_t>>& cells, const terms::Readings& readings,
          const proofs::Memory& memory) {
  side_by_side(domains.size(), [&](std::size_t i) {
    bool found = false;
    for (const std::size_t cell : cells[i]) found |= domains[i].find_first_tuple(domains[i].cells()[cell]);
    if (found) proofs::remember_first_tuples(domains[i], readings, memory);
  });
}

}  // namespace

Domains domains_of(const Suite& suite, const std::vector<std::string>& instructions,
                                           const std::vector<Profile>& profiles, const proofs::Memory& memory) {
  for (const std::string& mnemonic : instructions)
    if (!suite.find(mnemonic)) throw record::BadInput("instruction " + mnemonic + " is unknown to this version of the suite");
  std::vector<std::optional<generators::Domain>> made(instructions.size() * profiles.size());
  side_by_side(made.size(), [&](std::size_t i) {
    made[i].emplace(*suite.find(instructions[i / profiles.size()]), profiles[i % profiles.size()]);
    proofs::recall_first_tuples(*made[i], suite.readings(), memory);
  });
  Domains domains;
  for (std::optional<generators::Domain>& domain : made) domains.push_back(std::move(*domain));
  return domains;
}

void find_all_first_tuples(const Suite& suite, const std::vector<std::string>& instructions,
                           const std::vector<Profile>& profiles, const proofs::Memory& memory) {
  const Domains domains = domains_of(suite, instructions, profiles, memory);
  std::vector<std::vector<std::size_t>> all;
  for (const generators::Domain& domain : domains) {
    all.emplace_back(domain.cells().size());
    std::iota(all.back().begin(), all.back().end(), std::size_t{0});
  }
  find(domains, all, suite.readings(), memory);
}

Plan::Plan(const Suite& suite, const std::vector<std::string>& instructions, const std::vector<Profile>& profiles,
           std::uint64_t cases, const proofs::Memory& memory)
    : Plan(std::make_shared<const Domains>(domains_of(suite, instructions, profiles, memory)), cases) {
  readings_ = suite.readings();
  memory_ = memory;
}

Plan::Plan(std::shared_ptr<const Domains> domains, std::uint64_t cases) : domains_(std::move(domains)) {
  for (std::size_t i = 0; i < domains_->size(); ++i) plan_domain(i, share(cases, i, domains_->size()));
}

void Plan::find_first_tuples(const std::vector<std::uint64_t>& cases) const {
  std::vector<std::vector<std::size_t>> cells(domains_->size());
  for (const std::uint64_t index : cases)
    if (const PlannedCase& planned = cases_[index]; planned.cell != PlannedCase::kExample && planned.k == 0)
      cells[planned.domain].push_back(planned.cell);
  find(*domains_, cells, readings_, memory_);
}

void Plan::plan_domain(std::size_t domain, std::uint64_t cases) {
  const std::uint64_t examples = std::min<std::uint64_t>(cases, (*domains_)[domain].instruction().examples.size());
  for (std::uint64_t k = 0; k < examples; ++k) cases_.push_back({domain, PlannedCase::kExample, k});
  const std::uint64_t drawn = cases - examples;
  const std::vector<Cell>& cells = (*domains_)[domain].cells();
  std::vector<std::size_t> of_kind[3];
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    of_kind[static_cast<std::size_t>(cells[cell].kind)].push_back(cell);
  // What breaks one clause alone comes first: its first case is the clause's witness, which runs unless the campaign is
  // so small that it would take more than half of it.
  const auto alone = std::stable_partition(of_kind[1].begin(), of_kind[1].end(),
                                           [&](std::size_t cell) { return cells[cell].broken.size() == 1; }) -
                     of_kind[1].begin();
  // The kinds grow at different steps, so that none shrinks when the total grows.
  const std::uint64_t reject =
      of_kind[1].empty()
          ? 0
          : std::max(drawn * 3 / 10, std::min<std::uint64_t>(drawn / 2, static_cast<std::uint64_t>(alone)));
  const std::uint64_t target = of_kind[2].empty() ? 0 : std::min((drawn + 5) / 10, drawn - reject);
  const std::uint64_t quota[] = {drawn - reject - target, reject, target};
  for (std::size_t kind = 0; kind < 3; ++kind) {
    const std::vector<std::uint64_t> ranks =
        scattered_ranks(of_kind[kind].size(), kind == 1 ? static_cast<std::size_t>(alone) : 0);
    for (std::size_t i = 0; i < of_kind[kind].size(); ++i) {
      const std::uint64_t n = share(quota[kind], ranks[i], of_kind[kind].size());
      // The first case of a legal cell is its smallest: where there is room for one case only, a larger one shows more.
      const std::uint64_t first = kind == 0 && n == 1 ? 1 : 0;
      for (std::uint64_t k = first; k < first + n; ++k) cases_.push_back({domain, of_kind[kind][i], k});
    }
  }
}

generators::Generated Plan::generate(const PlannedCase& planned, std::uint64_t seed) const {
  const generators::Domain& domain = (*domains_)[planned.domain];
  if (planned.cell == PlannedCase::kExample) return domain.example(planned.k);
  return domain.generate(domain.cells()[planned.cell], seed, planned.k);
}

std::string Plan::case_name(const PlannedCase& planned) const {
  const generators::Domain& domain = (*domains_)[planned.domain];
  if (planned.cell == PlannedCase::kExample) return domain.example(planned.k).subject->name;
  return domain.case_name(domain.cells()[planned.cell], planned.k);
}

std::string Plan::cell_id(const PlannedCase& planned) const {
  const generators::Domain& domain = (*domains_)[planned.domain];
  return planned.cell == PlannedCase::kExample ? domain.instruction().examples[planned.k].id
                                               : domain.cells()[planned.cell].id;
}

}  // namespace pto_cts::campaign
