// SPDX-License-Identifier: MIT
// What became of one planned case, and its line in records.jsonl.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/profile.h"

namespace pto_cts::record {

/// Why the case was planned; the third component of its name.
enum class CaseKind : std::uint8_t { legal, reject, target };
enum class VerdictKind : std::uint8_t { legal, illegal, target_defined };
enum class Judgement : std::uint8_t { pass, fail, undecided, not_supported, not_expressible, not_run };

inline constexpr std::array kAllCaseKinds = {CaseKind::legal, CaseKind::reject, CaseKind::target};
inline constexpr std::array kAllVerdictKinds = {VerdictKind::legal, VerdictKind::illegal, VerdictKind::target_defined};
inline constexpr std::array kAllJudgements = {
    Judgement::pass,   Judgement::fail, Judgement::undecided, Judgement::not_supported, Judgement::not_expressible,
    Judgement::not_run};

/// What a backend may have done, as text of Result::outcome and Result::twin_outcome.
inline constexpr std::array<std::string_view, 6> kOutcomes = {"executed", "rejected",    "crashed",
                                                              "timeout",  "unsupported", "protocol-error"};

/// The words of the design, with hyphens: "target-defined", "not-supported".
std::string_view name(CaseKind kind);
std::string_view name(VerdictKind verdict);
std::string_view name(Judgement judgement);
std::optional<CaseKind> parse_case_kind(std::string_view text);
std::optional<VerdictKind> parse_verdict_kind(std::string_view text);
std::optional<Judgement> parse_judgement(std::string_view text);

/// One element that differs.
struct Mismatch {
  std::string operand;
  std::int64_t row = 0;
  std::int64_t col = 0;
  std::string expected;  ///< Text for people, such as "1.5 (0x3e00)".
  std::string actual;

  friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// Census of the differing elements; `first` shows a few of them.
struct MismatchCensus {
  std::uint64_t differing = 0;
  std::uint64_t judged = 0;
  std::vector<Mismatch> first;

  friend bool operator==(const MismatchCensus&, const MismatchCensus&) = default;
};

struct Result {
  std::uint64_t plan_index = 0;  ///< Place in the whole plan, over all shards.
  std::string name;              ///< Of the case.
  std::string instruction;       ///< Mnemonic.
  Profile profile = Profile::cpu_sim;
  CaseKind kind = CaseKind::legal;
  std::string cell;
  VerdictKind verdict = VerdictKind::legal;
  std::vector<std::string> clauses;  ///< The broken ones.
  std::vector<std::string> reasons;  ///< Why the case is target-defined.
  Judgement judgement = Judgement::not_run;
  std::string detail;                    ///< Kind of a fail, and never empty then; or why there is no pass.
  std::vector<std::string> other_kinds;  ///< Further kinds of the same fail.
  std::string outcome;                   ///< One of kOutcomes; empty if the case did not run.
  std::string diagnostic;
  bool diagnostic_varies = false;         ///< Two runs of the same rejected call gave texts of two classes.
  std::string twin_outcome;               ///< As outcome; empty without a twin.
  std::vector<std::string> not_observed;  ///< What the backend does not let us see.
  std::string build;                      ///< Of a backend with several, the one that failed.
  std::vector<std::string> environment;   ///< What is broken in the backend itself, as this case met it.
  std::vector<std::string> explained_by;  ///< Readings of disputed rules under which the case passes, where it fails.
  std::optional<MismatchCensus> mismatches;
  std::optional<std::uint64_t> outside_writes;  ///< Elements written outside the destination's valid region.
  std::uint64_t replaced = 0;                   ///< Draws that were replaced before this case was found.
  bool vacuous = false;                         ///< No element of the result could have been wrong.
  std::string case_hash;                        ///< case_hash() of the case, or empty.
  std::string expected_hash;                    ///< SHA-256 over evaluate::canonical_bytes, of legal cases that ran; or empty.
  std::string case_file;                        ///< Relative path of the saved case, or empty.

  friend bool operator==(const Result&, const Result&) = default;
};

/// One line of JSON without the newline. The order of the fields is fixed; optional and empty ones are left out.
/// Bytes of texts that are not UTF-8 are replaced by U+FFFD.
/// pre: what parse_json_line() demands of the values; otherwise throws std::invalid_argument.
std::string to_json_line(const Result& result);

/// Inverse of to_json_line(). Throws BadInput for any fault: syntax, unknown or missing fields, unknown words, a fail
/// without its kind, a hash of the wrong form, a case file that is not a plain relative path.
Result parse_json_line(std::string_view line);

}  // namespace pto_cts::record
