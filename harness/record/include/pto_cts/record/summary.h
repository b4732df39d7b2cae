// SPDX-License-Identifier: MIT
// Counts of a run.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>

#include "pto_cts/record/result.h"

namespace pto_cts::record {

/// Laws: planned = run + not_supported + not_expressible + not_run, and run = pass + fail + undecided; the values of
/// fail_kinds add up to fail, those of undecided_reasons to undecided. Vacuous cases are counted under their judgement
/// as well.
struct Counts {
  std::uint64_t planned = 0;
  std::uint64_t run = 0;
  std::uint64_t pass = 0;
  std::uint64_t fail = 0;
  std::uint64_t undecided = 0;
  std::uint64_t not_supported = 0;
  std::uint64_t not_expressible = 0;
  std::uint64_t not_run = 0;
  std::uint64_t vacuous = 0;
  std::uint64_t replaced = 0;
  std::map<std::string, std::uint64_t> fail_kinds;         ///< By Result::detail.
  std::map<std::string, std::uint64_t> undecided_reasons;  ///< By Result::detail.
  std::map<std::string, std::uint64_t> not_observed;       ///< Cases in which the backend did not let this be seen.
  std::map<std::string, std::uint64_t> environment;        ///< Cases that met this fault of the backend itself.
  std::map<std::string, std::uint64_t> explained_by;       ///< Failing cases that pass under this reading.

  friend bool operator==(const Counts&, const Counts&) = default;
};

/// Coverage of the cells.
struct CellCounts {
  std::uint64_t feasible = 0;    ///< Cells that some tuple fills.
  std::uint64_t covered = 0;     ///< Of these, cells of which a case ran.
  std::uint64_t infeasible = 0;  ///< Cells of legal tuples that the solver proves empty.
  std::uint64_t unknown = 0;     ///< Those that no tuple was found for, and the solver did not decide.

  friend bool operator==(const CellCounts&, const CellCounts&) = default;
};

struct SummaryKey {
  std::string instruction;
  Profile profile = Profile::cpu_sim;

  friend bool operator==(const SummaryKey&, const SummaryKey&) = default;
  friend bool operator<(const SummaryKey& a, const SummaryKey& b) {
    return std::tie(a.instruction, a.profile) < std::tie(b.instruction, b.profile);
  }
};

struct Summary {
  Counts total;
  std::map<SummaryKey, Counts> rows;  ///< By instruction, then profile.

  friend bool operator==(const Summary&, const Summary&) = default;
};

Summary summarise(std::span<const Result> results);

}  // namespace pto_cts::record
