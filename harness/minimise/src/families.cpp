// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "pto_cts/minimise/findings.h"

namespace pto_cts::minimise {
namespace {

using judge::FailKind;

bool is_about_clauses(FailKind kind) { return kind == FailKind::illegal_accepted || kind == FailKind::effects_before_rejection; }

// What one call may show at once, having executed. Other kinds that stand beside one another are of other builds or runs.
bool is_of_one_call(FailKind kind) {
  using enum FailKind;
  return kind == guard_overwritten || kind == source_modified || kind == not_deterministic || kind == depends_on_undefined_input ||
         kind == wrong_pad || kind == wrong_value;
}

// Which kinds of one instruction were seen together.
class Kinds {
 public:
  Kinds() { std::iota(root_.begin(), root_.end(), 0); }
  int of(FailKind kind) const {
    int at = static_cast<int>(kind);
    while (root_[static_cast<std::size_t>(at)] != at) at = root_[static_cast<std::size_t>(at)];
    return at;
  }
  void join(FailKind a, FailKind b) {
    const int x = of(a), y = of(b);
    root_[static_cast<std::size_t>(std::max(x, y))] = std::min(x, y);
  }

 private:
  std::array<int, judge::kAllFailKinds.size()> root_{};
};

FailKind commonest(const std::vector<const Failure*>& members) {
  std::map<FailKind, std::size_t> counts;
  for (const Failure* member : members) ++counts[member->kind];
  return std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
}

// Families of accepted tuples: a tuple that breaks several clauses belongs to the clause that is not checked elsewhere
// either.
std::vector<Family> by_clauses(const std::vector<const Failure*>& failures, FailKind kind) {
  std::map<std::pair<std::size_t, std::vector<std::string>>, std::vector<const Failure*>> by_set;
  for (const Failure* failure : failures) {
    std::vector<std::string> clauses = failure->verdict.clauses;
    std::sort(clauses.begin(), clauses.end());
    by_set[{clauses.size(), clauses}].push_back(failure);
  }
  std::vector<Family> all;
  for (auto& [key, members] : by_set) {
    const std::vector<std::string>& clauses = key.second;
    const auto shares = [&](const Family& family) {
      return std::any_of(clauses.begin(), clauses.end(), [&](const std::string& clause) {
        return std::find(family.clauses.begin(), family.clauses.end(), clause) != family.clauses.end();
      });
    };
    auto family = std::find_if(all.begin(), all.end(), shares);
    if (family == all.end()) family = all.insert(all.end(), {members.front()->tuple.mnemonic, kind, clauses, {}});
    family->members.insert(family->members.end(), members.begin(), members.end());
  }
  return all;
}

}  // namespace

Failure failure_of(const Case& subject, const judge::Judged& judged) {
  return {0, subject.name, subject.profile, subject.tuple, *judged.kind, judged.other_kinds, judged.verdict, {}, judged.build};
}

std::vector<Family> families(const std::vector<Failure>& failures) {
  std::map<std::string, std::vector<const Failure*>> by_instruction;
  for (const Failure& failure : failures) by_instruction[failure.tuple.mnemonic].push_back(&failure);
  std::vector<Family> all;
  for (const auto& [instruction, members] : by_instruction) {
    Kinds kinds;
    for (const Failure* failure : members)
      for (const FailKind other : failure->other_kinds)
        if (is_of_one_call(failure->kind) && is_of_one_call(other)) kinds.join(failure->kind, other);
    std::map<int, std::vector<const Failure*>> by_kind;
    for (const Failure* failure : members) by_kind[kinds.of(failure->kind)].push_back(failure);
    for (auto& [root, of_kind] : by_kind) {
      const FailKind kind = commonest(of_kind);
      if (is_about_clauses(kind))
        for (Family& family : by_clauses(of_kind, kind)) all.push_back(std::move(family));
      else
        all.push_back({instruction, kind, {}, std::move(of_kind)});
    }
  }
  for (Family& family : all)
    std::sort(family.members.begin(), family.members.end(),
              [](const Failure* a, const Failure* b) { return a->plan_index < b->plan_index; });
  return all;
}

}  // namespace pto_cts::minimise
