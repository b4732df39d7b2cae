// SPDX-License-Identifier: MIT
// Predicates with some unknowns replaced, each remembered: the same few come up for very many solutions.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "numeric_system.h"
#include "variables.h"

namespace pto_cts::generators {

/// A tree of which there is one for all that are equal.
struct Term {
  terms::NodePtr tree;
  VarSet vars = 0;       ///< Discrete unknowns that it reads.
  bool numeric = false;  ///< Whether it reads rows, columns or valid extents.

  bool is_false() const { return tree->op == terms::Op::constant && tree->value == 0; }
  bool is_true() const { return tree->op == terms::Op::constant && tree->value != 0; }
};

using Terms = std::vector<const Term*>;

/// Terms over the unknowns of one instruction; they live as long as this object. To be used by one thread at a time.
class Folding {
 public:
  explicit Folding(const Variables& variables) : variables_(variables) {}
  Folding(const Folding&) = delete;

  const Term* term(const terms::NodePtr& tree);

  /// The term with every known unknown replaced.
  const Term* with(const Term* term, const Assignment& values);

  /// The parts of a conjunction, without those that always hold.
  const Terms& conjuncts(const Term* term);

  /// The system of conditions on tiles with these element sizes.
  std::shared_ptr<const NumericSystem> system(const Terms& conditions, const std::vector<int>& bytes);

 private:
  static constexpr std::size_t kMostKnown = 6;
  struct Step {
    const Term* term;
    VarSet known;
    std::array<std::int64_t, kMostKnown> values;

    friend bool operator==(const Step&, const Step&) = default;
  };
  struct Conditions {
    Terms terms;
    std::uint64_t bytes;

    friend bool operator==(const Conditions&, const Conditions&) = default;
  };
  struct Hash {
    std::size_t operator()(const Step& step) const;
    std::size_t operator()(const Conditions& conditions) const;
  };

  const Variables& variables_;
  std::deque<Term> all_;
  std::unordered_multimap<std::uint64_t, const Term*> by_hash_;
  std::unordered_map<Step, const Term*, Hash> folded_;
  std::unordered_map<const Term*, Terms> conjuncts_;
  std::unordered_map<Conditions, std::shared_ptr<const NumericSystem>, Hash> systems_;
};

}  // namespace pto_cts::generators
