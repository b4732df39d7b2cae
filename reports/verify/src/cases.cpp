// SPDX-License-Identifier: MIT
// Plan and records against the cases that are made anew.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/sha256.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

using record::PlanEntry;
using record::Result;

std::string listed(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text.empty() ? "nothing" : text;
}

record::VerdictKind kind_of(evaluate::Legality legality) {
  return legality == evaluate::Legality::legal     ? record::VerdictKind::legal
         : legality == evaluate::Legality::illegal ? record::VerdictKind::illegal
                                                   : record::VerdictKind::target_defined;
}

bool has_expectation(const Result& result) { return result.verdict == record::VerdictKind::legal && ran(result); }

class CaseCheck {
 public:
  CaseCheck(Verification& v, const PlanOf& plan) : v_(v), plan_(plan) {
    for (const terms::Instruction& instruction : *v.package.report.instructions) instructions_[instruction.mnemonic] = &instruction;
    for (const Result& result : v.package.report.results) results_.emplace(result.plan_index, &result);
    choose_sample();
  }

  void check(const PlanEntry& entry) {
    if (!check_place(entry)) return;
    const auto found = results_.find(entry.plan_index);
    const Result* result = found == results_.end() || found->second->name != entry.name ? nullptr : found->second;
    if (result && result->cell != entry.cell) object("records", entry.name + ": recorded in the cell " + result->cell + ", planned in " + entry.cell);
    if (!entry.tuple) {
      if (result && result->judgement != record::Judgement::not_run) object("the plan", entry.name + ": was run, and its tuple is not in the plan");
      return;
    }
    const MadeCase made = plan_.make(entry.plan_index);
    if (made.subject->tuple != *entry.tuple) return object("the plan", entry.name + ": its tuple is not the one that this suite makes");
    if (result && result->judgement != record::Judgement::not_run) check_record(*result, made);
    if (result && result->judgement == record::Judgement::not_run && !result->case_hash.empty())
      object("records", entry.name + ": not run, with the hash of a case");
  }

 private:
  void object(const char* kind, std::string text) { v_.objections.add(kind, std::move(text)); }

  // By the hash of the root and the index: nobody knows before sealing which it will be.
  void choose_sample() {
    std::vector<std::pair<std::string, std::uint64_t>> ranks;
    for (const Result& result : v_.package.report.results)
      if (has_expectation(result))
        ranks.emplace_back(v_.options.full ? "" : record::sha256_hex(v_.result.root + " " + std::to_string(result.plan_index)), result.plan_index);
    const std::size_t wanted = v_.options.full ? ranks.size() : std::min<std::size_t>(ranks.size(), v_.options.sample);
    std::partial_sort(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(wanted), ranks.end());
    for (std::size_t i = 0; i < wanted; ++i) sample_.insert(ranks[i].second);
  }

  bool check_place(const PlanEntry& entry) {
    if (entry.plan_index >= plan_.size()) {
      object("the plan", entry.name + ": beyond the plan that this suite makes");
      return false;
    }
    if (const std::string name = plan_.name(entry.plan_index); name != entry.name) {
      object("the plan", fmt::format("{}: case {} of the plan that this suite makes is {}", entry.name, entry.plan_index, name));
      return false;
    }
    if (const std::string cell = plan_.cell(entry.plan_index); cell != entry.cell)
      object("the plan", fmt::format("{}: planned in the cell {}, not in {}", entry.name, entry.cell, cell));
    return true;
  }

  void check_record(const Result& result, const MadeCase& made) {
    const Case& subject = *made.subject;
    const auto instruction = instructions_.find(subject.tuple.mnemonic);
    if (instruction == instructions_.end()) return object("records", result.name + ": of an instruction that this suite does not have");
    if (result.instruction != subject.tuple.mnemonic || result.profile != subject.profile)
      object("records", fmt::format("{}: recorded as {} on {}", result.name, result.instruction, name(result.profile)));
    if (result.replaced != made.replaced || result.vacuous != made.vacuous)
      object("records", result.name + ": says something else than the generators of draws that prove nothing");
    check_verdict(result, evaluate::verdict(*instruction->second, subject));
    if (result.case_hash != record::case_hash(subject)) object("records", result.name + ": its case hash is not that of its case");
    if (has_expectation(result) == result.expected_hash.empty())
      object("records", result.name + (result.expected_hash.empty() ? ": has no hash of what is expected" : ": has a hash of what is expected, and nothing is"));
    if (!sample_.contains(result.plan_index)) return;
    ++v_.result.expected;
    const evaluate::Expectation expectation(*instruction->second, subject);
    if (result.expected_hash != record::sha256_hex(evaluate::canonical_bytes(subject.tuple, expectation)))
      object("expected results", result.name + ": what is expected of it is not what its record says");
  }

  void check_verdict(const Result& result, const evaluate::Verdict& verdict) {
    ++v_.result.verdicts;
    if (result.verdict != kind_of(verdict.legality))
      object("verdicts", fmt::format("{}: recorded as {}, it is {}", result.name, name(result.verdict), name(verdict.legality)));
    else if (result.clauses != verdict.clauses)
      object("verdicts", fmt::format("{}: recorded as breaking {}, it breaks {}", result.name, listed(result.clauses), listed(verdict.clauses)));
    else if (result.reasons != verdict.reasons)
      object("verdicts", fmt::format("{}: recorded as target-defined for {}, it is for {}", result.name, listed(result.reasons), listed(verdict.reasons)));
  }

  Verification& v_;
  const PlanOf& plan_;
  std::map<std::string_view, const terms::Instruction*> instructions_;
  std::unordered_map<std::uint64_t, const Result*> results_;
  std::unordered_set<std::uint64_t> sample_;
};

}  // namespace

void check_cases(Verification& v) {
  constexpr std::uint64_t kSlack = 1'000'000;  // A plan that is much larger than the shipped one is not worth making.
  const record::RunHeader& header = v.package.header;
  const std::uint64_t shipped = v.package.plan.entries.size();
  if (header.cases_requested > shipped + kSlack)
    return v.objections.add("the plan", fmt::format("plan.jsonl: {} cases, asked for were {}", shipped, header.cases_requested));
  try {
    const std::unique_ptr<PlanOf> plan = v.means.plan(header);
    if (plan->size() != shipped)
      v.objections.add("the plan", fmt::format("plan.jsonl: {} cases, this suite makes {} of that request", shipped, plan->size()));
    CaseCheck check(v, *plan);
    for (const PlanEntry& entry : v.package.plan.entries) check.check(entry);
  } catch (const record::BadInput& error) {
    v.objections.add("the plan", std::string("records.jsonl: the request cannot be planned: ") + error.what());
  }
}

}  // namespace pto_cts::reports
