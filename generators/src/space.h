// SPDX-License-Identifier: MIT
// Sets of tuples, given by predicates and drawn by construction.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "folding.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/terms/instruction.h"
#include "variables.h"

namespace pto_cts::generators {

/// All tuples of an instruction that meet a conjunction of predicates on the tuple.
///
/// Attributes and the sharing of storage are fixed first, one part of the space for each choice. In a part, the other
/// discrete unknowns are enumerated in groups that no predicate links; what then remains of the predicates are
/// conditions on shapes and extents, one system for each solution of the group that mentions them. Nothing here knows
/// an instruction.
class Space {
 public:
  /// pre: the predicates mention no reading and no contents; `variables` outlives the space.
  Space(const Variables& variables, std::vector<terms::NodePtr> predicates);

  /// Whether any tuple meets the predicates; quicker than building their space.
  static bool possible(const Variables& variables, const std::vector<terms::NodePtr>& predicates);

  bool empty() const;

  /// The tuples of this space that meet more predicates.
  Space where(const std::vector<terms::NodePtr>& predicates) const;

  /// One tuple. Where `near` is given, every unknown keeps its value of there where it can. A draw never fails; should
  /// the construction meet a dead end it is counted as discarded and begun anew.
  Tuple draw(Draw& draw, const Tuple* near = nullptr, bool spread = false) const;

  /// As draw, for an illegal tuple: the discrete unknowns are drawn, `twins` gives the neighbour with as many of the
  /// same values as it admits, and the numbers follow that neighbour.
  std::pair<Tuple, Tuple> draw_beside(Draw& draw, const Space& twins) const;

  /// The canonical member: first solutions, smallest numbers.
  std::optional<Tuple> smallest() const;

  /// Distinct values of a discrete unknown.
  std::vector<std::int64_t> values_of(std::size_t var) const;

  /// Draws of all spaces that met a dead end, since the program began.
  static std::uint64_t discarded();

 private:
  struct Solution {
    std::vector<std::int64_t> values;  // Of the component's variables.
    Terms rest;                        // Conditions on numbers that are left; of the numeric component only.
    std::shared_ptr<const NumericSystem> system;
  };
  struct Component {
    std::vector<std::size_t> vars;
    VarSet set = 0;
    bool numeric = false;
    std::vector<Solution> solutions;
  };
  struct Part {
    Assignment fixed;
    std::vector<Component> components;

    bool empty() const;
    std::size_t component_of(std::size_t var) const;
    std::size_t numeric_component() const;
  };
  // A part with one solution chosen for each component.
  struct Choice {
    const Part* part = nullptr;
    Assignment values;
    const Solution* numeric = nullptr;
  };

  explicit Space(const Variables& variables) : variables_(&variables) {}
  void build(const std::vector<terms::NodePtr>& predicates, bool first_only);
  std::optional<Part> build_part(const Assignment& fixed, const Terms& predicates, bool first_only) const;
  void order(Component& component, const Assignment& fixed, const Terms& predicates,
             std::vector<std::vector<std::int64_t>>& domains) const;
  void solve(Component& component, const Assignment& fixed, const Terms& predicates, bool first_only) const;
  void attach_system(const Component& component, Solution& solution) const;
  void restrict(const Part& part, Component& component, const Term* predicate) const;
  static void merge(Part& part, std::size_t a, std::size_t b);
  Part narrowed(Part part, const std::vector<terms::NodePtr>& predicates) const;
  void choose(Choice& choice, const Component& component, const Solution& solution) const;
  Choice any(Draw& draw) const;
  Choice nearest(const Assignment& wanted, Draw& draw) const;
  Tuple finish(const Assignment& values, const Numbers& numbers) const;
  Numbers draw_numbers(Draw& draw, const Solution& solution, const Numbers* near, bool spread) const;

  const Variables* variables_;
  std::vector<Part> parts_;
};

}  // namespace pto_cts::generators
