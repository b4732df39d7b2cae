// SPDX-License-Identifier: MIT
#include "pto_cts/generators/shrink.h"

#include <rapidcheck/shrinkable/Create.h>
#include <rapidcheck/shrinkable/Operations.h>

#include <algorithm>
#include <exception>
#include <map>
#include <stdexcept>

#include "candidates.h"
#include "cells.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"

namespace pto_cts::generators {
namespace {

using evaluate::Verdict;

bool same(const Verdict& a, const Verdict& b) {
  return a.legality == b.legality && a.clauses == b.clauses && a.reasons == b.reasons;
}

// 128 bits of all that makes one case another to a backend.
using Identity = std::pair<std::size_t, std::size_t>;

Identity identity(const Case& subject) {
  std::string text;
  const auto number = [&](std::uint64_t value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const TileOperand& operand : subject.tuple.tiles) {
    const TileDesc& t = operand.tile;
    for (const std::int64_t value : {t.rows, t.cols, t.static_valid_rows, t.static_valid_cols, t.fractal_bytes, t.valid_rows, t.valid_cols})
      number(static_cast<std::uint64_t>(value));
    for (const int value : {static_cast<int>(t.type), static_cast<int>(t.dtype), static_cast<int>(t.blayout), static_cast<int>(t.slayout),
                            static_cast<int>(t.pad), operand.storage})
      text.push_back(static_cast<char>(value));
  }
  for (const ScalarOperand& scalar : subject.tuple.scalars) text.push_back(static_cast<char>(scalar.dtype));
  for (const Attribute& attribute : subject.tuple.attributes) text += attribute.value + '\0';
  for (const std::uint64_t bits : subject.scalars) number(bits);
  for (const auto& storage : subject.payload) text.append(reinterpret_cast<const char*>(storage.data()), storage.size());
  number(subject.poison.pattern);
  for (const IndexPoison& poison : subject.index_poison) number(poison.first), number(poison.second);
  const std::size_t first = std::hash<std::string>()(text);
  number(first);
  return {first, std::hash<std::string>()(text)};
}

// A case, and what a trial of it gave.
struct Tried {
  CasePtr subject;
  Trial trial;
};

}  // namespace

struct Shrinker::Impl {
  const terms::Instruction& instruction;
  Profile profile;
  std::size_t batch;
  Variables variables;
  RuleSet rules;
  mutable std::optional<Space> legal;  // Made when the first illegal case is shrunk.

  Impl(const terms::Instruction& i, Profile p, std::size_t b)
      : instruction(i), profile(p), batch(b), variables(i), rules(rules_of(i, p)) {}

  Tuple legal_neighbour(const Tuple& tuple) const {
    if (!legal) legal = legal_space(variables, rules);
    Draw draw({kGeneratorEpoch, 0, 0, 0});
    return legal->draw(draw, &tuple);
  }

  CasePtr twin_of(const Case& subject) const {
    auto twin = std::make_shared<Case>();
    twin->name = subject.name + "/twin";
    twin->profile = profile;
    twin->tuple = legal_neighbour(subject.tuple);
    Draw draw({kGeneratorEpoch, 0, 0, 1});
    const std::optional<IndexUse> use = index_use(instruction, twin->tuple);
    fill_payload(*twin, PayloadClass::position, IndexClass::permuted, draw, use ? &*use : nullptr);
    // It has only to execute; what it holds would be to read for nothing.
    for (std::vector<std::uint8_t>& storage : twin->payload) std::fill(storage.begin(), storage.end(), std::uint8_t{0});
    std::fill(twin->scalars.begin(), twin->scalars.end(), 0);
    twin->payload_class = "shrunk";
    twin->poison = subject.poison;
    return twin;
  }

  // Those of the cases that the spec judges as it judges the other. What an illegal one holds is of no account.
  std::vector<CasePtr> kept(std::vector<Case> cases, const Verdict& wanted) const {
    std::vector<CasePtr> all;
    for (Case& made : cases) {
      if (wanted.legality == evaluate::Legality::illegal && !all.empty()) break;
      if (!same(evaluate::verdict(instruction, made), wanted)) continue;
      if (wanted.legality == evaluate::Legality::illegal) made.twin = twin_of(made);
      all.push_back(std::make_shared<const Case>(std::move(made)));
    }
    return all;
  }

