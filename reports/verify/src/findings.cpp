// SPDX-License-Identifier: MIT
// Saved cases, findings.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "pto_cts/evaluate/legality.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "verification.h"

namespace pto_cts::reports {
namespace {

using record::Finding;
using record::Result;

template <typename List, typename Value>
bool contains(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

class FindingCheck {
 public:
  explicit FindingCheck(Verification& v) : v_(v) {
    for (const Result& result : v.package.report.results) {
      by_name_.emplace(result.name, &result);
      by_hash_.emplace(result.case_hash, &result);
    }
  }

  void saved_case(const std::string& path) {
    const auto subject = load(path);
    if (!subject) return;
    const std::string hash = record::case_hash(*subject), stem = std::filesystem::path(path).stem().string();
    if (hash.substr(0, 16) != stem) return object("saved cases", path + ": its hash is not the one that its name says");
    const auto result = by_hash_.find(hash);
    if (result == by_hash_.end()) return object("saved cases", fmt::format("{}: is no case of the plan, {}", path, record::in_quotes(subject->name)));
    if (result->second->name != subject->name) object("saved cases", fmt::format("{}: is called {}, planned as {}", path, subject->name, result->second->name));
    // Cases are saved because they fail, or because the backend is broken in itself.
    if (result->second->judgement != record::Judgement::fail && result->second->environment.empty())
      object("saved cases", fmt::format("{}: was saved as a failing case, and {} is recorded as {}", path, subject->name,
                                        name(result->second->judgement)));
  }

  void finding(const Finding& finding) {
    if (!ids_.insert(finding.id).second) object("findings", finding.id + ": there twice");
    smallest_.insert(finding.smallest);
    if (finding.members.empty() || finding.cases < finding.members.size())
      object("findings", fmt::format("{}: has {} cases, and {} are shown", finding.id, finding.cases, finding.members.size()));
    for (const record::Member& member : finding.members) {
      const auto result = by_name_.find(member.name);
      if (result == by_name_.end() || result->second->judgement != record::Judgement::fail)
        object("findings", fmt::format("{}: {} does not fail", finding.id, member.name));
      else if (result->second->detail != finding.kind && !contains(finding.also, result->second->detail))
        object("findings", fmt::format("{}: {} fails with {}", finding.id, member.name, result->second->detail));
      if (!member.file.empty() && !v_.package.has(member.file)) object("findings", fmt::format("{}: {} is missing", finding.id, member.file));
    }
    check_smallest(finding);
  }

  void finding_case(const std::string& path) {
    if (!smallest_.contains(path)) object("findings", path + ": belongs to no finding");
  }

 private:
  void object(const char* kind, std::string text) { v_.objections.add(kind, std::move(text)); }

  std::optional<Case> load(const std::string& path) {
    try {
      Case subject = record::load_case(v_.package.folder / path);
      ++v_.result.saved;
      return subject;
    } catch (const record::BadInput& error) {
      object("saved cases", v_.relative(error.what()));
      return std::nullopt;
    }
  }

  void check_smallest(const Finding& finding) {
    if (!v_.package.has(finding.smallest)) return object("findings", fmt::format("{}: its smallest case {} is missing", finding.id, finding.smallest));
    const auto subject = load(finding.smallest);
    if (!subject) return;
    const auto wrong = [&](const std::string& what) { object("findings", fmt::format("{}: its smallest case {}", finding.id, what)); };
    if (!contains(finding.instructions, subject->tuple.mnemonic)) wrong("is of " + record::printable(subject->tuple.mnemonic));
    if (!contains(v_.package.header.profiles, subject->profile)) wrong("is on another profile than the run");
    if (!v_.package.report.instructions) return;
    for (const terms::Instruction& instruction : *v_.package.report.instructions) {
      if (instruction.mnemonic != subject->tuple.mnemonic) continue;
      if (const std::string problem = terms::shape_problem(instruction, subject->tuple); !problem.empty()) return wrong("is no case of it: " + problem);
      const evaluate::Legality legality = evaluate::verdict(instruction, *subject).legality;
      if (evaluate::name(legality) != name(finding.verdict)) wrong(fmt::format("is {}, not {}", evaluate::name(legality), name(finding.verdict)));
    }
  }

  Verification& v_;
  std::map<std::string_view, const Result*> by_name_, by_hash_;
  std::set<std::string> ids_, smallest_;
};

}  // namespace

void check_evidence(Verification& v) {
  std::vector<const Result*> failures;
  for (const Result& result : v.package.report.results)
    if (result.judgement == record::Judgement::fail) failures.push_back(&result);
  std::sort(failures.begin(), failures.end(), [](const Result* a, const Result* b) { return a->plan_index < b->plan_index; });
  std::set<std::tuple<std::string_view, Profile, std::string_view>> seen;
  for (const Result* result : failures) {
    if (!seen.emplace(result->instruction, result->profile, result->detail).second) continue;
    const std::string path = "cases/" + result->case_hash.substr(0, 16) + ".json";
    if (!v.package.has(path))
      v.objections.add("evidence", fmt::format("{}: fails, and its case {} was not saved", result->name, path));
  }
}

void check_findings(Verification& v) {
  FindingCheck check(v);
  std::uint64_t cases = 0;
  for (const Finding& finding : v.package.report.findings) {
    check.finding(finding);
    cases += finding.cases;
  }
  for (const auto& [path, digest] : v.package.manifest.files) {
    const bool is_case = path.ends_with(".json");
    if (path.starts_with("cases/")) {
      if (is_case) check.saved_case(path);
      else v.objections.add("saved cases", path + ": is no saved case");
    }
    if (path.starts_with("findings/") && is_case) check.finding_case(path);
  }
  const std::uint64_t fail = v.package.report.summary.total.fail;
  if (cases > fail) v.objections.add("findings", fmt::format("findings.json: {} cases, and {} fail", cases, fail));
}

}  // namespace pto_cts::reports
