// SPDX-License-Identifier: MIT
#include "space.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <stdexcept>

#include "pto_cts/terms/rewrite.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;

std::atomic<std::uint64_t> dead_ends{0};

bool is_true(const NodePtr& tree) { return is_constant(tree) && tree->value != 0; }

bool complementary(const NodePtr& a, const NodePtr& b) {
  return (a->op == Op::logical_not && same_tree(a->args[0], b)) || (b->op == Op::logical_not && same_tree(b->args[0], a));
}

// (a or p) and (not a or p) is p: what holds for static and for dynamic extents alike does not depend on which it is.
void resolve_cases(std::vector<NodePtr>& predicates) {
  for (std::size_t i = 0; i < predicates.size(); ++i)
    for (std::size_t j = i + 1; j < predicates.size(); ++j) {
      const Node& a = *predicates[i];
      const Node& b = *predicates[j];
      const bool both_or = a.op == Op::logical_or && b.op == Op::logical_or;
      if (!both_or || !complementary(a.args[0], b.args[0]) || !same_tree(a.args[1], b.args[1])) continue;
      const NodePtr body = a.args[1];
      predicates.erase(predicates.begin() + static_cast<std::ptrdiff_t>(j));
      predicates.erase(predicates.begin() + static_cast<std::ptrdiff_t>(i));
      for (NodePtr& part : terms::conjuncts(body)) predicates.push_back(std::move(part));
      return resolve_cases(predicates);
    }
}

std::vector<NodePtr> prepared(const std::vector<NodePtr>& predicates) {
  std::vector<NodePtr> parts;
  for (const NodePtr& predicate : predicates)
    for (const NodePtr& part : terms::conjuncts(terms::simplify(without_static_extents(predicate))))
      if (!is_true(part)) parts.push_back(part);
  resolve_cases(parts);
  return parts;
}

Numbers numbers_of(const Tuple& tuple) {
  Numbers numbers;
  for (const TileOperand& operand : tuple.tiles)
    for (const std::int64_t n : {operand.tile.rows, operand.tile.cols, operand.tile.valid_rows, operand.tile.valid_cols})
      numbers.push_back(n);
  return numbers;
}

}  // namespace

Space::Space(const Variables& variables, std::vector<NodePtr> predicates) : Space(variables) {
  build(predicates, false);
}

bool Space::possible(const Variables& variables, const std::vector<NodePtr>& predicates) {
  Space space(variables);
  space.build(predicates, true);
  return !space.empty();
}

void Space::build(const std::vector<NodePtr>& predicates, bool first_only) {
  const Variables& variables = *variables_;
  Terms parts;
  for (const NodePtr& part : prepared(predicates)) parts.push_back(variables.folding().term(part));
  std::vector<std::size_t> split;
  for (std::size_t var = 0; var < variables.size(); ++var)
    if (variables[var].kind == VarKind::attribute || variables[var].kind == VarKind::storage) split.push_back(var);
  Assignment fixed(variables.size(), kUnset);
  const auto descend = [&](auto&& self, std::size_t depth, const Terms& pending) -> void {
    if (first_only && !parts_.empty()) return;
    if (depth == split.size()) {
      if (auto part = build_part(fixed, pending, first_only)) parts_.push_back(std::move(*part));
      return;
    }
    for (const std::int64_t value : variables[split[depth]].domain) {
      fixed[split[depth]] = value;
      Terms left;
      for (const Term* predicate : pending) left.push_back(variables.folding().with(predicate, fixed));
      if (std::none_of(left.begin(), left.end(), [](const Term* one) { return one->is_false(); })) self(self, depth + 1, left);
    }
    fixed[split[depth]] = kUnset;
  };
  descend(descend, 0, parts);
}

