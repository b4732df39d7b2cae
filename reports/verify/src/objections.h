// SPDX-License-Identifier: MIT
// Why a package is refused.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pto_cts::reports {

class Objections {
 public:
  /// Objections of one kind are listed up to a number, then counted. `kind` is a plural: "verdicts".
  void add(const std::string& kind, std::string text);

  bool empty() const { return lines_.empty(); }

  /// In the order in which they were raised, counts at the end.
  std::vector<std::string> lines() const;

 private:
  std::vector<std::string> lines_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace pto_cts::reports
