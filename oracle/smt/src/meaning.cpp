// SPDX-License-Identifier: MIT
#include "meaning.h"

#include <stdexcept>

#include "pto_cts/smt/world.h"

namespace pto_cts::smt {
namespace {

using terms::make_node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

NodePtr field(int tile, terms::Field which, Sort sort = Sort::integer) {
  return make_node({.op = Op::field, .sort = sort, .index = tile, .field = which});
}
NodePtr number(std::int64_t value) { return make_node({.op = Op::constant, .sort = Sort::integer, .value = value}); }
NodePtr compare(Op op, NodePtr a, NodePtr b) { return make_node(op, Sort::boolean, {std::move(a), std::move(b)}); }
NodePtr both(NodePtr a, NodePtr b) { return make_node(Op::logical_and, Sort::boolean, {std::move(a), std::move(b)}); }
NodePtr arithmetic(Op op, NodePtr a, NodePtr b) { return make_node(op, Sort::integer, {std::move(a), std::move(b)}); }

NodePtr within(const NodePtr& place, const NodePtr& extent) {
  return both(compare(Op::le, number(0), place), compare(Op::lt, place, extent));
}

NodePtr inside(const NodePtr& row, const NodePtr& col, int tile, terms::Field rows, terms::Field cols) {
  return both(within(row, field(tile, rows)), within(col, field(tile, cols)));
}

bool asks_for_definedness(const NodePtr& condition) {
  bool loop = false, extent = false;
  terms::walk(condition, [&](const terms::Node& node) {
    loop |= node.op == Op::loop_row || node.op == Op::loop_col;
    extent |= node.op == Op::field && (node.field == terms::Field::valid_rows || node.field == terms::Field::valid_cols);
  });
  return loop && extent;
}

class Reader {
 public:
  Reader(Lowering& lowering, Meaning& meaning) : lowering_(lowering), meaning_(meaning) {}

  void branch(const NodePtr& value, const std::vector<std::string>& path) {
    if (value->op == Op::select) {
      const std::string condition = lowering_.boolean(value->args[0]);
      const std::string known = numbers(value->args[0], path);
      meaning_.guarded |= asks_for_definedness(value->args[0]);
      std::vector<std::string> then = path, otherwise = path;
      if (known != "true") then.push_back(known), otherwise.push_back(known);
      then.push_back(condition);
      otherwise.push_back(negation_of(condition));
      branch(value->args[1], then);
      branch(value->args[2], otherwise);
      return;
    }
    meaning_.leaves.push_back({all_of(path), value->op == Op::pad_bits, elements(value, path)});
  }

  // Reads of index operands in a term, and when they are all defined.
  std::string numbers(const NodePtr& tree, const std::vector<std::string>& path) {
    std::vector<std::string> defined;
    terms::walk(tree, [&](const terms::Node& node) {
      if (node.op == Op::index_value) defined.push_back(at(node.index, node.args[0], node.args[1], path));
    });
    return all_of(defined);
  }

 private:
  std::string elements(const NodePtr& tree, const std::vector<std::string>& path) {
    switch (tree->op) {
      case Op::read: return computed_place(*tree, path);
      case Op::load: return load(*tree, path);
      case Op::scalar:
      case Op::pad_bits: return "true";
      case Op::select: throw std::logic_error("a choice below an operation has no class of its own");
      default: break;
    }
    std::vector<std::string> defined;
    for (const NodePtr& arg : tree->args) defined.push_back(elements(arg, path));
    return all_of(defined);
  }

  // A place that comes from contents is known only where these are defined.
  std::string computed_place(const terms::Node& node, const std::vector<std::string>& path) {
    const std::string known = all_of({numbers(node.args[0], path), numbers(node.args[1], path)});
    std::vector<std::string> longer = path;
    longer.push_back(known);
    return all_of({known, at(node.index, node.args[0], node.args[1], longer)});
  }

  std::string at(int tile, const NodePtr& row, const NodePtr& col, const std::vector<std::string>& path) {
    Read read{.tile = tile, .path = all_of(path)};
    read.in_tile = lowering_.boolean(inside(row, col, tile, terms::Field::rows, terms::Field::cols));
    read.aligned = "true";
    read.in_region = lowering_.boolean(inside(row, col, tile, terms::Field::valid_rows, terms::Field::valid_cols));
    meaning_.reads.push_back(read);
    return read.in_region;
  }