// Groups the unknowns that predicates link, and solves each group.
std::optional<Space::Part> Space::build_part(const Assignment& fixed, const Terms& predicates, bool first_only) const {
  const Variables& variables = *variables_;
  Folding& folding = variables.folding();
  Terms parts;
  for (const Term* predicate : predicates) {
    const Terms& own = folding.conjuncts(predicate);
    parts.insert(parts.end(), own.begin(), own.end());
  }
  // Every element size takes part in the numeric component: shapes are counted in bytes.
  VarSet numeric = 0;
  for (std::size_t var = 0; var < variables.size(); ++var)
    if (variables[var].kind == VarKind::dtype) numeric |= VarSet{1} << var;
  std::vector<VarSet> groups = {numeric};
  for (const Term* part : parts)
    if (part->numeric) groups[0] |= part->vars;
  for (std::size_t var = 0; var < variables.size(); ++var)
    if (fixed[var] == kUnset) groups.push_back(VarSet{1} << var);
  for (const Term* part : parts) groups.push_back(part->vars);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < groups.size(); ++i)
      for (std::size_t j = i + 1; j < groups.size(); ++j)
        if (groups[i] & groups[j]) {
          groups[i] |= groups[j];
          groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(j--));
          changed = true;
        }
  }
  // A static extent is a count; one whose kind is of no concern to any rule is bounded by the rules themselves.
  for (std::size_t var = 0; var < variables.size(); ++var)
    if (groups[0] >> var & 1)
      if (const NodePtr bound = static_extent_is_a_count(variables[var])) parts.push_back(folding.term(bound));
  Part result{fixed, {}};
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == 0 && i > 0) continue;
    Component component;
    component.set = groups[i];
    component.numeric = i == 0;
    for (std::size_t var = 0; var < variables.size(); ++var)
      if (groups[i] >> var & 1) component.vars.push_back(var);
    Terms own;
    for (const Term* part : parts)
      if ((part->vars & groups[i]) != 0 || (i == 0 && part->vars == 0)) own.push_back(part);
    solve(component, fixed, own, first_only);
    if (component.solutions.empty()) return std::nullopt;
    result.components.push_back(std::move(component));
  }
  return result;
}

// What is left of each variable's domain by the predicates on it alone; variables with less than all of theirs first.
void Space::order(Component& component, const Assignment& fixed, const Terms& predicates,
                  std::vector<std::vector<std::int64_t>>& domains) const {
  domains.assign(variables_->size(), {});
  Assignment values = fixed;
  for (const std::size_t var : component.vars) {
    for (const std::int64_t value : (*variables_)[var].domain) {
      values[var] = value;
      const bool allowed = std::all_of(predicates.begin(), predicates.end(), [&](const Term* predicate) {
        return predicate->vars != VarSet{1} << var || !variables_->folding().with(predicate, values)->is_false();
      });
      if (allowed) domains[var].push_back(value);
    }
    values[var] = kUnset;
  }
  std::stable_partition(component.vars.begin(), component.vars.end(), [&](std::size_t var) {
    return domains[var].size() < (*variables_)[var].domain.size();
  });
}

// Depth first over the component's variables, with every predicate folded as soon as it can be.
void Space::solve(Component& component, const Assignment& fixed, const Terms& predicates, bool first_only) const {
  std::vector<std::vector<std::int64_t>> domains;
  order(component, fixed, predicates, domains);
  Assignment values = fixed;
  std::vector<Terms> pending(component.vars.size() + 1);
  pending[0] = predicates;
  // The next terms; false where one of them cannot hold any more.
  const auto fold = [&](std::size_t depth) {
    Terms& left = pending[depth + 1];
    left.clear();
    for (const Term* predicate : pending[depth]) {
      const bool reads = predicate->vars >> component.vars[depth] & 1;
      const Term* folded = reads ? variables_->folding().with(predicate, values) : predicate;
      if (reads && folded->is_false()) return false;
      if (!reads || !folded->is_true()) left.push_back(folded);
    }
    return true;
  };
  const auto descend = [&](auto&& self, std::size_t depth) -> void {
    if (first_only && !component.solutions.empty()) return;
    if (depth == component.vars.size()) {
      Solution solution;
      for (const std::size_t var : component.vars) solution.values.push_back(values[var]);
      solution.rest = pending[depth];
      if (component.numeric) attach_system(component, solution);
      if (!solution.system || solution.system->feasible()) component.solutions.push_back(std::move(solution));
      return;
    }
    const std::size_t var = component.vars[depth];
    for (const std::int64_t value : domains[var]) {
      values[var] = value;
      if (fold(depth)) self(self, depth + 1);
    }
    values[var] = kUnset;
  };
  descend(descend, 0);
}

void Space::attach_system(const Component& component, Solution& solution) const {
  std::vector<int> bytes(variables_->tiles());
  for (std::size_t i = 0; i < component.vars.size(); ++i)
    if (const DiscreteVar& var = (*variables_)[component.vars[i]]; var.kind == VarKind::dtype)
      bytes[static_cast<std::size_t>(var.index)] = element_bytes(static_cast<DType>(solution.values[i]));
  solution.system = variables_->folding().system(solution.rest, bytes);
}

