// SPDX-License-Identifier: MIT
// Which cases a campaign runs, in which order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/proofs/memory.h"

namespace pto_cts::campaign {

/// The example numbered `k` of the instruction's pages, or case `k` of a cell.
struct PlannedCase {
  std::size_t domain = 0;
  std::size_t cell = kExample;
  std::uint64_t k = 0;

  static constexpr std::size_t kExample = SIZE_MAX;
};

using Domains = std::vector<generators::Domain>;

/// The domains of all these instructions on all these profiles, instruction by instruction.
/// Throws record::BadInput where the suite has no such instruction.
Domains domains_of(const Suite& suite, const std::vector<std::string>& instructions,
                                           const std::vector<Profile>& profiles, const proofs::Memory& memory = {});

/// Finds the first tuples of all cells of these domains, for the memory.
void find_all_first_tuples(const Suite& suite, const std::vector<std::string>& instructions,
                           const std::vector<Profile>& profiles, const proofs::Memory& memory);

/// Of the cases of one instruction on one profile, six in ten are legal, three illegal; each kind is spread evenly over
/// its cells. A larger campaign runs every case of a smaller one.
class Plan {
 public:
  /// pre: `instructions` are mnemonics of the suite, and there are profiles. `cases` is the total.
  Plan(const Suite& suite, const std::vector<std::string>& instructions, const std::vector<Profile>& profiles,
       std::uint64_t cases, const proofs::Memory& memory = {});
  /// Over domains that have been made; what only reads them may share them.
  Plan(std::shared_ptr<const Domains> domains, std::uint64_t cases);

  const Domains& domains() const { return *domains_; }
  const std::vector<PlannedCase>& cases() const { return cases_; }

  generators::Generated generate(const PlannedCase& planned, std::uint64_t seed) const;
  /// Finds the first tuples of those of these cases that need one, all domains side by side, and remembers them.
  void find_first_tuples(const std::vector<std::uint64_t>& cases) const;
  /// Name of a planned case.
  std::string case_name(const PlannedCase& planned) const;

  /// Id of the cell of a planned case; "example/<name>" for an example.
  std::string cell_id(const PlannedCase& planned) const;

 private:
  void plan_domain(std::size_t domain, std::uint64_t cases);

  std::shared_ptr<const Domains> domains_;
  std::vector<PlannedCase> cases_;
  terms::Readings readings_;
  proofs::Memory memory_;
};

}  // namespace pto_cts::campaign