  // The element under a byte offset of a row-major tile without boxes; of any other layout nothing is claimed.
  std::string load(const terms::Node& node, const std::vector<std::string>& path) {
    const std::string offset_known = numbers(node.args[0], path);
    std::vector<std::string> longer = path;
    longer.push_back(offset_known);
    const NodePtr& offset = node.args[0];
    const NodePtr size = make_node(Op::size_of, Sort::integer, {field(node.index, terms::Field::dtype, Sort::dtype)});
    const NodePtr cols = field(node.index, terms::Field::cols);
    const NodePtr bytes = arithmetic(Op::mul, arithmetic(Op::mul, field(node.index, terms::Field::rows), cols), size);
    const NodePtr element = arithmetic(Op::div, offset, size);
    Read read{.tile = node.index, .by_offset = true, .path = all_of(longer)};
    read.in_tile = lowering_.boolean(compare(Op::le, arithmetic(Op::add, offset, size), bytes));
    read.aligned = lowering_.boolean(compare(Op::eq, arithmetic(Op::mod, offset, node.args[1]), number(0)));
    const NodePtr plain =
        both(compare(Op::eq, field(node.index, terms::Field::blayout, Sort::blayout),
                     make_node({.op = Op::constant, .sort = Sort::blayout})),
             compare(Op::eq, field(node.index, terms::Field::slayout, Sort::slayout), make_node({.op = Op::constant, .sort = Sort::slayout})));
    read.in_region = lowering_.boolean(
        both(plain, inside(arithmetic(Op::div, element, cols), arithmetic(Op::mod, element, cols), node.index,
                           terms::Field::valid_rows, terms::Field::valid_cols)));
    meaning_.reads.push_back(read);
    return all_of({offset_known, read.in_tile, read.aligned, read.in_region});
  }

  Lowering& lowering_;
  Meaning& meaning_;
};

}  // namespace

std::string all_of(const std::vector<std::string>& formulas) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& formula : formulas)
    if (formula != "true") text += " " + formula, ++count;
  if (count == 0) return "true";
  return count == 1 ? text.substr(1) : "(and" + text + ")";
}

std::string any_of(const std::vector<std::string>& formulas) {
  std::string text = "(or false";
  for (const std::string& formula : formulas) text += " " + formula;
  return text + ")";
}

std::string negation_of(const std::string& formula) { return "(not " + formula + ")"; }

std::string Meaning::value() const {
  std::vector<std::string> ways;
  for (const Leaf& leaf : leaves)
    if (!leaf.pad) ways.push_back(all_of({leaf.path, leaf.defined}));
  return all_of({in_range, negation_of(unspecified), any_of(ways)});
}

std::string Meaning::pad() const {
  std::vector<std::string> ways;
  for (const Leaf& leaf : leaves)
    if (leaf.pad) ways.push_back(leaf.path);
  return all_of({in_range, negation_of(unspecified), any_of(ways)});
}

std::string Meaning::nothing() const {
  std::vector<std::string> ways = {negation_of(in_range), unspecified};
  for (const Leaf& leaf : leaves)
    if (!leaf.pad) ways.push_back(all_of({leaf.path, negation_of(leaf.defined)}));
  return any_of(ways);
}

Meaning meaning_of(const terms::Instruction& instruction, const terms::Effect& effect, Profile profile, Lowering& lowering) {
  const NodePtr row = make_node({.op = Op::loop_row, .sort = Sort::integer});
  const NodePtr col = make_node({.op = Op::loop_col, .sort = Sort::integer});
  Meaning meaning;
  meaning.in_shape = lowering.boolean(inside(row, col, effect.tile, terms::Field::rows, terms::Field::cols));
  meaning.in_range = effect.whole_tile
                         ? meaning.in_shape
                         : lowering.boolean(inside(row, col, effect.tile, terms::Field::valid_rows, terms::Field::valid_cols));
  Reader reader(lowering, meaning);
  reader.branch(effect.value.tree(), {});
  const std::string hole_known = reader.numbers(effect.unspecified_where.tree(), {});
  meaning.unspecified = any_of({lowering.boolean(effect.unspecified_where.tree()), negation_of(hole_known)});
  std::vector<std::string> kept;
  const auto instantiate = [&](const NodePtr& predicate) {
    if (predicate->op == Op::for_all_elements && predicate->index == effect.tile && !effect.whole_tile)
      kept.push_back(lowering.boolean(predicate->args[0]));
  };
  for (const terms::Clause& clause : instruction.clauses)
    if (clause.phase == terms::Phase::data && takes_part(clause.scope, profile)) instantiate(clause.predicate.tree());
  for (const terms::CoreCondition& condition : instruction.core)
    if (condition.phase == terms::Phase::data && takes_part(condition.scope, profile)) instantiate(condition.predicate.tree());
  for (const std::string& name : lowering.free_numbers()) {
    const bool content = name != "row" && name != "col";
    const std::int64_t most = content ? (1 << 30) - 1 : name == "row" ? 1 << 12 : 1 << 17;
    kept.push_back("(bvule " + symbol(name) + " " + bit_vector(most, 32) + ")");
  }
  kept.push_back(lowering.same_place_same_content());
  meaning.contents = all_of(kept);
  return meaning;
}

}  // namespace pto_cts::smt
