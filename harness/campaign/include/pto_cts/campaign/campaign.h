// SPDX-License-Identifier: MIT
// A whole campaign: plan, generate, run, judge, record.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/campaign/suite.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/record/finding.h"
#include "pto_cts/record/records.h"
#include "pto_cts/record/summary.h"

namespace pto_cts::campaign {

inline constexpr std::uint64_t kDefaultCases = 100'000;

struct Request {
  std::vector<std::string> instructions;  ///< Mnemonics; they are run in this order.
  std::vector<Profile> profiles;
  std::uint64_t cases = kDefaultCases;  ///< Total over all instructions and profiles.
  std::uint64_t seed = 1;
  record::Shard shard;
  std::string backend_name;
  std::string backend_version;
  std::string backend_hash;      ///< See backend_hash().
  std::string suite_version;
  std::filesystem::path out;     ///< Folder of plan.jsonl, records.jsonl, findings.json, cases/ and findings/.
  bool resume = false;           ///< Goes on where an earlier run of the same request in this folder was cut short.
  std::optional<std::chrono::duration<double>> budget;  ///< Cases that are not reached in this time are not run.
  std::uint64_t saved_cases = 100;  ///< Failing cases saved with their bytes, for each instruction, profile and kind.
  std::function<void(const record::RunHeader&)> begins{};  ///< Called when the run is sure to begin, before it writes anything.
  proofs::Memory memory{};  ///< Of first tuples and of cells that cannot be filled.
  std::chrono::duration<double> minimise{60};  ///< For the search of causes and smallest cases; 0 leaves it out.
};

struct Progress {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  std::uint64_t failed = 0;
};

using record::CellCounts;

struct Outcome {
  record::Summary summary;
  CellCounts cells;
  std::uint64_t saved = 0;  ///< Failing cases saved.
  std::uint64_t ungrouped = 0;  ///< Failing cases that are in no finding, because there were too many, or no time to look at them.
  std::vector<record::Finding> findings{};
  std::vector<record::Result> results{};  ///< As they are in records.jsonl.
  std::map<std::string, std::string> written{};  ///< SHA-256 of plan, records and findings, when they were written.
};

/// Where a failing case is saved, relative to the folder of the run.
std::filesystem::path case_file_of(std::string_view case_hash);

/// Writes findings.json into the folder of the run.
void write_findings(const std::filesystem::path& out, const std::vector<record::Finding>& findings);

/// Digest of the spec: equal for equal rules and meanings.
std::string spec_hash();

/// What a run of this request is asked, over `planned` cases in all.
record::RunHeader header_of(const Suite& suite, const Request& request, std::uint64_t planned);

/// As long as it lives no other run writes into the folder, which is made where there is none. The kernel holds the lock,
/// and lets go of it with the process. Throws record::BadInput where another has it.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// Refuses a folder that holds anything but a report, with record::BadInput.
void check_folder(const std::filesystem::path& out);

/// Makes the folder of a report, or empties that of an earlier run. Refuses as check_folder(), and one that cannot be
/// written.
void prepare_folder(const std::filesystem::path& out);

/// Coverage of a complete run, from its results.
CellCounts count_cells(const Domains& domains, const terms::Readings& readings, const std::vector<record::Result>& results,
                       const proofs::Memory& memory = {});

/// Runs the cases of the request's shard on the backend and writes out/plan.jsonl, out/records.jsonl, and of what failed
/// out/findings.json with the smallest cases in out/findings/; `progress` is called now and then.
/// What is written holds no time, host or path, and does not depend on how the plan is sharded; with a budget, which cases
/// run depends on the machine, and they are spread over the plan.
/// Until the end the results are in out/records.partial.jsonl, in the order in which they come; a run that is to be resumed
/// takes those that passed or are undecided from there, or from the records of a run whose budget ended, and runs the
/// others. Throws record::BadInput where they are of another request.
Outcome run(const Suite& suite, backend::Backend& backend, const Request& request,
            const std::function<void(const Progress&)>& progress);

/// Hands the calls that such a run begins with to `writer`, in its order, and judges nothing.
void emit(const Suite& suite, backend::Backend& writer, const Request& request);

/// The record of one judged case.
record::Result result_of(const Case& subject, const terms::Instruction& instruction, const judge::Judged& judged);

}  // namespace pto_cts::campaign
