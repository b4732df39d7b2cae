// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "cells.h"
#include "pto_cts/terms/print.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators {
namespace {

using terms::Clause;
using terms::CoreCondition;
using terms::Instruction;
using terms::NodePtr;
using terms::Op;
using terms::Scope;
using terms::Sort;

NodePtr field_equals(int tile, terms::Field field, Sort sort, std::int64_t value) {
  return terms::make_node(Op::eq, Sort::boolean,
                   {terms::make_node({.op = Op::field, .sort = sort, .index = tile, .field = field}),
                    terms::make_node({.op = Op::constant, .sort = sort, .value = value})});
}

// A dtype and layout signature, and the legal tuples that have it.
struct Signature {
  std::string id;
  Space space;
  std::vector<NodePtr> predicates;
};

std::string join(const std::vector<std::string>& parts, const char* separator) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : separator) + part;
  return all;
}

// One name where all operands agree, else all of them.
std::string collapsed(const std::vector<std::string>& names) {
  const std::set<std::string> distinct(names.begin(), names.end());
  return distinct.size() == 1 ? names.front() : join(names, ",");
}

std::vector<NodePtr> with(std::vector<NodePtr> predicates, const NodePtr& one_more) {
  predicates.push_back(one_more);
  return predicates;
}

class SignatureSplitter {
 public:
  SignatureSplitter(const Instruction& instruction, const Variables& variables)
      : tiles_(static_cast<int>(instruction.tiles.size())), variables_(variables) {}

  std::vector<Signature> split(const Space& legal) {
    descend(legal, 0, {});
    return std::move(found_);
  }

  // For each part of each operand's type, the first value that no legal tuple has.
  std::vector<LegalCell> outside(const Space& legal, const Instruction& instruction) const {
    std::vector<LegalCell> cells;
    for (const auto& part : kParts)
      for (int tile = 0; tile < tiles_; ++tile) {
        const auto var = static_cast<std::size_t>(variables_.find(part.kind, tile));
        const auto legal_values = legal.values_of(var);
        for (const std::int64_t value : variables_[var].domain) {
          if (std::find(legal_values.begin(), legal_values.end(), value) != legal_values.end()) continue;
          const NodePtr predicate = field_equals(tile, part.field, part.sort, value);
          cells.push_back({"legal/outside/" + terms::print(instruction, predicate), {predicate}});
          break;
        }
      }
    return cells;
  }

 private:
  static constexpr struct {
    VarKind kind;
    terms::Field field;
    Sort sort;
  } kParts[] = {{VarKind::dtype, terms::Field::dtype, Sort::dtype},
                {VarKind::type, terms::Field::type, Sort::tile_type},
                {VarKind::blayout, terms::Field::blayout, Sort::blayout},
                {VarKind::slayout, terms::Field::slayout, Sort::slayout}};

  void descend(const Space& space, std::size_t depth, const std::vector<NodePtr>& chosen) {
    if (space.empty()) return;
    if (depth == std::size(kParts) * static_cast<std::size_t>(tiles_)) {
      found_.push_back({id(space), space, chosen});
      return;
    }
    const auto& part = kParts[depth / static_cast<std::size_t>(tiles_)];
    const int tile = static_cast<int>(depth) % tiles_;
    const auto values = space.values_of(static_cast<std::size_t>(variables_.find(part.kind, tile)));
    if (values.size() == 1) return descend(space, depth + 1, chosen);
    for (const std::int64_t value : values) {
      const NodePtr predicate = field_equals(tile, part.field, part.sort, value);
      descend(space.where({predicate}), depth + 1, with(chosen, predicate));
    }
  }

  std::string id(const Space& space) const {
    const Tuple tuple = *space.smallest();
    std::vector<std::string> dtypes, layouts;
    for (const TileOperand& operand : tuple.tiles) {
      dtypes.emplace_back(pto_cts::name(operand.tile.dtype));
      const std::string layout(pto_cts::name(layout_of(operand.tile)));
      const bool vec = operand.tile.type == TileType::Vec;
      layouts.push_back(vec ? layout : std::string(pto_cts::name(operand.tile.type)) + "-" + layout);
    }
    return collapsed(dtypes) + "/" + collapsed(layouts);
  }

  int tiles_;
  const Variables& variables_;
  std::vector<Signature> found_;
};

class Builder {
 public:
  Builder(const Instruction& instruction, Profile profile, const Variables& variables, const RuleSet& rules,
          const Space& legal)
      : instruction_(instruction), profile_(profile), variables_(variables), rules_(rules), legal_(legal) {}

  Cells build() {
    add_legal();
    add_broken();
    add_several();
    add_outside();
    for (std::size_t i = 0; i < cells_.filled.size(); ++i) cells_.filled[i].cell.number = i;
    return std::move(cells_);
  }

 private:
  void add(CellKind kind, std::string id, std::vector<Space> spaces, std::vector<std::string> broken = {},
           bool out_of_bounds = false) {
    cells_.filled.push_back({{std::string(name(kind)) + "/" + std::move(id), kind, std::move(broken), 0},
                             std::move(spaces), out_of_bounds});
  }

