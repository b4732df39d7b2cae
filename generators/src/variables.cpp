// SPDX-License-Identifier: MIT
#include "variables.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "folding.h"
#include "pto_cts/terms/rewrite.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

using terms::Field;
using terms::make_node;
using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

template <typename List>
std::vector<std::int64_t> numbers(const List& values) {
  std::vector<std::int64_t> result;
  for (const auto value : values) result.push_back(static_cast<std::int64_t>(value));
  return result;
}

// All ways to put n operands into storages, numbered by first appearance; the first one shares nothing.
void extend_patterns(std::vector<int> prefix, int used, std::size_t n, std::vector<std::vector<int>>& all) {
  if (prefix.size() == n) {
    all.push_back(prefix);
    return;
  }
  for (int storage = used; storage >= 0; --storage) {
    prefix.push_back(storage);
    extend_patterns(prefix, std::max(used, storage + 1), n, all);
    prefix.pop_back();
  }
}

bool is_static_extent(const Node& node) {
  return node.op == Op::field && node.sort == Sort::integer &&
         (node.field == Field::static_valid_rows || node.field == Field::static_valid_cols);
}

NodePtr constant(Sort sort, std::int64_t value) { return make_node({.op = Op::constant, .sort = sort, .value = value}); }

// The unknown "this extent is dynamic", as a boolean field.
NodePtr dynamic_flag(const Node& extent) {
  return make_node({.op = Op::field, .sort = Sort::boolean, .index = extent.index, .field = extent.field});
}

NodePtr run_time_extent(const Node& extent) {
  const Field field = extent.field == Field::static_valid_rows ? Field::valid_rows : Field::valid_cols;
  return make_node({.op = Op::field, .sort = Sort::integer, .index = extent.index, .field = field});
}

NodePtr replace_extent(const NodePtr& tree, const Node& extent, const NodePtr& by) {
  return terms::rewrite(tree, [&](const Node& node) -> NodePtr {
    const bool same = is_static_extent(node) && node.index == extent.index && node.field == extent.field;
    return same ? by : nullptr;
  });
}

bool is_dynamic_mark(const Node& node) { return node.op == Op::constant && node.value == kDynamic; }

// A static extent is never negative: one that was replaced by its run-time value does not equal the mark.
bool compares_extent_with_dynamic(const Node& node) {
  if (node.op != Op::eq && node.op != Op::ne) return false;
  const Node& a = *node.args[0];
  const Node& b = *node.args[1];
  return (is_numeric(a) && is_dynamic_mark(b)) || (is_dynamic_mark(a) && is_numeric(b));
}

NodePtr both(Op op, NodePtr a, NodePtr b) { return make_node(op, Sort::boolean, {std::move(a), std::move(b)}); }
NodePtr negation(NodePtr a) { return make_node(Op::logical_not, Sort::boolean, {std::move(a)}); }

bool is_dynamic_flag(const Node& node) { return node.op == Op::field && node.sort == Sort::boolean; }

// What is left of a tree where `premise`, a flag or its negation, is false.
NodePtr where_false(const NodePtr& tree, const NodePtr& premise) {
  const bool negated = premise->op == Op::logical_not;
  const NodePtr& flag = negated ? premise->args[0] : premise;
  if (!is_dynamic_flag(*flag)) return tree;
  return terms::simplify(terms::rewrite(tree, [&](const Node& node) -> NodePtr {
    const bool same = is_dynamic_flag(node) && node.index == flag->index && node.field == flag->field;
    return same ? constant(Sort::boolean, negated) : nullptr;
  }));
}

}  // namespace

Variables::Variables(const terms::Instruction& instruction)
    : instruction_(&instruction), folding_(std::make_unique<Folding>(*this)) {
  const auto add = [&](VarKind kind, std::size_t index, std::vector<std::int64_t> domain) {
    vars_.push_back({kind, static_cast<int>(index), std::move(domain)});
  };
  for (std::size_t i = 0; i < instruction.attributes.size(); ++i) {
    std::vector<std::int64_t> domain;
    for (std::size_t value = 0; value < instruction.attributes[i].values.size(); ++value)
      domain.push_back(static_cast<std::int64_t>(value));
    add(VarKind::attribute, i, std::move(domain));
  }
  const std::size_t tiles = instruction.tiles.size();
  extend_patterns({}, 0, tiles, patterns_);
  std::vector<std::int64_t> pattern_numbers;
  for (std::size_t i = 0; i < patterns_.size(); ++i) pattern_numbers.push_back(static_cast<std::int64_t>(i));
  add(VarKind::storage, 0, std::move(pattern_numbers));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::type, i, numbers(kAllTileTypes));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::blayout, i, numbers(kAllBLayouts));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::slayout, i, numbers(kAllSLayouts));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::fractal, i, {512, 1024, 32});
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::pad, i, numbers(kAllPadValues));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dtype, i, numbers(kAllDTypes));
  for (std::size_t i = 0; i < instruction.scalars.size(); ++i) add(VarKind::scalar_dtype, i, numbers(kAllDTypes));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dynamic_rows, i, {1, 0});
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dynamic_cols, i, {1, 0});
  slots_.assign((static_cast<std::size_t>(VarKind::storage) + 1) * kMostOperands, -1);
  for (std::size_t i = 0; i < vars_.size(); ++i) slots_[slot(vars_[i].kind, vars_[i].index)] = static_cast<int>(i);
  if (vars_.size() > 64) throw std::logic_error(instruction.mnemonic + ": more than 64 discrete unknowns");
}

