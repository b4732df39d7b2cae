// SPDX-License-Identifier: MIT
// statement.json: what a package says about a backend. Everything in it but the waivers follows from the other files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/run_header.h"
#include "pto_cts/record/summary.h"

namespace pto_cts::record {

inline constexpr std::int64_t kStatementSchema = 1;

enum class PackageKind : std::uint8_t {
  certificate,  ///< Everything that the suite has for the profiles was planned, run and proved.
  reduced,      ///< Less was asked for, or time ran out. It says what was found, and certifies nothing.
  incomplete    ///< The run has not ended.
};

/// "certificate", "reduced run", "incomplete run".
std::string_view name(PackageKind kind);

/// The dimensions of conformance, in the public manual's words.
enum class Dimension : std::uint8_t { semantic, legality, ordering, diagnostic };
std::string_view name(Dimension dimension);

enum class Standing : std::uint8_t {
  conforms,
  conforms_with_waivers,  ///< All that fails is waived.
  does_not_conform,
  not_observed,  ///< The backend does not show it, or nothing that shows it ran.
  not_judged     ///< It is no matter of single instructions: ordering.
};

/// "conforms", "conforms with waived deviations", "does not conform", "not observed", "not judged".
std::string_view name(Standing standing);

struct DimensionStanding {
  Dimension dimension = Dimension::semantic;
  Standing standing = Standing::not_observed;
  std::vector<std::string> why;  ///< One line each; empty where it conforms.

  friend bool operator==(const DimensionStanding&, const DimensionStanding&) = default;
};

/// What the rejections of illegal cases said.
struct DiagnosticCounts {
  std::uint64_t rejections = 0;  ///< Illegal cases that were rejected.
  std::uint64_t silent = 0;      ///< Of these: without a text.
  std::uint64_t varying = 0;     ///< With texts of two classes for the same call.
  std::uint64_t vague = 0;       ///< With a text that names nothing of a broken clause.

  friend bool operator==(const DiagnosticCounts&, const DiagnosticCounts&) = default;
};

struct ProfileStatement {
  Profile profile = Profile::cpu_sim;
  std::optional<int> level;  ///< Highest level awarded, 0 to 2; nothing where not even 0 is, or in no certificate.
  std::string capped_by;     ///< What keeps it from the next level.
  std::vector<DimensionStanding> dimensions;  ///< All four.
  DiagnosticCounts diagnostics;

  friend bool operator==(const ProfileStatement&, const ProfileStatement&) = default;
};

/// A deviation that is accepted, with the reason. See docs/certification.md.
struct Waiver {
  std::string cases;  ///< Glob over case names.
  std::string kind;   ///< Of the failure; empty for every kind.
  std::string rationale;
  std::uint64_t waived = 0;  ///< Cases that it waives.

  friend bool operator==(const Waiver&, const Waiver&) = default;
};

struct ProofCounts {
  std::uint64_t proved = 0;
  std::uint64_t disputed = 0;  ///< Refuted, as a recorded dispute says.
  std::uint64_t refuted = 0;   ///< Refuted otherwise.
  std::uint64_t unknown = 0;

  friend bool operator==(const ProofCounts&, const ProofCounts&) = default;
};

struct Statement {
  PackageKind kind = PackageKind::incomplete;
  std::vector<std::string> reasons;  ///< Why it is no certificate, one line each.
  RunHeader run;                     ///< Of the whole run; its shard is 1/1.
  bool conforms = false;             ///< Something ran and passed, and nothing failed that is not waived.
  std::string sentence;              ///< The statement in one sentence.
  std::optional<int> level;          ///< The least over the profiles; nothing where one has none.
  std::vector<ProfileStatement> profiles;
  std::vector<std::string> gaps;  ///< Known gaps, one line each: what fails, is not observed, not supported, not decided.
  std::vector<Waiver> waivers;
  Counts counts;
  CellCounts cells;
  ProofCounts proofs;

  friend bool operator==(const Statement&, const Statement&) = default;
};

/// One JSON document, indented.
std::string write_statement(const Statement& statement);

/// Inverse of write_statement(). Throws BadInput for any other text.
Statement read_statement(std::string_view text);

/// A TOML file of [[waiver]] tables with `cases` (a glob over the case names of one instruction on one profile, in
/// which * and ? stand for other characters), `kind` (may be left out) and `rationale`. Throws
/// BadInput for any fault: syntax, unknown or missing keys, an empty text.
std::vector<Waiver> read_waivers(const std::filesystem::path& path);

/// Whether it waives a deviation of this kind in the case of this name.
bool waives(const Waiver& waiver, std::string_view case_name, std::string_view kind);

}  // namespace pto_cts::record