  void add_legal() {
    const std::vector<Boundary> all = boundaries(instruction_);
    SignatureSplitter splitter(instruction_, variables_);
    cells_.infeasible = splitter.outside(legal_, instruction_);
    for (const Signature& signature : splitter.split(legal_)) {
      add(CellKind::legal, signature.id + "/any", {signature.space});
      for (const Boundary& boundary : all) {
        Space space = signature.space.where({boundary.predicate});
        const std::string id = signature.id + "/" + boundary.name;
        if (space.empty()) cells_.infeasible.push_back({"legal/" + id, with(signature.predicates, boundary.predicate)});
        else add(CellKind::legal, id, {std::move(space)});
      }
    }
  }

  // On cpu_sim, what one device alone forbids is target-defined; it takes a rule of each to be illegal.
  std::vector<std::vector<const Clause*>> ways_to_break(const Clause* clause) const {
    if (profile_ != Profile::cpu_sim || clause->scope == Scope::common) return {{clause}};
    std::vector<std::vector<const Clause*>> pairs;
    for (const Clause* other : rules_.clauses)
      if (other->scope != Scope::common && other->scope != clause->scope) pairs.push_back({clause, other});
    return pairs;
  }

  static std::vector<std::string> ids(std::vector<const Clause*> clauses) {
    std::vector<std::string> all;
    for (const Clause* clause : clauses) all.push_back(clause->id);
    std::sort(all.begin(), all.end());
    return all;
  }

  bool try_to_break(std::vector<const Clause*> clauses) {
    const std::vector<std::string> broken = ids(clauses);
    const std::string id = join(broken, "+");
    if (!tried_.insert(id).second) return possible_.count(id) > 0;
    std::vector<Space> spaces = breaking_spaces(variables_, rules_, clauses);
    if (spaces.empty()) return false;
    possible_.insert(id);
    add(CellKind::reject, id, std::move(spaces), broken);
    return true;
  }

  void add_broken() {
    for (const Clause* clause : rules_.clauses) {
      Breakability result{clause->id, false, {}};
      const auto ways = ways_to_break(clause);
      for (const auto& way : ways) {
        if (!try_to_break(way)) continue;
        if (way.size() == 1) result.alone = true;
        else result.together.push_back(ids(way));
      }
      if (!result.alone && result.together.empty()) break_together(ways, result);
      cells_.breakability.push_back(std::move(result));
    }
  }

  // What always falls with others: the smallest sets, by one more clause, else two.
  void break_together(const std::vector<std::vector<const Clause*>>& ways, Breakability& result) {
    for (const auto& way : ways) {
      for (const Clause* one : rules_.clauses)
        if (auto set = joined(way, {one}); !set.empty() && try_to_break(set)) result.together.push_back(ids(set));
      if (!result.together.empty()) continue;
      for (const Clause* one : rules_.clauses)
        for (const Clause* two : rules_.clauses)
          if (auto set = joined(way, {one, two}); one < two && !set.empty() && try_to_break(set))
            result.together.push_back(ids(set));
    }
  }

  static std::vector<const Clause*> joined(std::vector<const Clause*> way, std::vector<const Clause*> more) {
    for (const Clause* clause : more) {
      if (std::find(way.begin(), way.end(), clause) != way.end()) return {};
      way.push_back(clause);
    }
    return way;
  }

  // Tuples that break several unrelated rules: each clause with the next ones in the spec's order.
  void add_several() {
    const std::size_t n = rules_.clauses.size();
    for (std::size_t i = 0; i < n; ++i)
      for (const std::size_t step : {std::size_t{1}, std::size_t{5}}) {
        const Clause* a = rules_.clauses[i];
        const Clause* b = rules_.clauses[(i + step) % n];
        const bool device_only = a->scope != Scope::common && b->scope == a->scope;
        if (a == b || (profile_ == Profile::cpu_sim && device_only)) continue;
        try_to_break({a, b});
      }
  }

  void add_outside() {
    for (const CoreCondition* condition : rules_.core)
      if (auto spaces = outside_spaces(variables_, rules_, condition); !spaces.empty())
        add(CellKind::target, condition->id, std::move(spaces));
    for (const CoreCondition& condition : instruction_.core)
      if (condition.phase == terms::Phase::data) add(CellKind::target, condition.id, {legal_}, {}, true);
    if (profile_ != Profile::cpu_sim) return;
    for (const Clause* clause : rules_.clauses)
      if (clause->scope != Scope::common)
        if (auto spaces = breaking_spaces(variables_, rules_, {clause}); !spaces.empty())
          add(CellKind::target, clause->id, std::move(spaces));
  }

  const Instruction& instruction_;
  Profile profile_;
  const Variables& variables_;
  const RuleSet& rules_;
  const Space& legal_;
  Cells cells_;
  std::set<std::string> tried_, possible_;
};

}  // namespace

std::vector<LegalCell> legal_cells(const Instruction& instruction, Profile profile) {
  const Variables variables(instruction);
  const Space legal = legal_space(variables, rules_of(instruction, profile));
  SignatureSplitter splitter(instruction, variables);
  std::vector<LegalCell> cells = splitter.outside(legal, instruction);
  const std::vector<Boundary> all = boundaries(instruction);
  for (const Signature& signature : splitter.split(legal)) {
    cells.push_back({"legal/" + signature.id + "/any", signature.predicates});
    for (const Boundary& boundary : all)
      cells.push_back({"legal/" + signature.id + "/" + boundary.name, with(signature.predicates, boundary.predicate)});
  }
  return cells;
}

Cells build_cells(const Instruction& instruction, Profile profile, const Variables& variables, const RuleSet& rules,
                  const Space& legal) {
  return Builder(instruction, profile, variables, rules, legal).build();
}

}  // namespace pto_cts::generators
