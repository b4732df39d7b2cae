// SPDX-License-Identifier: MIT
#include "pto_cts/record/statement.h"

#include <array>

#include "json_parts.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {
namespace {

constexpr std::array kKinds = {PackageKind::certificate, PackageKind::reduced, PackageKind::incomplete};
constexpr std::array kDimensions = {Dimension::semantic, Dimension::legality, Dimension::ordering, Dimension::diagnostic};
constexpr std::array kStandings = {Standing::conforms, Standing::conforms_with_waivers, Standing::does_not_conform,
                                   Standing::not_observed, Standing::not_judged};

template <const auto& kAll>
auto parse(std::string_view text) -> std::optional<typename std::remove_cvref_t<decltype(kAll)>::value_type> {
  for (const auto one : kAll)
    if (name(one) == text) return one;
  return std::nullopt;
}

Json level_json(const std::optional<int>& level) { return level ? Json(*level) : Json(); }

std::optional<int> read_level(const Node& node) {
  if (node.json->is_null()) return std::nullopt;
  const std::int64_t level = read_integer(node);
  if (level < 0 || level > 3) refuse(node.path, "is no level", "give 0 to 3, or null");
  return static_cast<int>(level);
}

using Tally = std::map<std::string, std::uint64_t>;

struct NumberField {
  const char* key;
  std::uint64_t Counts::*member;
};
constexpr NumberField kNumbers[] = {{"planned", &Counts::planned},
                                    {"run", &Counts::run},
                                    {"pass", &Counts::pass},
                                    {"fail", &Counts::fail},
                                    {"undecided", &Counts::undecided},
                                    {"not_supported", &Counts::not_supported},
                                    {"not_expressible", &Counts::not_expressible},
                                    {"not_run", &Counts::not_run},
                                    {"vacuous", &Counts::vacuous},
                                    {"replaced", &Counts::replaced}};
struct TallyField {
  const char* key;
  Tally Counts::*member;
};
constexpr TallyField kTallies[] = {{"fail_kinds", &Counts::fail_kinds},
                                   {"undecided_reasons", &Counts::undecided_reasons},
                                   {"not_observed", &Counts::not_observed},
                                   {"environment", &Counts::environment},
                                   {"explained_by", &Counts::explained_by}};

Json to_json(const Counts& counts) {
  Json json;
  for (const NumberField& field : kNumbers) json[field.key] = counts.*field.member;
  for (const TallyField& field : kTallies) json[field.key] = Json(counts.*field.member);
  return json;
}

Counts counts_from_json(const Node& node) {
  const Fields fields(node, {"planned", "run", "pass", "fail", "undecided", "not_supported", "not_expressible", "not_run", "vacuous",
                             "replaced", "fail_kinds", "undecided_reasons", "not_observed", "environment", "explained_by"});
  Counts counts;
  for (const NumberField& field : kNumbers) counts.*field.member = read_unsigned(fields.at(field.key));
  for (const TallyField& field : kTallies) counts.*field.member = read_tally(fields.at(field.key));
  return counts;
}

Json to_json(const ProfileStatement& profile) {
  Json dimensions = Json::array();
  for (const DimensionStanding& one : profile.dimensions)
    dimensions.push_back({{"dimension", name(one.dimension)}, {"standing", name(one.standing)}, {"why", one.why}});
  const DiagnosticCounts& said = profile.diagnostics;
  return {{"profile", name(profile.profile)},
          {"level", level_json(profile.level)},
          {"capped_by", profile.capped_by},
          {"dimensions", std::move(dimensions)},
          {"diagnostics",
           {{"rejections", said.rejections}, {"silent", said.silent}, {"varying", said.varying}, {"vague", said.vague}}}};
}

ProfileStatement profile_from_json(const Node& node) {
  const Fields fields(node, {"profile", "level", "capped_by", "dimensions", "diagnostics"});
  ProfileStatement profile;
  profile.profile = read_enum(fields.at("profile"), parse_profile, kAllProfiles);
  profile.level = read_level(fields.at("level"));
  profile.capped_by = read_text(fields.at("capped_by"));
  for (const Node& element : read_array(fields.at("dimensions"))) {
    const Fields one(element, {"dimension", "standing", "why"});
    profile.dimensions.push_back({read_enum(one.at("dimension"), parse<kDimensions>, kDimensions),
                                  read_enum(one.at("standing"), parse<kStandings>, kStandings), read_texts(one.at("why"))});
  }
  const Fields said(fields.at("diagnostics"), {"rejections", "silent", "varying", "vague"});
  profile.diagnostics = {read_unsigned(said.at("rejections")), read_unsigned(said.at("silent")), read_unsigned(said.at("varying")),
                         read_unsigned(said.at("vague"))};
  return profile;
}

}  // namespace

