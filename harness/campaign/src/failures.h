// SPDX-License-Identifier: MIT
// Failing cases of a campaign: which are saved, what explains them, and their causes.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/plan.h"
#include "pto_cts/campaign/suite.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/minimise/findings.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/finding.h"

namespace pto_cts::campaign {

/// Keeps enough failing cases of every sort, not all of a flood.
class FailureArchive {
 public:
  explicit FailureArchive(const Request& request) : request_(request) {}

  void keep(const Case& subject, const record::Result& result) {
    if (saved_[{result.instruction, result.profile, result.detail}]++ >= request_.saved_cases) return;
    save(subject, result.case_hash);
  }

  /// Saves the case too, if it is not yet, and says where it is.
  std::string file_of(const Case& subject) {
    const std::string hash = record::case_hash(subject);
    if (!files_.contains(hash)) save(subject, hash);
    return case_file_of(hash).string();
  }

  /// One case for each fault of the backend itself, so that it can be seen again.
  void keep_environment(const Case& subject, const record::Result& result) {
    for (const std::string& fault : result.environment)
      if (environment_.insert(fault).second) save(subject, result.case_hash);
  }
  std::uint64_t total() const { return total_; }

 private:
  void save(const Case& subject, const std::string& hash) {
    record::save_case(request_.out / case_file_of(hash), subject);
    if (files_.insert(hash).second) ++total_;
  }

  const Request& request_;
  std::map<std::tuple<std::string, Profile, std::string>, std::uint64_t> saved_;
  std::set<std::string> environment_, files_;
  std::uint64_t total_ = 0;
};

/// Whether another reading of a disputed rule explains a failure: the readings that a campaign does not follow.
class Alternatives {
 public:
  /// Both outlive this object.
  Alternatives(const Suite& suite, judge::Judge& judge) : suite_(suite), judge_(judge) {}

  /// The readings, each beside those of the suite, under which the case passes. It runs again for each reading that makes
  /// another instruction of it, and under which such an outcome may be right: no reading explains a breakdown. A reading that
  /// gives other values has to give one to some element: that it leaves open what was wrong explains nothing.
  std::vector<std::string> explaining(const Case& subject, const judge::Judged& failed);

 private:
  struct Reading {
    std::string name;
    terms::Instruction instruction;
    bool same_values = false;  ///< It only leaves out elements that the suite's reading judges.
  };
  const std::vector<Reading>& of(const std::string& mnemonic);

  const Suite& suite_;
  judge::Judge& judge_;
  std::map<std::string, std::vector<Reading>> known_;  ///< By mnemonic.
};

/// The causes of what failed, each with its smallest case.
std::vector<record::Finding> find_causes(const Suite& suite, backend::Backend& backend, const Request& request, const Plan& plan,
                                         FailureArchive& archive, const std::vector<minimise::Failure>& failures,
                                         std::uint64_t& ungrouped);

}  // namespace pto_cts::campaign
