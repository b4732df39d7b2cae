// SPDX-License-Identifier: MIT
#include "pto_cts/terms/rewrite.h"

#include <algorithm>
#include <limits>

namespace pto_cts::terms {
namespace {

NodePtr constant(Sort sort, std::int64_t value) { return make_node({.op = Op::constant, .sort = sort, .value = value}); }

bool is_binary(Op op) { return op >= Op::add && op <= Op::le; }

NodePtr negated(const NodePtr& a) {
  if (is_constant(a)) return constant(Sort::boolean, a->value ? 0 : 1);
  if (a->op == Op::logical_not) return a->args[0];
  return make_node(Op::logical_not, Sort::boolean, {a});
}

// Conjunction where `absorbing` is 0, disjunction where it is 1.
NodePtr combined(Op op, const NodePtr& a, const NodePtr& b, std::int64_t absorbing) {
  for (const auto& [x, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is_constant(x)) continue;
    return x->value == absorbing ? x : other;
  }
  return make_node(op, Sort::boolean, {a, b});
}

NodePtr folded(const Node& node, std::vector<NodePtr> args) {
  const bool all_constant = !args.empty() && std::all_of(args.begin(), args.end(), is_constant);
  switch (node.op) {
    case Op::logical_not: return negated(args[0]);
    case Op::logical_and: return combined(node.op, args[0], args[1], 0);
    case Op::logical_or: return combined(node.op, args[0], args[1], 1);
    case Op::select:
      if (is_constant(args[0])) return args[args[0]->value ? 1 : 2];
      break;
    case Op::size_of:
      if (all_constant) return constant(Sort::integer, element_bytes(static_cast<DType>(args[0]->value)));
      break;
    case Op::in_set:
      if (all_constant)
        return constant(Sort::boolean, std::count(node.values.begin(), node.values.end(), args[0]->value) > 0);
      break;
    case Op::for_all_elements:
      if (all_constant && args[0]->value) return args[0];
      break;
    default:
      if (is_binary(node.op) && all_constant) return constant(node.sort, apply(node.op, args[0]->value, args[1]->value));
      // x == x holds whatever x is.
      if ((node.op == Op::eq || node.op == Op::le) && same_tree(args[0], args[1])) return constant(Sort::boolean, 1);
      break;
  }
  Node copy = node;
  copy.args = std::move(args);
  return make_node(std::move(copy));
}

}  // namespace

std::int64_t apply(Op op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: {
      std::int64_t product = 0;
      if (!__builtin_mul_overflow(a, b, &product)) return product;
      using Limits = std::numeric_limits<std::int64_t>;
      return (a < 0) == (b < 0) ? Limits::max() : Limits::min();
    }
    case Op::div: return b == 0 ? 0 : a / b;
    case Op::mod: return b == 0 ? a : a % b;
    case Op::ceil_div: return b == 0 ? 0 : (a + b - 1) / b;
    case Op::eq: return a == b;
    case Op::ne: return a != b;
    case Op::lt: return a < b;
    case Op::le: return a <= b;
    default: return 0;
  }
}

NodePtr rewrite(const NodePtr& tree, const Substitute& substitute) {
  std::vector<NodePtr> args;
  args.reserve(tree->args.size());
  bool changed = false;
  for (const NodePtr& arg : tree->args) {
    args.push_back(rewrite(arg, substitute));
    changed |= args.back() != arg;
  }
  if (NodePtr replacement = substitute(*tree)) return replacement;
  return changed ? folded(*tree, std::move(args)) : tree;
}

NodePtr simplify(const NodePtr& tree) {
  if (tree->args.empty()) return tree;
  std::vector<NodePtr> args;
  args.reserve(tree->args.size());
  for (const NodePtr& arg : tree->args) args.push_back(simplify(arg));
  return folded(*tree, std::move(args));
}

std::vector<NodePtr> requirements(const NodePtr& predicate) {
  std::vector<NodePtr> all;
  for (const NodePtr& part : conjuncts(predicate)) {
    const bool implication = part->op == Op::logical_or && part->args[1]->op == Op::logical_and;
    if (!implication) {
      all.push_back(part);
      continue;
    }
    for (const NodePtr& conclusion : conjuncts(part->args[1]))
      all.push_back(make_node(Op::logical_or, Sort::boolean, {part->args[0], conclusion}));
  }
  return all;
}

Instruction under(const Instruction& instruction, const Readings& readings) {
  const Substitute chosen = [&](const Node& node) -> NodePtr {
    if (node.op != Op::reading) return nullptr;
    return constant(Sort::boolean, std::find(readings.begin(), readings.end(), node.text) != readings.end());
  };
  Instruction result = instruction;
  for (Clause& clause : result.clauses) clause.predicate = Bool(rewrite(clause.predicate.tree(), chosen));
  for (CoreCondition& condition : result.core) condition.predicate = Bool(rewrite(condition.predicate.tree(), chosen));
  for (Effect& effect : result.effects) {
    effect.value = Elem(rewrite(effect.value.tree(), chosen));
    effect.unspecified_where = Bool(rewrite(effect.unspecified_where.tree(), chosen));
  }
  return result;
}

}  // namespace pto_cts::terms
