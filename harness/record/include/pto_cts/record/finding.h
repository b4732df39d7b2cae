// SPDX-License-Identifier: MIT
// Findings: failing cases with one cause, in findings.json.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/result.h"

namespace pto_cts::record {

inline constexpr std::int64_t kFindingsSchema = 1;

inline constexpr std::size_t kShownMembers = 3;

/// One thing that was varied from the smallest case, all else being as near to it as the spec allows.
struct Factor {
  std::string name;                  ///< "dtype", "dst.valid-rows", "profile".
  std::vector<std::string> fails;    ///< Values with which some case fails alike.
  std::vector<std::string> passes;   ///< Values with which none of those that were run does.

  friend bool operator==(const Factor&, const Factor&) = default;
};

/// A failing case of the campaign.
struct Member {
  std::string name;
  std::string file;  ///< Relative path of the saved case; empty where it was not saved.

  friend bool operator==(const Member&, const Member&) = default;
};

/// What is known of the smallest case's neighbours.
struct Minimality {
  bool complete = false;         ///< All neighbours were run, and none fails alike.
  std::uint64_t neighbours = 0;  ///< Cases one step simpler.
  std::uint64_t tried = 0;       ///< Cases that the search ran, where the budget ended it.
  bool least_bytes = false;      ///< No tuple that the spec judges alike has tiles of fewer bytes, by proof.

  friend bool operator==(const Minimality&, const Minimality&) = default;
};

struct Finding {
  std::string id;                            ///< "tfillpad/wrong-pad/3f9a2c1b": equal in all runs and shards.
  std::vector<std::string> instructions;     ///< Mnemonics.
  std::string kind;                          ///< As Result::detail.
  std::vector<std::string> also;             ///< Kinds that members have beside it, or instead.
  std::vector<std::string> clauses;          ///< Of accepted or half-done illegal tuples: those not checked.
  std::vector<std::string> explained_by;     ///< Readings under which every member passes.
  std::map<std::string, std::uint64_t> partly_explained_by;  ///< Members that pass under a reading, where not all do.
  std::uint64_t cases = 0;                   ///< Members.
  std::string statement;                     ///< For which tuples it fails, in one sentence.
  std::vector<Factor> factors;
  std::string smallest;                      ///< Relative path of the smallest case's file.
  std::string tuple;                         ///< Its tuple, for people.
  VerdictKind verdict = VerdictKind::legal;  ///< The spec's on it.
  std::string outcome;                       ///< What the backend did with it, and said.
  std::string diagnostic;
  std::string build;
  std::uint64_t tile_bytes = 0;      ///< Over all its tiles.
  std::uint64_t valid_elements = 0;  ///< Over all its tiles.
  std::uint64_t non_zero = 0;        ///< Defined elements of read tiles, and scalars.
  std::optional<MismatchCensus> mismatches;  ///< All of them.
  Minimality minimality;
  std::uint64_t failed = 0;    ///< Of `repeated` runs of the smallest case. Less than all of them where it is flaky.
  std::uint64_t repeated = 0;
  std::vector<Member> members;  ///< At most kShownMembers: those of the least draws.

  friend bool operator==(const Finding&, const Finding&) = default;
};

/// By which the shown members are drawn from all: scattered, and the same in whatever shards the cases ran.
std::string draw_of(std::string_view case_name);

/// {"schema": 1, "findings": [...]}, indented.
std::string write_findings(std::span<const Finding> findings);

/// Inverse of write_findings(). Throws BadInput for any other text.
std::vector<Finding> read_findings(std::string_view text);

/// Findings of several shards: those of equal id become one, with the simplest of their smallest cases.
std::vector<Finding> merge_findings(std::span<const std::vector<Finding>> shards);

}  // namespace pto_cts::record