bool Space::empty() const { return parts_.empty(); }

bool Space::Part::empty() const {
  return std::any_of(components.begin(), components.end(), [](const Component& c) { return c.solutions.empty(); });
}

std::size_t Space::Part::component_of(std::size_t var) const {
  for (std::size_t i = 0; i < components.size(); ++i)
    if (components[i].set >> var & 1) return i;
  throw std::logic_error("unknown without component");
}

std::size_t Space::Part::numeric_component() const {
  for (std::size_t i = 0; i < components.size(); ++i)
    if (components[i].numeric) return i;
  throw std::logic_error("no numeric component");
}

void Space::merge(Part& part, std::size_t a, std::size_t b) {
  if (part.components[b].numeric) std::swap(a, b);
  Component& into = part.components[a];
  const Component from = part.components[b];
  std::vector<Solution> product;
  for (const Solution& left : into.solutions)
    for (const Solution& right : from.solutions) {
      Solution both = left;
      both.values.insert(both.values.end(), right.values.begin(), right.values.end());
      product.push_back(std::move(both));
    }
  into.vars.insert(into.vars.end(), from.vars.begin(), from.vars.end());
  into.set |= from.set;
  into.solutions = std::move(product);
  part.components.erase(part.components.begin() + static_cast<std::ptrdiff_t>(b));
}

void Space::restrict(const Part& part, Component& component, const Term* predicate) const {
  Assignment values = part.fixed;
  std::vector<Solution> kept;
  for (Solution& solution : component.solutions) {
    for (std::size_t i = 0; i < component.vars.size(); ++i) values[component.vars[i]] = solution.values[i];
    const Term* folded = variables_->folding().with(predicate, values);
    if (folded->is_false()) continue;
    if (!folded->is_true()) solution.rest.push_back(folded);
    kept.push_back(std::move(solution));
  }
  component.solutions = std::move(kept);
}

Space::Part Space::narrowed(Part part, const std::vector<NodePtr>& predicates) const {
  bool numbers = false;
  for (const NodePtr& given : predicates) {
    const Term* predicate = variables_->folding().with(variables_->folding().term(given), part.fixed);
    const VarSet set = predicate->vars;
    numbers |= predicate->numeric;
    std::size_t home = predicate->numeric || set == 0 ? part.numeric_component()
                                           : part.component_of(static_cast<std::size_t>(std::countr_zero(set)));
    for (std::size_t var = 0; var < variables_->size(); ++var)
      if ((set >> var & 1) && part.component_of(var) != home) {
        merge(part, home, part.component_of(var));
        home = part.component_of(var);
      }
    restrict(part, part.components[home], predicate);
  }
  if (numbers) {
    Component& component = part.components[part.numeric_component()];
    for (Solution& solution : component.solutions) attach_system(component, solution);
    std::erase_if(component.solutions, [](const Solution& s) { return !s.system->feasible(); });
  }
  return part;
}

Space Space::where(const std::vector<NodePtr>& predicates) const {
  const std::vector<NodePtr> more = prepared(predicates);
  Space result(*this);
  result.parts_.clear();
  for (const Part& part : parts_)
    if (Part rest = narrowed(part, more); !rest.empty()) result.parts_.push_back(std::move(rest));
  return result;
}

void Space::choose(Choice& choice, const Component& component, const Solution& solution) const {
  for (std::size_t i = 0; i < component.vars.size(); ++i) choice.values[component.vars[i]] = solution.values[i];
  if (component.numeric) choice.numeric = &solution;
}

Space::Choice Space::any(Draw& draw) const {
  const Part& part = parts_[draw.below(parts_.size())];
  Choice choice{&part, part.fixed, nullptr};
  for (const Component& component : part.components)
    choose(choice, component, component.solutions[draw.below(component.solutions.size())]);
  return choice;
}

