// SPDX-License-Identifier: MIT
// Whether another reading of a disputed rule explains a failure.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pto_cts/campaign/suite.h"
#include "pto_cts/judge/judge.h"

namespace pto_cts::campaign {

/// The readings that a campaign does not follow.
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

}  // namespace pto_cts::campaign