Variables::~Variables() = default;

int Variables::find(VarKind kind, int index) const {
  const int var = slots_[slot(kind, index)];
  if (var < 0) throw std::logic_error("no such unknown");
  return var;
}

VarSet Variables::reads(const Node& leaf) const {
  const auto bit = [&](VarKind kind) { return VarSet{1} << find(kind, leaf.index); };
  switch (leaf.op) {
    case Op::attribute: return bit(VarKind::attribute);
    case Op::scalar_dtype: return bit(VarKind::scalar_dtype);
    case Op::same_storage: return VarSet{1} << find(VarKind::storage, 0);
    case Op::field: break;
    default: return 0;
  }
  switch (leaf.field) {
    case Field::type: return bit(VarKind::type);
    case Field::dtype: return bit(VarKind::dtype);
    case Field::blayout: return bit(VarKind::blayout);
    case Field::slayout: return bit(VarKind::slayout);
    case Field::fractal_bytes: return bit(VarKind::fractal);
    case Field::pad: return bit(VarKind::pad);
    case Field::static_valid_rows: return bit(VarKind::dynamic_rows);
    case Field::static_valid_cols: return bit(VarKind::dynamic_cols);
    case Field::box_rows:
    case Field::box_cols: return bit(VarKind::slayout) | bit(VarKind::fractal) | bit(VarKind::dtype);
    default: return 0;
  }
}

VarSet Variables::discrete(const NodePtr& tree) const {
  VarSet set = 0;
  terms::walk(tree, [&](const Node& node) { set |= reads(node); });
  return set;
}

NodePtr Variables::substitute(const NodePtr& tree, const Assignment& values) const {
  return terms::rewrite(tree, [&](const Node& node) -> NodePtr {
    const VarSet set = reads(node);
    if (set == 0) return nullptr;
    for (VarSet rest = set; rest != 0; rest &= rest - 1)
      if (values[static_cast<std::size_t>(std::countr_zero(rest))] == kUnset) return nullptr;
    const auto value = [&](VarKind kind) { return values[static_cast<std::size_t>(find(kind, node.index))]; };
    if (node.op == Op::same_storage) {
      const auto& pattern = storage_pattern(values[static_cast<std::size_t>(find(VarKind::storage, 0))]);
      return constant(node.sort, pattern[static_cast<std::size_t>(node.index)] == pattern[static_cast<std::size_t>(node.value)]);
    }
    if (node.op == Op::field && (node.field == Field::box_rows || node.field == Field::box_cols)) {
      TileDesc tile;
      tile.slayout = static_cast<SLayout>(value(VarKind::slayout));
      tile.fractal_bytes = value(VarKind::fractal);
      tile.dtype = static_cast<DType>(value(VarKind::dtype));
      const Box box = box_of(tile).value_or(Box{0, 0});
      return constant(node.sort, node.field == Field::box_rows ? box.rows : box.cols);
    }
    return constant(node.sort, values[static_cast<std::size_t>(std::countr_zero(set))]);
  });
}

Assignment Variables::of(const Tuple& tuple) const {
  Assignment values(vars_.size(), kUnset);
  for (std::size_t i = 0; i < vars_.size(); ++i) {
    const auto index = static_cast<std::size_t>(vars_[i].index);
    const auto tile = [&]() -> const TileDesc& { return tuple.tiles[index].tile; };
    switch (vars_[i].kind) {
      case VarKind::type: values[i] = static_cast<std::int64_t>(tile().type); break;
      case VarKind::dtype: values[i] = static_cast<std::int64_t>(tile().dtype); break;
      case VarKind::blayout: values[i] = static_cast<std::int64_t>(tile().blayout); break;
      case VarKind::slayout: values[i] = static_cast<std::int64_t>(tile().slayout); break;
      case VarKind::fractal: values[i] = tile().fractal_bytes; break;
      case VarKind::pad: values[i] = static_cast<std::int64_t>(tile().pad); break;
      case VarKind::dynamic_rows: values[i] = has_dynamic_rows(tile()); break;
      case VarKind::dynamic_cols: values[i] = has_dynamic_cols(tile()); break;
      case VarKind::scalar_dtype: values[i] = static_cast<std::int64_t>(tuple.scalars[index].dtype); break;
      case VarKind::attribute: {
        const auto& list = instruction_->attributes[index].values;
        values[i] = std::find(list.begin(), list.end(), tuple.attributes[index].value) - list.begin();
        break;
      }
      case VarKind::storage: {
        std::vector<int> pattern;
        for (const TileOperand& operand : tuple.tiles) pattern.push_back(operand.storage);
        values[i] = std::find(patterns_.begin(), patterns_.end(), pattern) - patterns_.begin();
        break;
      }
    }
  }
  return values;
}