  // Core conditions that fail: what is not named in the verdict on an illegal tuple.
  std::vector<const terms::CoreCondition*> outside(const Tuple& tuple) const {
    std::vector<const terms::CoreCondition*> failed;
    for (const terms::CoreCondition* condition : rules.core)
      if (!evaluate::holds(condition->predicate.tree(), tuple)) failed.push_back(condition);
    return failed;
  }

  // The tuple is of the same verdict, and no stranger besides.
  bool may_fit(const Tuple& tuple, const Verdict& wanted, const Tuple& like) const {
    for (const TileOperand& operand : tuple.tiles)
      if (operand.tile.rows < 1 || operand.tile.cols < 1 || operand.tile.valid_rows < 0 || operand.tile.valid_cols < 0) return false;
    const Verdict verdict = evaluate::verdict(instruction, tuple, profile);
    if (verdict.legality != wanted.legality || verdict.clauses != wanted.clauses) return false;
    if (verdict.legality != evaluate::Legality::illegal) return true;
    const auto now = outside(tuple), before = outside(like);
    return std::all_of(now.begin(), now.end(), [&](const terms::CoreCondition* failed) {
      return std::find(before.begin(), before.end(), failed) != before.end();
    });
  }
};

namespace {

enum class Stage { tuples, contents };

// One search. What was tried is remembered, so that nothing is tried twice.
class Search {
 public:
  Search(const Shrinker::Impl& impl, const Verdict& wanted, const TryCases& try_cases)
      : impl_(impl), wanted_(wanted), try_cases_(try_cases) {}

  std::vector<CasePtr> simpler(const Tried& from, const Simplicity& cost, const Tuple& tuple) const {
    std::vector<CasePtr> all;
    if (!impl_.may_fit(tuple, wanted_, from.subject->tuple)) return all;
    std::vector<Case> cases = contents_of(impl_.instruction, tuple, *from.subject, from.trial, Variety::few);
    std::erase_if(cases, [&](const Case& made) { return !(simplicity(impl_.instruction, made) < cost); });
    return impl_.kept(std::move(cases), wanted_);
  }

  // Tries what has not been tried; false where the budget is used up.
  bool try_all(const std::vector<CasePtr>& candidates) {
    std::vector<CasePtr> fresh;
    std::vector<Identity> ids;
    for (const CasePtr& candidate : candidates) {
      const Identity id = identity(*candidate);
      if (known_.contains(id) || std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
      fresh.push_back(candidate);
      ids.push_back(id);
    }
    if (fresh.empty()) return true;
    const std::vector<Trial> trials = try_cases_(fresh);
    if (trials.empty()) return false;
    tried_ += fresh.size();
    for (std::size_t i = 0; i < fresh.size(); ++i) known_.emplace(ids[i], trials[i]);
    return true;
  }

  const Trial& trial_of(const Case& candidate) const { return known_.at(identity(candidate)); }

  const Shrinker::Impl& impl() const { return impl_; }
  const Verdict& wanted() const { return wanted_; }
  std::size_t tried() const { return tried_; }
  bool over = false;
  std::exception_ptr fault;  // RapidCheck takes an exception for the end of a sequence.

 private:
  const Shrinker::Impl& impl_;
  const Verdict& wanted_;
  const TryCases& try_cases_;
  std::map<Identity, Trial> known_;
  std::size_t tried_ = 0;
};

// The candidates in the place of one case, in blocks that are tried side by side.
class Candidates {
 public:
  using ValueType = Tried;

  Candidates(Search& search, Tried from, Stage stage)
      : search_(&search), from_(std::move(from)), cost_(simplicity(search.impl().instruction, *from_.subject)), stage_(stage) {
    if (stage == Stage::tuples)
      tuples_ = std::make_shared<const std::vector<Tuple>>(simpler_tuples(search.impl().instruction, from_.subject->tuple));
    else
      contents_ = simpler_contents(from_.subject);
  }

  rc::Maybe<Tried> operator()() {
    try {
      if (at_ == block_.size() && !next_block()) return rc::Nothing;
      const CasePtr& next = block_[at_++];
      return Tried{next, search_->trial_of(*next)};
    } catch (...) {
      search_->fault = std::current_exception();
      search_->over = true;
      return rc::Nothing;
    }
  }

