// SPDX-License-Identifier: MIT
#include "pto_cts/minimise/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "factors.h"
#include "pto_cts/generators/vary.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/record/sha256.h"
#include "pto_cts/render/text.h"

namespace pto_cts::minimise {
namespace {

using generators::Cost;
using judge::FailKind;

constexpr std::size_t kStarts = 5;      // Members of a family from which a search begins.
constexpr std::size_t kMostCauses = 6;  // Of one family that are looked for.
constexpr std::uint64_t kMostMismatches = 4096;

// A cause as it is worked out.
struct Cause {
  const terms::Instruction* instruction = nullptr;
  const Family* family = nullptr;
  std::vector<const Failure*> members{};
  Subject subject{};
  Minimal minimal{};
  std::vector<record::Factor> factors{};
  std::vector<std::string> instructions{};
  generators::Simplicity cost{};
};

std::string with_hyphens(std::string_view words) {
  std::string text(words);
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

class Search {
 public:
  Search(const Scene& scene, const Wishes& wishes)
      : scene_(scene), wishes_(wishes), bench_(*scene.backend, scene.options), began_(std::chrono::steady_clock::now()) {}

  std::vector<Cause> causes_of(const Family& family) {
    std::vector<Cause> causes;
    std::vector<const Failure*> left = family.members, lost;
    std::size_t looked_at = 0;
    while (!left.empty() && looked_at++ < kMostCauses && (causes.empty() || !is_over())) {
      Cause cause = smallest_of(family, left);
      std::erase(left, cause.members.front());
      // It did not fail again: a cause of its own only where there is no other.
      if (!cause.minimal.judged.kind || cause.minimal.failed == 0) {
        lost.push_back(cause.members.front());
        if (!is_over() && !left.empty()) continue;
        if (!causes.empty()) break;
        cause.members = family.members;
        causes.push_back(std::move(cause));
        return causes;
      }
      const auto known = std::find_if(causes.begin(), causes.end(), [&](const Cause& other) { return is_one(other, cause); });
      if (known == causes.end()) {
        left = claim(cause, std::move(left));
        causes.push_back(std::move(cause));
        continue;
      }
      // It fails with these values too, if not as simply.
      known->members.push_back(cause.members.front());
      allow(*known, *cause.members.front());
      left = claim(*known, std::move(left));
    }
    if (causes.empty()) {
      Cause cause = unsearched(family);
      causes.push_back(std::move(cause));
      return causes;
    }
    for (Cause& cause : causes) lost = claim(cause, std::move(lost));
    unexplained_ += lost.size() + left.size();
    return causes;
  }

  /// Failures that fit no cause that was looked for.
  std::uint64_t unexplained() const { return unexplained_; }

  // A cause that shows in another instruction with the same operands.
  void join_instructions(std::vector<Cause>& causes) {
    for (std::size_t i = 0; i < causes.size(); ++i)
      for (std::size_t j = i + 1; j < causes.size();) {
        if (!shows_as(causes[i], causes[j]) && !shows_as(causes[j], causes[i])) {
          ++j;
          continue;
        }
        Cause& kept = causes[i];
        Cause other = std::move(causes[j]);
        causes.erase(causes.begin() + static_cast<std::ptrdiff_t>(j));
        kept.members.insert(kept.members.end(), other.members.begin(), other.members.end());
        kept.instructions.insert(kept.instructions.end(), other.instructions.begin(), other.instructions.end());
      }
  }

  Found found(const Cause& cause, bool alone_in_family) {
    Found result{{}, std::make_shared<const Case>(named(cause))};
    record::Finding& finding = result.finding;
    finding.instructions = cause.instructions;
    finding.kind = judge::name(cause.family->kind);
    finding.clauses = cause.family->clauses;
    finding.cases = cause.members.size();
    finding.factors = cause.factors;
    std::vector<Seen> members;
    for (const Failure* member : cause.members) members.push_back({&member->tuple, member->profile});
    finding.statement = statement(cause.factors, cause.minimal.smallest->tuple, members);
    finding.id = id_of(cause, alone_in_family);
    finding.smallest = "findings/" + file_name(finding.id) + ".json";
    add_members(cause, finding);
    add_smallest(cause, finding);
    finding.minimality.least_bytes = finding.minimality.complete && finding.verdict == record::VerdictKind::legal && !is_over() &&
                                     least_bytes_.are_in(*cause.instruction, *cause.minimal.smallest);
    return result;
  }

 private:
  const terms::Instruction& instruction(const std::string& mnemonic) const {
    for (const terms::Instruction& one : *scene_.instructions)
      if (one.mnemonic == mnemonic) return one;
    throw std::logic_error("a failure of an unknown instruction: " + mnemonic);
  }

  const generators::Shrinker& shrinker(const terms::Instruction& of, Profile profile) {
    auto& made = shrinkers_[{of.mnemonic, profile}];
    if (!made) made = std::make_unique<generators::Shrinker>(of, profile, bench_.batch());
    return *made;
  }

  // For one search: no more than is left for all.
  Budget budget() const {
    const std::chrono::duration<double> left = wishes_.all - (std::chrono::steady_clock::now() - began_);
    return {std::min(wishes_.each.time, left), wishes_.each.runs};
  }

  bool is_over() const { return std::chrono::steady_clock::now() - began_ >= wishes_.all; }

  // Members to begin with: the one that is simplest already, of the commonest kind, of a legal tuple if there is one; and
  // where calls cost little, some that are not like it, since a search may end in a minimum that is not the least.
  std::vector<const Failure*> starts_of(const Family& family, std::vector<const Failure*> left) const {
    const terms::Instruction& of = instruction(family.instruction);
    const auto key = [&](const Failure* one) {
      return std::tuple(one->kind != family.kind, one->verdict.legality != evaluate::Legality::legal, !one->explained_by.empty(),
                        one->verdict.clauses.size(), generators::simplicity(of, one->tuple), one->plan_index);
    };
    std::vector<std::pair<decltype(key(left.front())), const Failure*>> sorted;
    for (const Failure* one : left) sorted.emplace_back(key(one), one);
    std::sort(sorted.begin(), sorted.end());
    std::vector<const Failure*> starts = {sorted.front().second};
    if (scene_.backend->announced_cases() > 0) return starts;
    for (std::size_t k = 1; k < kStarts; ++k) {
      const Failure* other = sorted[k * (sorted.size() - 1) / (kStarts - 1)].second;
      const bool alike = other->kind == starts.front()->kind && other->profile == starts.front()->profile &&
                         other->verdict.legality == starts.front()->verdict.legality;
      if (alike && std::find(starts.begin(), starts.end(), other) == starts.end()) starts.push_back(other);
    }
    return starts;
  }

  Cause smallest_of(const Family& family, const std::vector<const Failure*>& left) {
    Cause cause;
    const std::vector<const Failure*> starts = starts_of(family, left);
    const Failure* first = starts.front();
    cause.instruction = &instruction(family.instruction);
    cause.family = &family;
    cause.members = {first};
    cause.instructions = {family.instruction};
    auto original = std::make_shared<const Case>(scene_.remake(*first));
    const generators::Shrinker& with = shrinker(*cause.instruction, first->profile);
    cause.minimal.smallest = original;
    cause.minimal.judged.verdict = first->verdict;
    if (!is_over()) cause.minimal = minimise(*cause.instruction, with, bench_, *original, first->kind, budget());
    cause.cost = generators::simplicity(*cause.instruction, *cause.minimal.smallest);
    for (const Failure* start : starts) {
      if (start == first || is_over() || bench_.is_used_up()) continue;
      const auto other = std::make_shared<const Case>(scene_.remake(*start));
      Minimal minimal = minimise(*cause.instruction, with, bench_, *other, first->kind, budget());
      const generators::Simplicity cost = generators::simplicity(*cause.instruction, *minimal.smallest);
      if (minimal.failed == 0 || (cause.minimal.failed > 0 && !(cost < cause.cost))) continue;
      cause.minimal = std::move(minimal);
      cause.cost = cost;
      cause.members = {start};
      original = other;
    }
    const bool flaky = cause.minimal.failed < cause.minimal.repeated;
    cause.subject = {cause.instruction, &with, cause.minimal.smallest, original, cause.minimal.judged,
                     kinds_of(family), flaky ? kRunsOfFlaky : 1};
    if (cause.minimal.failed == 0 || is_over()) return cause;
    bench_.allow(budget());
    cause.factors = factors_of(bench_, cause.subject);
    add_profiles(cause);
    return cause;
  }

  static std::set<FailKind> kinds_of(const Family& family) {
    std::set<FailKind> kinds;
    for (const Failure* member : family.members) {
      kinds.insert(member->kind);
      kinds.insert(member->other_kinds.begin(), member->other_kinds.end());
    }
    return kinds;
  }

  // All members, with the simplest as it is.
  Cause unsearched(const Family& family) {
    Cause cause;
    cause.instruction = &instruction(family.instruction);
    cause.family = &family;
    cause.members = family.members;
    cause.instructions = {family.instruction};
    const Failure* first = starts_of(family, family.members).front();
    cause.minimal.smallest = std::make_shared<const Case>(scene_.remake(*first));
    cause.minimal.judged.verdict = first->verdict;
    cause.cost = generators::simplicity(*cause.instruction, *cause.minimal.smallest);
    return cause;
  }

  void add_profiles(Cause& cause) {
    record::Factor factor{"profile", {}, {}};
    for (const Profile profile : kCertifiedProfiles) {
      if (bench_.is_used_up()) return;
      Case subject = *cause.minimal.smallest;
      subject.profile = profile;
      const evaluate::Verdict& wanted = cause.minimal.judged.verdict;
      const evaluate::Verdict verdict = evaluate::verdict(*cause.instruction, subject);
      if (verdict.legality != wanted.legality) continue;
      // Of a tuple that breaks other clauses there, a rejection says nothing.
      const bool same_rules = verdict.clauses == wanted.clauses;
      if (subject.twin) {
        auto twin = std::make_shared<Case>(*subject.twin);
        twin->profile = profile;
        subject.twin = std::move(twin);
      }
      bool fails = false, ran = false;
      for (int i = 0; i < cause.subject.repeats && !fails; ++i) {
        const judge::Judged judged = bench_.look_at(*cause.instruction, subject, false);
        fails = fails_as(judged, cause.subject.kinds);
        ran = ran || has_run(judged);
      }
      if (ran && (fails || same_rules)) (fails ? factor.fails : factor.passes).emplace_back(name(profile));
    }
    if (factor.fails.size() + factor.passes.size() > 1 && !factor.fails.empty()) cause.factors.push_back(std::move(factor));
  }

  static std::string value_of(const Failure& failure, const std::string& factor) {
    return factor == "profile" ? std::string(name(failure.profile)) : generators::value_of(failure.tuple, factor);
  }

  static bool may_be_of(const Cause& cause, const Failure& failure) {
    return std::none_of(cause.factors.begin(), cause.factors.end(), [&](const record::Factor& factor) {
      return factor.name != "payload" && contradicts(factor, value_of(failure, factor.name));
    });
  }

  // Takes the failures that the cause may have; gives those that are left.
  static std::vector<const Failure*> claim(Cause& cause, std::vector<const Failure*> left) {
    std::vector<const Failure*> others;
    for (const Failure* failure : left) (may_be_of(cause, *failure) ? cause.members : others).push_back(failure);
    return others;
  }

  // Values that were taken to pass, and do not.
  static void allow(Cause& cause, const Failure& failing) {
    for (record::Factor& factor : cause.factors) {
      const std::string value = value_of(failing, factor.name);
      if (std::erase(factor.passes, value) > 0) factor.fails.push_back(value);
    }
  }

  // The later cause is the earlier one where the earlier one's smallest case fails as well with each value that was said to
  // part them, once it has the contents of the later one; and where the later one's smallest case has lost these values.
  bool is_one(const Cause& earlier, const Cause& later) {
    for (const record::Factor& factor : earlier.factors) {
      if (factor.name == "profile" || factor.name == "payload") continue;
      const std::string value = generators::value_of(later.minimal.smallest->tuple, factor.name);
      if (contradicts(factor, value) && !fails_with(earlier, factor.name, value, later)) return false;
    }
    return true;
  }

  bool fails_with(const Cause& cause, const std::string& factor, const std::string& value, const Cause& contents) {
    for (const generators::TupleFactor& one : generators::tuple_factors(*cause.instruction, cause.minimal.smallest->tuple))
      for (const generators::FactorValue& other : one.values)
        if (one.name == factor && other.label == value && some_fails(bench_, contents.subject, other.tuples)) return true;
    return false;
  }

  bool shows_as(const Cause& cause, const Cause& other) {
    if (cause.instruction == other.instruction || cause.family->kind != other.family->kind || is_over()) return false;
    if (cause.minimal.failed == 0 || cause.instruction->tiles.size() != other.instruction->tiles.size()) return false;
    Case moved = *cause.minimal.smallest;
    moved.tuple.mnemonic = other.instruction->mnemonic;
    moved.tuple.attributes.clear();
    for (const terms::AttributeParameter& parameter : other.instruction->attributes)
      moved.tuple.attributes.push_back({parameter.key, parameter.default_value, parameter.template_slot});
    if (!terms::shape_problem(*other.instruction, moved.tuple).empty()) return false;
    const Profile profile = moved.profile;
    if (evaluate::verdict(*other.instruction, moved.tuple, profile).legality != cause.minimal.judged.verdict.legality) return false;
    if (cause.minimal.judged.verdict.legality != evaluate::Legality::legal) return false;
    for (int i = 0; i < cause.subject.repeats; ++i)
      if (fails_as(bench_.look_at(*other.instruction, moved, false), cause.subject.kinds)) return true;
    return false;
  }

  static Case named(const Cause& cause) {
    Case smallest = *cause.minimal.smallest;
    smallest.name = std::string(name(smallest.profile)) + "/" + terms::id_prefix(*cause.instruction) + "/smallest/" +
                    with_hyphens(judge::name(cause.family->kind));
    if (!smallest.twin) return smallest;
    auto twin = std::make_shared<Case>(*smallest.twin);
    twin->name = smallest.name + "/twin";
    smallest.twin = std::move(twin);
    return smallest;
  }

  // What makes it this finding in every run: causes of one family differ in the values with which they fail.
  static std::string id_of(const Cause& cause, bool alone_in_family) {
    std::string essence = cause.instructions.front() + "\n" + std::string(judge::name(cause.family->kind));
    for (const std::string& clause : cause.family->clauses) essence += "\n" + clause;
    if (!alone_in_family)
      for (const record::Factor& factor : cause.factors)
        if (!is_number(factor) && factor.name != "payload" && !factor.passes.empty())
          for (const std::string& value : factor.fails) essence += "\n" + factor.name + "=" + value;
    constexpr std::size_t kDigits = 8;
    return lower(cause.instructions.front()) + "/" + with_hyphens(judge::name(cause.family->kind)) + "/" +
           record::sha256_hex(essence).substr(0, kDigits);
  }

  static std::string file_name(std::string id) {
    std::replace(id.begin(), id.end(), '/', '.');
    return id;
  }

  void add_members(const Cause& cause, record::Finding& finding) const {
    std::set<std::string> also;
    std::map<std::string, std::uint64_t> explained;
    std::map<std::string, const Failure*> by_draw;
    for (const Failure* member : cause.members) {
      by_draw.emplace(record::draw_of(member->name), member);
      also.insert(std::string(judge::name(member->kind)));
      for (const FailKind other : member->other_kinds) also.insert(std::string(judge::name(other)));
      for (const std::string& reading : member->explained_by) ++explained[reading];
    }
    for (const auto& [draw, member] : by_draw) {
      if (finding.members.size() == record::kShownMembers) break;
      finding.members.push_back({member->name, scene_.saved_as(*member)});
    }
    also.erase(finding.kind);
    finding.also.assign(also.begin(), also.end());
    for (const auto& [reading, count] : explained)
      if (count == cause.members.size()) finding.explained_by.push_back(reading);
      else finding.partly_explained_by[reading] = count;
  }

  static void add_smallest(const Cause& cause, record::Finding& finding) {
    const Minimal& minimal = cause.minimal;
    finding.tuple = render::render_tuple(minimal.smallest->tuple);
    finding.verdict = *record::parse_verdict_kind(with_hyphens(evaluate::name(minimal.judged.verdict.legality)));
    if (minimal.judged.outcome) finding.outcome = backend::name(*minimal.judged.outcome);
    finding.diagnostic = minimal.judged.diagnostic.empty() ? minimal.judged.why : minimal.judged.diagnostic;
    finding.build = minimal.judged.build;
    finding.tile_bytes = static_cast<std::uint64_t>(cause.cost[Cost::tile_bytes]);
    finding.valid_elements = static_cast<std::uint64_t>(cause.cost[Cost::valid_elements]);
    finding.non_zero = static_cast<std::uint64_t>(cause.cost[Cost::non_zero]);
    finding.minimality = {minimal.complete, minimal.neighbours, minimal.complete ? 0 : minimal.tried, false};
    finding.failed = minimal.failed;
    finding.repeated = minimal.repeated;
    if (minimal.judged.elements_wrong == 0) return;
    record::MismatchCensus census{minimal.judged.elements_wrong, minimal.judged.elements_judged, {}};
    for (const judge::Mismatch& one : minimal.judged.first_mismatches)
      if (census.first.size() < kMostMismatches) census.first.push_back({one.operand, one.row, one.col, one.expected, one.actual});
    finding.mismatches = std::move(census);
  }

  static constexpr int kRunsOfFlaky = 8;

  const Scene& scene_;
  const Wishes& wishes_;
  Bench bench_;
  std::chrono::steady_clock::time_point began_;
  std::map<std::pair<std::string, Profile>, std::unique_ptr<generators::Shrinker>> shrinkers_;
  LeastBytes least_bytes_;
  std::uint64_t unexplained_ = 0;
};

}  // namespace

Causes find(const Scene& scene, const std::vector<Failure>& failures, const Wishes& wishes) {
  std::vector<Family> all = families(failures);
  // What fails most is looked at first, where there is not the time for all.
  std::stable_sort(all.begin(), all.end(), [](const Family& a, const Family& b) { return a.members.size() > b.members.size(); });
  Search search(scene, wishes);
  std::vector<Cause> causes;
  for (const Family& family : all)
    for (Cause& cause : search.causes_of(family)) causes.push_back(std::move(cause));
  std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) {
    return std::tie(a.instructions.front(), a.family->kind) < std::tie(b.instructions.front(), b.family->kind);
  });
  search.join_instructions(causes);
  std::vector<Found> found;
  for (const Cause& cause : causes) {
    const auto siblings = std::count_if(causes.begin(), causes.end(), [&](const Cause& other) { return other.family == cause.family; });
    found.push_back(search.found(cause, siblings == 1));
  }
  std::stable_sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.finding.cases > b.finding.cases; });
  return {std::move(found), search.unexplained()};
}

}  // namespace pto_cts::minimise
