// SPDX-License-Identifier: MIT
#include "pto_cts/campaign/campaign.h"
#include "pto_cts/record/case_file.h"

namespace pto_cts::campaign {
namespace {

record::VerdictKind verdict_kind(evaluate::Legality legality) {
  switch (legality) {
    case evaluate::Legality::legal: return record::VerdictKind::legal;
    case evaluate::Legality::illegal: return record::VerdictKind::illegal;
    case evaluate::Legality::target_defined: return record::VerdictKind::target_defined;
  }
  return record::VerdictKind::target_defined;
}

record::CaseKind case_kind(evaluate::Legality legality) {
  switch (legality) {
    case evaluate::Legality::legal: return record::CaseKind::legal;
    case evaluate::Legality::illegal: return record::CaseKind::reject;
    case evaluate::Legality::target_defined: return record::CaseKind::target;
  }
  return record::CaseKind::target;
}

}  // namespace

record::Result result_of(const Case& subject, const terms::Instruction& instruction, const judge::Judged& judged) {
  record::Result result;
  result.name = subject.name;
  result.instruction = instruction.mnemonic;
  result.profile = subject.profile;
  result.kind = case_kind(judged.verdict.legality);
  result.verdict = verdict_kind(judged.verdict.legality);
  result.clauses = judged.verdict.clauses;
  result.reasons = judged.verdict.reasons;
  result.judgement = *record::parse_judgement(judge::name(judged.judgement));
  result.detail = judged.kind ? std::string(judge::name(*judged.kind)) : judged.why;
  for (const judge::FailKind kind : judged.other_kinds) result.other_kinds.emplace_back(judge::name(kind));
  if (judged.outcome) result.outcome = backend::name(*judged.outcome);
  result.diagnostic = judged.diagnostic;
  result.diagnostic_varies = judged.diagnostic_varies;
  if (judged.twin_outcome) result.twin_outcome = backend::name(*judged.twin_outcome);
  result.not_observed = judged.not_observed;
  result.build = judged.build;
  result.environment = judged.environment;
  if (judged.elements_wrong > 0) {
    record::MismatchCensus census{judged.elements_wrong, judged.elements_judged, {}};
    for (const judge::Mismatch& mismatch : judged.first_mismatches)
      census.first.push_back({mismatch.operand, mismatch.row, mismatch.col, mismatch.expected, mismatch.actual});
    result.mismatches = std::move(census);
  }
  if (judged.outside_writes > 0) result.outside_writes = judged.outside_writes;
  result.case_hash = record::case_hash(subject);
  return result;
}

}  // namespace pto_cts::campaign
