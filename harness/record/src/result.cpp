// SPDX-License-Identifier: MIT
#include "pto_cts/record/result.h"

#include <algorithm>
#include <stdexcept>

#include "json_parts.h"
#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {
namespace {

template <typename Values>
auto find_named(const Values& values, std::string_view text) -> std::optional<typename Values::value_type> {
  for (const auto value : values)
    if (name(value) == text) return value;
  return std::nullopt;
}

void add_texts(Json& line, const char* key, const std::vector<std::string>& texts) {
  if (!texts.empty()) line[key] = texts;
}

void add_text(Json& line, const char* key, const std::string& text) {
  if (!text.empty()) line[key] = text;
}

void check_outcome(std::string_view where, std::string_view text) {
  if (!text.empty() && std::ranges::find(kOutcomes, text) == kOutcomes.end())
    refuse(where, in_quotes(text) + " is not known", "use an outcome such as executed or rejected");
}

void check_texts(std::string_view where, const std::vector<std::string>& texts) {
  if (std::ranges::find(texts, "") != texts.end()) refuse(where, "an entry is empty", "remove it");
}

void check_hash(std::string_view where, std::string_view hash) {
  if (!hash.empty() && (hash.size() != 64 || hash.find_first_not_of("0123456789abcdef") != std::string::npos))
    refuse(where, in_quotes(hash) + " is not a hash", "give 64 lower-case hexadecimal digits");
}

void check(const Result& result) {
  if (!is_plain_path(result.name))
    refuse("name", in_quotes(result.name) + " is not a case name", "give a relative path");
  if (result.instruction.empty()) refuse("instruction", "empty", "give a mnemonic");
  if (result.judgement == Judgement::fail && result.detail.empty())
    refuse("detail", "a fail without its kind", "give the kind");
  check_texts("clauses", result.clauses);
  check_texts("reasons", result.reasons);
  check_texts("other_kinds", result.other_kinds);
  check_texts("not_observed", result.not_observed);
  check_texts("environment", result.environment);
  check_texts("explained_by", result.explained_by);
  check_outcome("outcome", result.outcome);
  check_outcome("twin_outcome", result.twin_outcome);
  check_hash("case_hash", result.case_hash);
  check_hash("expected_hash", result.expected_hash);
  if (!result.case_file.empty() && !is_plain_path(result.case_file))
    refuse("case_file", in_quotes(result.case_file) + " is not a file of the package", "give a relative path");
}

Result result_from_json(const Json& document) {
  const Fields fields(
      {&document, ""}, {"plan_index", "name", "instruction", "profile", "kind", "cell", "verdict", "judgement"},
      {"clauses", "reasons", "detail", "other_kinds", "outcome", "diagnostic", "diagnostic_varies", "twin_outcome", "not_observed",
       "build", "environment", "explained_by", "mismatches", "outside_writes", "replaced", "vacuous", "case_hash", "expected_hash",
       "case_file"});
  const auto texts = [&fields](std::string_view key) {
    const auto node = fields.find(key);
    return node ? read_texts(*node) : std::vector<std::string>();
  };
  const auto text = [&fields](std::string_view key) {
    const auto node = fields.find(key);
    return node ? read_text(*node) : std::string();
  };
  Result result;
  result.plan_index = read_unsigned(fields.at("plan_index"));
  result.name = read_text(fields.at("name"));
  result.instruction = read_text(fields.at("instruction"));
  result.profile = read_enum(fields.at("profile"), parse_profile, kAllProfiles);
  result.kind = read_enum(fields.at("kind"), parse_case_kind, kAllCaseKinds);
  result.cell = read_text(fields.at("cell"));
  result.verdict = read_enum(fields.at("verdict"), parse_verdict_kind, kAllVerdictKinds);
  result.clauses = texts("clauses");
  result.reasons = texts("reasons");
  result.judgement = read_enum(fields.at("judgement"), parse_judgement, kAllJudgements);
  result.detail = text("detail");
  result.other_kinds = texts("other_kinds");
  result.outcome = text("outcome");
  result.diagnostic = text("diagnostic");
  if (const auto node = fields.find("diagnostic_varies")) result.diagnostic_varies = read_bool(*node);
  result.twin_outcome = text("twin_outcome");
  result.not_observed = texts("not_observed");
  result.build = text("build");
  result.environment = texts("environment");
  result.explained_by = texts("explained_by");
  if (const auto node = fields.find("mismatches")) result.mismatches = census_from_json(*node);
  if (const auto node = fields.find("outside_writes")) result.outside_writes = read_unsigned(*node);
  if (const auto node = fields.find("replaced")) result.replaced = read_unsigned(*node);
  if (const auto node = fields.find("vacuous")) result.vacuous = read_bool(*node);
  result.case_hash = text("case_hash");
  result.expected_hash = text("expected_hash");
  result.case_file = text("case_file");
  return result;
}

}  // namespace

std::string_view name(CaseKind kind) {
  constexpr std::string_view kNames[] = {"legal", "reject", "target"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(VerdictKind verdict) {
  constexpr std::string_view kNames[] = {"legal", "illegal", "target-defined"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view name(Judgement judgement) {
  constexpr std::string_view kNames[] = {"pass", "fail", "undecided", "not-supported", "not-expressible", "not-run"};
  return kNames[static_cast<std::size_t>(judgement)];
}

std::optional<CaseKind> parse_case_kind(std::string_view text) {
  return find_named(kAllCaseKinds, text);
}
std::optional<VerdictKind> parse_verdict_kind(std::string_view text) {
  return find_named(kAllVerdictKinds, text);
}
std::optional<Judgement> parse_judgement(std::string_view text) {
  return find_named(kAllJudgements, text);
}

std::string to_json_line(const Result& result) {
  try {
    check(result);
  } catch (const BadInput& error) {
    throw std::invalid_argument(std::string("result of a case: ") + error.what());
  }
  Json line;
  line["plan_index"] = result.plan_index;
  line["name"] = result.name;
  line["instruction"] = result.instruction;
  line["profile"] = name(result.profile);
  line["kind"] = name(result.kind);
  line["cell"] = result.cell;
  line["verdict"] = name(result.verdict);
  add_texts(line, "clauses", result.clauses);
  add_texts(line, "reasons", result.reasons);
  line["judgement"] = name(result.judgement);
  add_text(line, "detail", result.detail);
  add_texts(line, "other_kinds", result.other_kinds);
  add_text(line, "outcome", result.outcome);
  add_text(line, "diagnostic", result.diagnostic);
  if (result.diagnostic_varies) line["diagnostic_varies"] = true;
  add_text(line, "twin_outcome", result.twin_outcome);
  add_texts(line, "not_observed", result.not_observed);
  add_text(line, "build", result.build);
  add_texts(line, "environment", result.environment);
  add_texts(line, "explained_by", result.explained_by);
  if (result.mismatches) line["mismatches"] = census_to_json(*result.mismatches);
  if (result.outside_writes) line["outside_writes"] = *result.outside_writes;
  if (result.replaced != 0) line["replaced"] = result.replaced;
  if (result.vacuous) line["vacuous"] = true;
  add_text(line, "case_hash", result.case_hash);
  add_text(line, "expected_hash", result.expected_hash);
  add_text(line, "case_file", result.case_file);
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result parse_json_line(std::string_view line) {
  const Json document = parse_json(line);
  Result result = result_from_json(document);
  check(result);
  return result;
}

}  // namespace pto_cts::record