// Fewest unknowns that differ; among equals, at random.
Space::Choice Space::nearest(const Assignment& wanted, Draw& draw) const {
  Choice best;
  std::size_t best_distance = SIZE_MAX, tied_parts = 0;
  for (const Part& part : parts_) {
    Choice choice{&part, part.fixed, nullptr};
    std::size_t total = 0;
    for (std::size_t var = 0; var < part.fixed.size(); ++var) total += part.fixed[var] != kUnset && part.fixed[var] != wanted[var];
    for (const Component& component : part.components) {
      std::size_t least = SIZE_MAX, ties = 0;
      const Solution* nearest = nullptr;
      for (const Solution& solution : component.solutions) {
        std::size_t distance = 0;
        for (std::size_t i = 0; i < component.vars.size(); ++i) distance += wanted[component.vars[i]] != solution.values[i];
        if (distance > least) continue;
        ties = distance < least ? 1 : ties + 1;
        if (distance < least || draw.below(ties) == 0) nearest = &solution;
        least = distance;
      }
      total += least;
      choose(choice, component, *nearest);
    }
    if (total > best_distance) continue;
    tied_parts = total < best_distance ? 1 : tied_parts + 1;
    if (total < best_distance || draw.below(tied_parts) == 0) best = std::move(choice);
    best_distance = total;
  }
  return best;
}

Numbers Space::draw_numbers(Draw& draw, const Solution& solution, const Numbers* near, bool spread) const {
  const std::vector<Branch>& branches = solution.system->branches();
  if (near) {
    std::optional<Numbers> best;
    std::size_t least = SIZE_MAX;
    for (const Branch& branch : branches) {
      auto numbers = branch.draw(draw, near, spread);
      if (!numbers) continue;
      std::size_t changes = 0;
      for (std::size_t i = 0; i < numbers->size(); ++i) changes += (*numbers)[i] != (*near)[i];
      if (changes < least) best = std::move(numbers);
      least = std::min(least, changes);
    }
    if (best) return *best;
  }
  for (int attempt = 0; attempt < 1000; ++attempt) {
    const Branch& branch = branches[draw.below(branches.size())];
    if (auto numbers = branch.draw(draw, near, spread)) return *numbers;
    ++dead_ends;
  }
  throw std::logic_error("no numbers found in a feasible system");
}

Tuple Space::finish(const Assignment& values, const Numbers& numbers) const {
  Tuple tuple = variables_->tuple(values);
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    TileDesc& tile = tuple.tiles[i].tile;
    tile.rows = numbers[4 * i + kRows];
    tile.cols = numbers[4 * i + kCols];
    tile.valid_rows = numbers[4 * i + kValidRows];
    tile.valid_cols = numbers[4 * i + kValidCols];
    if (!has_dynamic_rows(tile)) tile.static_valid_rows = tile.valid_rows;
    if (!has_dynamic_cols(tile)) tile.static_valid_cols = tile.valid_cols;
  }
  return tuple;
}

Tuple Space::draw(Draw& draw, const Tuple* near, bool spread) const {
  const Choice choice = near ? nearest(variables_->of(*near), draw) : any(draw);
  const Numbers kept = near ? numbers_of(*near) : Numbers{};
  return finish(choice.values, draw_numbers(draw, *choice.numeric, near ? &kept : nullptr, spread));
}

std::pair<Tuple, Tuple> Space::draw_beside(Draw& draw, const Space& twins) const {
  const Choice wanted = any(draw);
  const Choice legal = twins.nearest(wanted.values, draw);
  const Numbers twin_numbers = draw_numbers(draw, *legal.numeric, nullptr, false);
  const Numbers numbers = draw_numbers(draw, *wanted.numeric, &twin_numbers, false);
  return {finish(wanted.values, numbers), finish(legal.values, twin_numbers)};
}

std::optional<Tuple> Space::smallest() const {
  if (empty()) return std::nullopt;
  const Part& part = parts_.front();
  Choice choice{&part, part.fixed, nullptr};
  for (const Component& component : part.components) choose(choice, component, component.solutions.front());
  return finish(choice.values, *choice.numeric->system->branches().front().smallest());
}

std::vector<std::int64_t> Space::values_of(std::size_t var) const {
  std::vector<std::int64_t> values;
  const auto add = [&](std::int64_t value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  };
  for (const Part& part : parts_) {
    if (part.fixed[var] != kUnset) {
      add(part.fixed[var]);
      continue;
    }
    const Component& component = part.components[part.component_of(var)];
    const auto at = std::find(component.vars.begin(), component.vars.end(), var) - component.vars.begin();
    for (const Solution& solution : component.solutions) add(solution.values[static_cast<std::size_t>(at)]);
  }
  return values;
}

std::uint64_t Space::discarded() { return dead_ends; }

}  // namespace pto_cts::generators
