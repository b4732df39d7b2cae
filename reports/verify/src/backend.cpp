// SPDX-License-Identifier: MIT
// What a backend declares, and the records that must agree with it.
#include "pto_cts/backend/backend.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "pto_cts/record/bad_input.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

using record::BackendFile;
using record::Judgement;
using record::Result;

constexpr const char* kKind = "the backend";

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool is_built_in(std::string_view name) { return name == "simd" || name.starts_with("mutant:"); }

void check_names(Verification& v) {
  const BackendFile& backend = v.package.report.backend;
  const record::RunHeader& header = v.package.header;
  const auto compare = [&](const char* field, const std::string& there, const std::string& here) {
    if (there != here) v.objections.add(kKind, fmt::format("backend.json: {} is {}, that of the records is {}", field, record::in_quotes(there), record::in_quotes(here)));
  };
  compare("name", backend.name, header.backend);
  compare("version", backend.version, header.backend_version);
  compare("hash", backend.hash, header.backend_hash);
  if (is_built_in(header.backend) != (header.backend_hash == "built-in") || (!is_built_in(header.backend) && !is_digest(header.backend_hash)))
    v.objections.add(kKind, fmt::format("records.jsonl: backend hash {} is not one of {}", record::in_quotes(header.backend_hash), record::in_quotes(header.backend)));
}

void check_built_in(Verification& v) {
  const std::string& name = v.package.header.backend;
  if (!v.same_suite || !v.means.built_in || !is_built_in(name)) return;
  try {
    const auto known = v.means.built_in(v.package.header);
    if (!known) v.objections.add(kKind, fmt::format("backend.json: this suite has no backend {}", record::in_quotes(name)));
    else if (*known != v.package.report.backend) v.objections.add(kKind, fmt::format("backend.json: is not what {} declares in this suite", name));
  } catch (const record::BadInput& error) {
    v.objections.add(kKind, std::string("backend.json: ") + error.what());
  }
}

backend::Capabilities capabilities_of(const BackendFile& file) {
  return {file.instructions, file.dtypes, file.profiles, file.layouts, file.forms, file.in_place};
}

std::vector<std::string_view> unobserved(const BackendFile& backend, const Result& result) {
  std::vector<std::string_view> hidden;
  if (!backend.guards) hidden.emplace_back("guards");
  if (!backend.sources) hidden.emplace_back("sources");
  if (!backend.determinism) hidden.emplace_back("determinism");
  if (result.verdict != record::VerdictKind::illegal) return hidden;
  if (!backend.memory_after_reject) hidden.emplace_back("memory after rejection");
  if (!backend.legality) hidden.emplace_back("legality");
  return hidden;
}

// Why a record cannot be one of this backend; else empty.
std::string problem(const BackendFile& backend, const Result& result, bool covered) {
  if (!covered && result.judgement != Judgement::not_supported)
    return fmt::format("{}, though it is outside of the declared capabilities", name(result.judgement));
  // A backend that is broken in itself cannot be asked.
  if (covered && result.judgement == Judgement::not_supported && result.environment.empty())
    return "not-supported, though the declared capabilities cover it";
  if (result.judgement == Judgement::not_expressible && !backend.name.starts_with("headers:"))
    return "not-expressible, which only a backend that compiles headers can say";
  if (!ran(result)) return {};
  for (const std::string_view what : unobserved(backend, result))
    if (std::find(result.not_observed.begin(), result.not_observed.end(), what) == result.not_observed.end())
      return fmt::format("does not say that the backend declares {} not observable", what);
  return {};
}

}  // namespace

void check_backend(Verification& v) {
  if (!v.readable.records || !v.readable.backend) return;
  check_names(v);
  check_built_in(v);
  if (!v.readable.plan) return;
  const BackendFile& backend = v.package.report.backend;
  const backend::Capabilities can = capabilities_of(backend);
  std::unordered_map<std::uint64_t, const Tuple*> tuples;
  for (const record::PlanEntry& entry : v.package.plan.entries)
    if (entry.tuple) tuples.emplace(entry.plan_index, &*entry.tuple);
  for (const Result& result : v.package.report.results) {
    const auto tuple = tuples.find(result.plan_index);
    if (result.judgement == Judgement::not_run || tuple == tuples.end()) continue;
    if (const std::string text = problem(backend, result, can.covers(*tuple->second, result.profile)); !text.empty())
      v.objections.add("records of the backend", result.name + ": " + text);
  }
}

}  // namespace pto_cts::reports
