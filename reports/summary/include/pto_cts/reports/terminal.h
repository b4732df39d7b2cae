// SPDX-License-Identifier: MIT
// The summary of a run for a terminal.
#pragma once

#include <cstdint>
#include <string>

#include "pto_cts/record/run_header.h"
#include "pto_cts/record/summary.h"

namespace pto_cts::reports {

struct RunFacts {
  std::uint64_t cells_covered = 0;
  std::uint64_t cells_feasible = 0;
  std::uint64_t cells_infeasible = 0;
  std::uint64_t cases_saved = 0;
};

/// What was asked, a row for each instruction and profile, failures by kind, undecided cases by reason, and coverage.
std::string terminal_summary(const record::RunHeader& header, const record::Summary& summary, const RunFacts& facts);

/// What a shard says of the backend. It never says that it conforms: statements of packages do.
std::string conclusion(const record::RunHeader& header, const record::Counts& total);

}  // namespace pto_cts::reports
