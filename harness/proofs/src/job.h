// SPDX-License-Identifier: MIT
// The unit of proof work: one instruction on one profile, its cells, or one instruction across profiles.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pto_cts/proofs/proofs.h"

namespace pto_cts::proofs {

struct Job {
  enum class Kind : std::uint8_t { profile, across, cells };
  Kind kind = Kind::profile;
  const terms::Instruction* instruction = nullptr;
  Profile profile = Profile::cpu_sim;
  std::size_t like = 0;  ///< Place of the job whose result is this one's but for names; its own where there is none.
};

/// SMT-LIB 2 scripts that state their answers, by file name.
using Scripts = std::map<std::string, std::string>;

struct JobResult {
  std::vector<smt::Obligation> obligations;
  std::vector<Cell> cells;
  Scripts scripts{};  ///< Where they are asked for.
};

/// With what another solver needs to check them.
struct JobRuns {
  std::vector<smt::ProofRun> proofs;
  smt::CellRun decisions;
  std::vector<Cell> cells;
};

/// Whether all that is proved on one profile holds on the other: no rule is of one alone, and no dispute tells them apart.
/// What cpu_sim makes of the verdicts of devices is its own.
bool alike(const terms::Instruction& instruction, Profile a, Profile b);

/// The result of a job as that of one which is like it.
JobResult renamed(JobResult result, const Job& from, const Job& to);

/// "a5-tmuls", "a5-tmuls-cells", "all-tmuls".
std::string name_of(const Job& job);

/// `groups` as in smt::ProofOptions.
JobRuns do_job(const Job& job, const terms::Readings& readings, std::vector<std::string> groups = {});

/// A remembered result, with its scripts if they are wanted; nothing where there is none, or where it is not whole.
std::optional<JobResult> recall(const Memory& memory, const std::string& key, bool with_scripts);
void remember(const Memory& memory, const std::string& key, const JobResult& result);

/// The queries of a job.
Scripts scripts_of(const Job& job, const JobRuns& runs);

}  // namespace pto_cts::proofs
