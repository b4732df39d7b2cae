// SPDX-License-Identifier: MIT
#include "folding.h"

#include <bit>
#include <map>

#include "pto_cts/terms/rewrite.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

std::uint64_t word_of(const Term* term) { return reinterpret_cast<std::uintptr_t>(term); }

// The same few systems of conditions arise for several instructions and profiles. They are told apart by two hashes; every
// tuple that is drawn is checked against the spec afterwards.
std::shared_ptr<const NumericSystem> system_for(const Terms& conditions, const std::vector<int>& bytes) {
  thread_local std::map<std::pair<std::uint64_t, std::uint64_t>, std::shared_ptr<const NumericSystem>> known;
  std::pair<std::uint64_t, std::uint64_t> key{1, 2};
  for (const int size : bytes) key = {key.first * 31 + static_cast<std::uint64_t>(size), key.second * 37 + static_cast<std::uint64_t>(size)};
  std::vector<terms::NodePtr> trees;
  for (const Term* condition : conditions) {
    key = {tree_hash(condition->tree, key.first), tree_hash(condition->tree, key.second)};
    trees.push_back(condition->tree);
  }
  auto& system = known[key];
  if (!system) system = std::make_shared<const NumericSystem>(trees, bytes);
  return system;
}

}  // namespace

std::size_t Folding::Hash::operator()(const Step& step) const {
  std::uint64_t hash = mixed(word_of(step.term), step.known);
  for (const std::int64_t value : step.values) hash = mixed(hash, static_cast<std::uint64_t>(value));
  return hash;
}

std::size_t Folding::Hash::operator()(const Conditions& conditions) const {
  std::uint64_t hash = conditions.bytes;
  for (const Term* term : conditions.terms) hash = mixed(hash, word_of(term));
  return hash;
}

const Term* Folding::term(const terms::NodePtr& tree) {
  const std::uint64_t hash = tree_hash(tree, 1);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto known = begin; known != end; ++known)
    if (same_tree(known->second->tree, tree)) return known->second;
  Term fresh{tree, variables_.discrete(tree), false};
  terms::walk(tree, [&](const terms::Node& node) { fresh.numeric |= is_numeric(node); });
  all_.push_back(std::move(fresh));
  return by_hash_.emplace(hash, &all_.back())->second;
}

const Term* Folding::with(const Term* term, const Assignment& values) {
  Step step{term, 0, {}};
  std::size_t count = 0;
  for (VarSet rest = term->vars; rest != 0; rest &= rest - 1) {
    const auto var = static_cast<std::size_t>(std::countr_zero(rest));
    if (values[var] == kUnset) continue;
    if (count == kMostKnown) return this->term(variables_.substitute(term->tree, values));
    step.known |= VarSet{1} << var;
    step.values[count++] = values[var];
  }
  if (count == 0) return term;
  const auto [entry, fresh] = folded_.try_emplace(step, nullptr);
  if (fresh) entry->second = this->term(variables_.substitute(term->tree, values));
  return entry->second;
}

const Terms& Folding::conjuncts(const Term* term) {
  const auto [entry, fresh] = conjuncts_.try_emplace(term);
  if (fresh)
    for (const terms::NodePtr& part : terms::conjuncts(term->tree))
      if (const Term* one = this->term(part); !one->is_true()) entry->second.push_back(one);
  return entry->second;
}

std::shared_ptr<const NumericSystem> Folding::system(const Terms& conditions, const std::vector<int>& bytes) {
  std::uint64_t sizes = 0;
  for (const int size : bytes) sizes = sizes << 4 | static_cast<std::uint64_t>(size);
  auto& system = systems_[{conditions, sizes}];
  if (!system) system = system_for(conditions, bytes);
  return system;
}

}  // namespace pto_cts::generators
