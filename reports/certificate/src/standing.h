// SPDX-License-Identifier: MIT
// How a backend stands in each dimension on one profile, and whether the text of a rejection says what is wrong.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "pto_cts/certificate/statement.h"

namespace pto_cts::reports {

/// The words of a text, in lower case: runs of letters with the digits that follow, parted where a
/// capital follows a small letter ("GetValidRow" has get, valid, row).
std::set<std::string> words_of(std::string_view text);

/// What a diagnostic may say to name something of the clause: the properties of tiles that its predicate compares, in
/// the words of the pages and of the intrinsics ("valid", "row", "layout", "capacity"); "align*" stands for all that
/// begin so.
std::set<std::string> words_for(const terms::Clause& clause);

/// True where a text holds one of those words, in the plural or not, or the clause's id.
bool names_something_of(std::string_view text, const terms::Clause& clause);

/// Kinds of deviation of a rejection's text, for waivers beside the kinds of failure.
inline constexpr const char* kSilent = "silent rejection";
inline constexpr const char* kVarying = "varying diagnostic";
inline constexpr const char* kVague = "vague diagnostic";

/// Takes the results of one profile and adds up what they show.
class ProfileTally {
 public:
  ProfileTally(Profile profile, const std::vector<terms::Instruction>& instructions,
               std::vector<record::Waiver>& waivers);

  void add(const record::Result& result);

  /// The four dimensions, what the rejections said, and the level without regard to the kind of package.
  record::ProfileStatement statement() const;

 private:
  /// Deviations in one dimension, by kind.
  struct Faults {
    std::map<std::string, std::uint64_t> standing, waived;
  };

  void add_fault(std::initializer_list<Faults*> dimensions, const record::Result& result, const std::string& kind);
  void add_rejection(const record::Result& result);
  void add_clauses(const record::Result& result);
  record::DimensionStanding standing_of(record::Dimension dimension, const Faults& faults,
                                        std::vector<std::string> unseen) const;

  Profile profile_;
  const std::vector<terms::Instruction>& instructions_;
  std::vector<record::Waiver>& waivers_;  ///< Counts what they waive.
  Faults structure_, semantic_, legality_, diagnostic_;
  std::map<std::string, std::uint64_t> unseen_values_, unseen_legality_;  ///< By what is not observed.
  std::map<std::string, bool> clauses_;  ///< Whether some case shows that it is checked.
  std::set<std::string> environment_;
  std::uint64_t legal_run_ = 0, illegal_run_ = 0;
  record::DiagnosticCounts said_;
  std::map<std::pair<std::string, std::string>, bool> vague_;  ///< By clauses and text.
};

}  // namespace pto_cts::reports