 private:
  bool next_block() {
    block_.clear();
    at_ = 0;
    while (!search_->over && block_.size() < search_->impl().batch && !ended_) {
      const std::vector<CasePtr> more = stage_ == Stage::tuples ? next_tuple() : next_contents();
      block_.insert(block_.end(), more.begin(), more.end());
    }
    if (block_.empty() || search_->over) return false;
    if (search_->try_all(block_)) return true;
    search_->over = true;
    return false;
  }

  std::vector<CasePtr> next_tuple() {
    if (next_ == tuples_->size()) {
      ended_ = true;
      return {};
    }
    return search_->simpler(from_, cost_, (*tuples_)[next_++]);
  }

  std::vector<CasePtr> next_contents() {
    rc::Maybe<Case> made = contents_.next();
    if (!made) {
      ended_ = true;
      return {};
    }
    if (!(simplicity(search_->impl().instruction, *made) < cost_)) return {};
    std::vector<Case> one;
    one.push_back(std::move(*made));
    return search_->impl().kept(std::move(one), search_->wanted());
  }

  Search* search_;
  Tried from_;
  Simplicity cost_;
  Stage stage_;
  std::shared_ptr<const std::vector<Tuple>> tuples_;
  std::size_t next_ = 0;
  rc::Seq<Case> contents_;
  bool ended_ = false;
  std::vector<CasePtr> block_;
  std::size_t at_ = 0;
};

// RapidCheck's search for a local minimum, under the steps of one stage.
Tried local_minimum(Search& search, Tried from, Stage stage, std::size_t& steps) {
  const auto tree = rc::shrinkable::shrinkRecur(
      std::move(from), [&search, stage](const Tried& tried) { return rc::makeSeq<Candidates>(search, tried, stage); });
  auto [smallest, count] = rc::shrinkable::findLocalMin(tree, [](const Tried& tried) { return tried.trial.fails_alike; });
  if (search.fault) std::rethrow_exception(search.fault);
  steps += count;
  return smallest;
}

}  // namespace

Shrinker::Shrinker(const terms::Instruction& instruction, Profile profile, std::size_t batch)
    : impl_(std::make_unique<Impl>(instruction, profile, std::max<std::size_t>(batch, 1))) {}
Shrinker::~Shrinker() = default;
Shrinker::Shrinker(Shrinker&&) noexcept = default;

Shrunk Shrinker::shrink(const Case& failing, const Trial& first, const TryCases& try_cases) const {
  const Verdict wanted = evaluate::verdict(impl_->instruction, failing);
  Search search(*impl_, wanted, try_cases);
  Shrunk result;
  Tried at{std::make_shared<const Case>(failing), first};
  const auto jump = [&](std::vector<CasePtr> candidates) {
    if (search.over || candidates.empty()) return;
    if (!search.try_all(candidates)) search.over = true;
    for (const CasePtr& candidate : candidates)
      if (!search.over && search.trial_of(*candidate).fails_alike) {
        at = {candidate, search.trial_of(*candidate)};
        ++result.steps;
        return;
      }
  };
  jump(search.simpler(at, simplicity(impl_->instruction, failing), failing.tuple));
  for (std::size_t before = SIZE_MAX; before != result.steps && !search.over;) {
    before = result.steps;
    at = local_minimum(search, std::move(at), Stage::tuples, result.steps);
    at = local_minimum(search, std::move(at), Stage::contents, result.steps);
  }
  result.smallest = at.subject;
  result.complete = !search.over;
  result.tried = search.tried();
  if (result.complete)
    for (const Stage stage : {Stage::tuples, Stage::contents}) {
      Candidates candidates(search, at, stage);
      while (const rc::Maybe<Tried> tried = candidates())
        if (tried->trial.ran) result.neighbours.push_back(tried->subject);
    }
  if (search.fault) std::rethrow_exception(search.fault);
  result.complete = !search.over;
  return result;
}

std::vector<CasePtr> Shrinker::cases_of(const Tuple& tuple, const Case& like, const Trial& trial) const {
  const Verdict wanted = evaluate::verdict(impl_->instruction, like);
  if (!impl_->may_fit(tuple, wanted, like.tuple)) return {};
  return impl_->kept(contents_of(impl_->instruction, tuple, like, trial, Variety::all), wanted);
}

std::vector<CasePtr> Shrinker::filled_with(PayloadClass payload_class, const Case& like) const {
  return impl_->kept(filled(impl_->instruction, like, payload_class), evaluate::verdict(impl_->instruction, like));
}

}  // namespace pto_cts::generators
