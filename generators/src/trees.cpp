// SPDX-License-Identifier: MIT
#include "trees.h"

#include <algorithm>

#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators {
namespace {

using terms::Field;
using terms::make_node;
using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

void append(const Node& node, bool tile_blind, std::string& key) {
  key += std::to_string(static_cast<int>(node.op));
  key += ',';
  if (node.op == Op::constant || node.op == Op::same_storage) key += std::to_string(node.value);
  if (node.op == Op::field) key += 'f' + std::to_string(static_cast<int>(node.field)) + (node.sort == Sort::boolean ? "?" : "");
  if (!tile_blind && node.op != Op::constant) key += 'i' + std::to_string(node.index);
  for (const std::int64_t value : node.values) key += ';' + std::to_string(value);
  key += '(';
  for (const auto& arg : node.args) append(*arg, tile_blind, key);
  key += ')';
}

bool is_static_extent(const Node& node) {
  return node.op == Op::field && node.sort == Sort::integer &&
         (node.field == Field::static_valid_rows || node.field == Field::static_valid_cols);
}

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

NodePtr constant(Sort sort, std::int64_t value) { return make_node({.op = Op::constant, .sort = sort, .value = value}); }

NodePtr negation(const NodePtr& tree) { return terms::simplify(make_node(Op::logical_not, Sort::boolean, {tree})); }

std::string tree_key(const NodePtr& tree, bool tile_blind) {
  std::string key;
  append(*tree, tile_blind, key);
  return key;
}

std::uint64_t tree_hash(const NodePtr& tree, std::uint64_t seed) {
  std::uint64_t hash = seed;
  const auto mix = [&](std::uint64_t word) { hash = mixed(hash, word); };
  mix(static_cast<std::uint64_t>(tree->op) | static_cast<std::uint64_t>(tree->field) << 8 |
      static_cast<std::uint64_t>(tree->sort) << 16 | static_cast<std::uint64_t>(tree->index) << 24);
  mix(static_cast<std::uint64_t>(tree->value));
  for (const std::int64_t value : tree->values) mix(static_cast<std::uint64_t>(value));
  for (const auto& arg : tree->args) mix(tree_hash(arg, hash));
  return hash;
}

std::int64_t value_at(const Node& node, const TileNumbers& numbers) {
  const auto arg = [&](std::size_t i) { return value_at(*node.args[i], numbers); };
  switch (node.op) {
    case Op::constant: return node.value;
    case Op::field:
      switch (node.field) {
        case Field::rows: return numbers.rows;
        case Field::cols: return numbers.cols;
        case Field::valid_rows: return numbers.valid_rows;
        default: return numbers.valid_cols;
      }
    case Op::logical_not: return !arg(0);
    case Op::logical_and: return arg(0) && arg(1);
    case Op::logical_or: return arg(0) || arg(1);
    case Op::in_set: return std::find(node.values.begin(), node.values.end(), arg(0)) != node.values.end();
    default: return terms::apply(node.op, arg(0), arg(1));
  }
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
