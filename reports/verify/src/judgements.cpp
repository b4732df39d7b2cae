// SPDX-License-Identifier: MIT
// The laws of judgement: what may stand beside what in a record.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "pto_cts/record/bad_input.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

using record::Judgement;
using record::Result;
using record::VerdictKind;

struct Kind {
  std::string_view name;
  bool of_legal, of_illegal, of_target_defined;  ///< Whether cases of that verdict may fail so.
};

constexpr Kind kKinds[] = {{"crashed", true, true, false},
                           {"timeout", true, true, false},
                           {"protocol error", true, true, true},
                           {"guard overwritten", true, false, true},
                           {"source modified", true, false, true},
                           {"not deterministic", true, false, false},
                           {"depends on undefined input", true, false, false},
                           {"wrong pad", true, false, false},
                           {"wrong value", true, false, false},
                           {"over-rejection", true, false, false},
                           {"illegal tuple accepted", false, true, false},
                           {"effects before rejection", false, true, false},
                           {"capability lied", true, true, true},
                           {"order-dependent", true, true, true},
                           {"differs among builds", true, false, false}};

bool may_be(const Kind& kind, VerdictKind verdict) {
  return verdict == VerdictKind::legal ? kind.of_legal : verdict == VerdictKind::illegal ? kind.of_illegal : kind.of_target_defined;
}

std::string problem_of_pass(const Result& result) {
  if (result.verdict == VerdictKind::target_defined) return "a target-defined case never passes";
  if (result.verdict == VerdictKind::legal && result.outcome != "executed")
    return fmt::format("passed, though it is legal and was {}", result.outcome);
  if (result.verdict == VerdictKind::illegal && result.outcome != "rejected")
    return fmt::format("passed, though it is illegal and was {}", result.outcome);
  if (result.verdict == VerdictKind::illegal && result.twin_outcome != "executed") return "passed, though its legal twin was not executed";
  if (result.mismatches || !result.other_kinds.empty()) return "passed, with elements or kinds that differ";
  return {};
}

std::string problem_of_fail(const Result& result) {
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& one) { return one.name == result.detail; });
  if (kind == std::end(kKinds)) return fmt::format("fails of an unknown kind, {}", record::in_quotes(result.detail));
  if (!may_be(*kind, result.verdict)) return fmt::format("fails with {}, which a case that is {} cannot", kind->name, name(result.verdict));
  return {};
}

std::string problem_of_undecided(const Result& result) {
  switch (result.verdict) {
    case VerdictKind::legal: return "undecided, though it is legal and ran";
    case VerdictKind::illegal:
      if (result.outcome != "rejected") return fmt::format("undecided, though it is illegal and was {}", result.outcome);
      break;
    case VerdictKind::target_defined:
      if (result.outcome == "unsupported" || result.outcome == "protocol-error") return fmt::format("undecided, though {}", result.outcome);
      break;
  }
  return result.detail.empty() ? "undecided without a reason" : "";
}

record::CaseKind kind_of(VerdictKind verdict) {
  return verdict == VerdictKind::legal     ? record::CaseKind::legal
         : verdict == VerdictKind::illegal ? record::CaseKind::reject
                                           : record::CaseKind::target;
}

}  // namespace

bool ran(const Result& result) {
  return result.judgement == Judgement::pass || result.judgement == Judgement::fail || result.judgement == Judgement::undecided;
}

std::string judgement_problem(const Result& result) {
  if (ran(result) == result.outcome.empty())
    return ran(result) ? fmt::format("{} without an outcome", name(result.judgement))
                       : fmt::format("{}, with the outcome {}", name(result.judgement), result.outcome);
  if (result.judgement != Judgement::not_run && result.kind != kind_of(result.verdict))
    return fmt::format("of kind {}, with the verdict {}", name(result.kind), name(result.verdict));
  if (result.verdict != VerdictKind::illegal && !result.clauses.empty()) return "breaks clauses without being illegal";
  switch (result.judgement) {
    case Judgement::pass: return problem_of_pass(result);
    case Judgement::fail: return problem_of_fail(result);
    case Judgement::undecided: return problem_of_undecided(result);
    default: return result.detail.empty() ? fmt::format("{} without a reason", name(result.judgement)) : "";
  }
}

void check_judgements(Verification& v) {
  for (const Result& result : v.package.report.results)
    if (std::string problem = judgement_problem(result); !problem.empty()) v.objections.add("judgements", result.name + ": " + problem);
}

}  // namespace pto_cts::reports
