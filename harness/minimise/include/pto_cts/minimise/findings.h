// SPDX-License-Identifier: MIT
// From many failing cases to the few causes behind them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/minimise/minimise.h"
#include "pto_cts/record/finding.h"

namespace pto_cts::minimise {

/// A failing case of a campaign, without its contents.
struct Failure {
  std::uint64_t plan_index = 0;
  std::string name;
  Profile profile = Profile::cpu_sim;
  Tuple tuple;
  judge::FailKind kind = judge::FailKind::wrong_value;
  std::vector<judge::FailKind> other_kinds{};
  evaluate::Verdict verdict{};
  std::vector<std::string> explained_by{};
  std::string build{};
};

/// What is kept of a case that failed; `plan_index` and `explained_by` are left as they are.
Failure failure_of(const Case& subject, const judge::Judged& judged);

/// Failures that may have one cause, as far as the records tell: those of one instruction whose kinds one call of some case
/// showed together; where an illegal tuple was accepted or half done, those that share the clause that was not checked.
struct Family {
  std::string instruction;
  judge::FailKind kind = judge::FailKind::wrong_value;  ///< That most members have.
  std::vector<std::string> clauses{};                   ///< Those not checked.
  std::vector<const Failure*> members{};                ///< By plan index.
};

/// Every failure is in one family. They come in the order of instructions, then kinds, then clauses.
std::vector<Family> families(const std::vector<Failure>& failures);

struct Wishes {
  Budget each;                                                       ///< For one search.
  std::chrono::duration<double> all = std::chrono::seconds(60);      ///< After which nothing more is shrunk.
};

/// A finding with its smallest case, and a file name for it.
struct Found {
  record::Finding finding;
  std::shared_ptr<const Case> smallest;
};

struct Causes {
  std::vector<Found> found;         ///< The largest first.
  std::uint64_t unexplained = 0;    ///< Failures that are in none: they contradict what was found, and there was no time for them.
};

/// What `find` needs to know.
struct Scene {
  backend::Backend* backend = nullptr;
  judge::Options options{};
  const std::vector<terms::Instruction>* instructions = nullptr;  ///< As the campaign reads them.
  std::function<Case(const Failure&)> remake;                     ///< The case, with its contents.
  std::function<std::string(const Failure&)> saved_as;            ///< Where it was saved, or nothing.
};

/// Shrinks a member of each family and varies one factor at a time. A member with a value under which that case does not
/// fail has another cause, unless its own smallest case, brought to the first one's value, fails as well. Findings of
/// several instructions are one where the smallest case of one fails as a case of the other.
///
/// Within the budgets, equal failures give equal findings.
Causes find(const Scene& scene, const std::vector<Failure>& failures, const Wishes& wishes);

}  // namespace pto_cts::minimise