std::string_view name(PackageKind kind) {
  constexpr std::string_view kNames[] = {"certificate", "reduced run", "incomplete run"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(Dimension dimension) {
  constexpr std::string_view kNames[] = {"semantic", "legality", "ordering", "diagnostic"};
  return kNames[static_cast<std::size_t>(dimension)];
}

std::string_view name(Standing standing) {
  constexpr std::string_view kNames[] = {"conforms", "conforms with waived deviations", "does not conform", "not observed",
                                         "not judged"};
  return kNames[static_cast<std::size_t>(standing)];
}

std::string write_statement(const Statement& statement) {
  Json profiles = Json::array(), waivers = Json::array();
  for (const ProfileStatement& profile : statement.profiles) profiles.push_back(to_json(profile));
  for (const Waiver& waiver : statement.waivers)
    waivers.push_back({{"cases", waiver.cases}, {"kind", waiver.kind}, {"rationale", waiver.rationale}, {"waived", waiver.waived}});
  const Json document = {{"schema", kStatementSchema},
                         {"kind", name(statement.kind)},
                         {"reasons", statement.reasons},
                         {"run", Json::parse(to_json_line(statement.run))},
                         {"conforms", statement.conforms},
                         {"sentence", statement.sentence},
                         {"level", level_json(statement.level)},
                         {"profiles", std::move(profiles)},
                         {"gaps", statement.gaps},
                         {"waivers", std::move(waivers)},
                         {"counts", to_json(statement.counts)},
                         {"cells",
                          {{"feasible", statement.cells.feasible},
                           {"covered", statement.cells.covered},
                           {"infeasible", statement.cells.infeasible},
                           {"unknown", statement.cells.unknown}}},
                         {"proofs",
                          {{"proved", statement.proofs.proved},
                           {"disputed", statement.proofs.disputed},
                           {"refuted", statement.proofs.refuted},
                           {"unknown", statement.proofs.unknown}}}};
  return dumped(document);
}

Statement read_statement(std::string_view text) {
  const Json document = parse_json(text);
  const Fields fields({&document, ""}, {"schema", "kind", "reasons", "run", "conforms", "sentence", "level", "profiles", "gaps",
                                        "waivers", "counts", "cells", "proofs"});
  check_schema(fields.at("schema"), kStatementSchema);
  Statement statement;
  statement.kind = read_enum(fields.at("kind"), parse<kKinds>, kKinds);
  statement.reasons = read_texts(fields.at("reasons"));
  statement.run = parse_header_line(fields.at("run").json->dump());
  statement.conforms = read_bool(fields.at("conforms"));
  statement.sentence = read_text(fields.at("sentence"));
  statement.level = read_level(fields.at("level"));
  for (const Node& element : read_array(fields.at("profiles"))) statement.profiles.push_back(profile_from_json(element));
  statement.gaps = read_texts(fields.at("gaps"));
  for (const Node& element : read_array(fields.at("waivers"))) {
    const Fields waiver(element, {"cases", "kind", "rationale", "waived"});
    statement.waivers.push_back({read_nonempty_text(waiver.at("cases")), read_text(waiver.at("kind")),
                                 read_nonempty_text(waiver.at("rationale")), read_unsigned(waiver.at("waived"))});
  }
  statement.counts = counts_from_json(fields.at("counts"));
  const Fields cells(fields.at("cells"), {"feasible", "covered", "infeasible", "unknown"});
  statement.cells = {read_unsigned(cells.at("feasible")), read_unsigned(cells.at("covered")), read_unsigned(cells.at("infeasible")),
                     read_unsigned(cells.at("unknown"))};
  const Fields proofs(fields.at("proofs"), {"proved", "disputed", "refuted", "unknown"});
  statement.proofs = {read_unsigned(proofs.at("proved")), read_unsigned(proofs.at("disputed")), read_unsigned(proofs.at("refuted")),
                      read_unsigned(proofs.at("unknown"))};
  return statement;
}

}  // namespace pto_cts::record
