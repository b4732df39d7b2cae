// SPDX-License-Identifier: MIT
// The folder of a report: what a campaign writes there, and nothing else, may be deleted; and the results in it of a
// run that has not ended, so that they outlive a program that is stopped.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>

#include "pto_cts/record/records.h"

namespace pto_cts::campaign {

inline constexpr const char* kPlan = "plan.jsonl";
inline constexpr const char* kRecords = "records.jsonl";
inline constexpr const char* kFindingsFile = "findings.json";
inline constexpr const char* kCases = "cases";
inline constexpr const char* kFindings = "findings";

/// Deletes temporary files that a run cut short has left among the report's. pre: as of remove_findings().
void remove_temporary_files(const std::filesystem::path& out);

/// Deletes findings.json, cases/ and findings/. pre: check_folder() or prepare_folder() has passed the folder.
void remove_findings(const std::filesystem::path& out);

/// Results by their place in the plan.
using ResultsByIndex = std::map<std::uint64_t, record::Result>;

/// records.partial.jsonl: the header of the run, then results as they come. What is in it a second after a result came is
/// there whatever becomes of the process.
class Journal {
 public:
  /// Begins with results that are known already.
  Journal(const std::filesystem::path& out, const record::RunHeader& header, const ResultsByIndex& known);

  void add(const record::Result& result);

  /// Removes the file: the results are elsewhere.
  void close();

  static std::filesystem::path path_in(const std::filesystem::path& out);
  /// Its name until all that is known is in it.
  static std::filesystem::path begun_in(const std::filesystem::path& out);

  /// Leaves a sign that a run is being planned there, so that one which is cut short then can be resumed.
  static void announce(const std::filesystem::path& out);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(const std::string& line);

  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
  std::chrono::steady_clock::time_point flushed_ = std::chrono::steady_clock::now();
};

/// Results that a run which is cut short, or whose budget ended, has left in a folder.
struct Earlier {
  ResultsByIndex kept;   ///< Need not be made again.
  ResultsByIndex again;  ///< Failures, and what met a fault of the backend: they are made again, since causes are looked for.
};

/// Throws record::BadInput where there is nothing to resume, and where it is of another run.
Earlier earlier_results(const std::filesystem::path& out, const record::RunHeader& header);

/// What is recorded of a case that failed earlier and was made again: a failure that does not come back stays one, of a
/// backend that is not deterministic.
record::Result with_earlier(record::Result now, const record::Result& earlier);

}  // namespace pto_cts::campaign