Tuple Variables::tuple(const Assignment& values) const {
  Tuple tuple;
  tuple.mnemonic = instruction_->mnemonic;
  for (const terms::TileParameter& parameter : instruction_->tiles) tuple.tiles.push_back({parameter.name, parameter.role, {}, 0});
  for (const std::string& scalar : instruction_->scalars) tuple.scalars.push_back({scalar, DType::f32});
  for (const terms::AttributeParameter& parameter : instruction_->attributes)
    tuple.attributes.push_back({parameter.key, parameter.default_value, parameter.template_slot});
  for (std::size_t i = 0; i < vars_.size(); ++i) {
    const auto index = static_cast<std::size_t>(vars_[i].index);
    const std::int64_t value = values[i];
    const auto tile = [&]() -> TileDesc& { return tuple.tiles[index].tile; };
    switch (vars_[i].kind) {
      case VarKind::type: tile().type = static_cast<TileType>(value); break;
      case VarKind::dtype: tile().dtype = static_cast<DType>(value); break;
      case VarKind::blayout: tile().blayout = static_cast<BLayout>(value); break;
      case VarKind::slayout: tile().slayout = static_cast<SLayout>(value); break;
      case VarKind::fractal: tile().fractal_bytes = value; break;
      case VarKind::pad: tile().pad = static_cast<PadValue>(value); break;
      case VarKind::dynamic_rows: tile().static_valid_rows = value ? kDynamic : 0; break;
      case VarKind::dynamic_cols: tile().static_valid_cols = value ? kDynamic : 0; break;
      case VarKind::scalar_dtype: tuple.scalars[index].dtype = static_cast<DType>(value); break;
      case VarKind::attribute:
        tuple.attributes[index].value = instruction_->attributes[index].values[static_cast<std::size_t>(value)];
        break;
      case VarKind::storage:
        for (std::size_t t = 0; t < tuple.tiles.size(); ++t) tuple.tiles[t].storage = storage_pattern(value)[t];
        break;
    }
  }
  return tuple;
}

bool is_numeric(const Node& leaf) {
  return leaf.op == Op::field && (leaf.field == Field::rows || leaf.field == Field::cols ||
                                  leaf.field == Field::valid_rows || leaf.field == Field::valid_cols);
}

int numeric_var(const Node& leaf) {
  switch (leaf.field) {
    case Field::rows: return numeric_var(leaf.index, kRows);
    case Field::cols: return numeric_var(leaf.index, kCols);
    case Field::valid_rows: return numeric_var(leaf.index, kValidRows);
    default: return numeric_var(leaf.index, kValidCols);
  }
}

NodePtr static_extent_is_a_count(const DiscreteVar& var) {
  if (var.kind != VarKind::dynamic_rows && var.kind != VarKind::dynamic_cols) return nullptr;
  Node extent{.op = Op::field, .sort = Sort::integer, .index = var.index,
              .field = var.kind == VarKind::dynamic_rows ? Field::static_valid_rows : Field::static_valid_cols};
  return both(Op::logical_or, dynamic_flag(extent),
              make_node(Op::le, Sort::boolean, {constant(Sort::integer, 0), run_time_extent(extent)}));
}

NodePtr without_static_extents(const NodePtr& tree) {
  const bool connective = tree->op == Op::logical_and || tree->op == Op::logical_or || tree->op == Op::logical_not;
  if (connective) {
    std::vector<NodePtr> args;
    for (const NodePtr& arg : tree->args) args.push_back(without_static_extents(arg));
    if (tree->op == Op::logical_or) args[1] = where_false(args[1], args[0]);
    return terms::simplify(make_node(tree->op, Sort::boolean, std::move(args)));
  }
  const Node* extent = nullptr;
  terms::walk(tree, [&](const Node& node) {
    if (!extent && is_static_extent(node)) extent = &node;
  });
  if (!extent) return compares_extent_with_dynamic(*tree) ? constant(Sort::boolean, tree->op == Op::ne) : tree;
  const NodePtr flag = dynamic_flag(*extent);
  for (const std::size_t side : {0u, 1u}) {
    const bool asks_dynamic = (tree->op == Op::eq || tree->op == Op::ne) && is_static_extent(*tree->args[side]) &&
                              is_dynamic_mark(*tree->args[1 - side]);
    if (asks_dynamic) return tree->op == Op::eq ? flag : negation(flag);
  }
  const NodePtr if_dynamic = without_static_extents(replace_extent(tree, *extent, constant(Sort::integer, kDynamic)));
  const NodePtr if_static = without_static_extents(replace_extent(tree, *extent, run_time_extent(*extent)));
  return terms::simplify(both(Op::logical_and, both(Op::logical_or, negation(flag), if_dynamic),
                              both(Op::logical_or, flag, if_static)));
}

}  // namespace pto_cts::generators
