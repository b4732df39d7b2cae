// SPDX-License-Identifier: MIT
#include "lower.h"

#include <algorithm>
#include <stdexcept>

#include "pto_cts/terms/print.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::smt {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Sort;

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? INT64_MIN : INT64_MAX;
}

}  // namespace

std::string symbol(const std::string& name) { return "|" + name + "|"; }

std::string call(const std::string& function, const std::vector<std::string>& args) {
  std::string text = "(" + function;
  for (const std::string& arg : args) text += " " + arg;
  return text + ")";
}

Number bounds_of(Op op, const Number& a, const Number& b) {
  Number result;
  if (op == Op::mul) {
    const std::int64_t corners[] = {terms::apply(op, a.least, b.least), terms::apply(op, a.least, b.most),
                                    terms::apply(op, a.most, b.least), terms::apply(op, a.most, b.most)};
    const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
    result.least = *least;
    result.most = *most;
    return result;
  }
  const bool minus = op == Op::sub;
  result.least = saturated_sum(a.least, minus ? -b.most : b.least);
  result.most = saturated_sum(a.most, minus ? -b.least : b.most);
  return result;
}

// Named by the term that leads to it. Larger contents than 2^30 are left out:
// in bounds of a tile they cannot be, and the sums with them stay within 32 bits.
Number Lowering::contents(const Node& node) {
  const auto reference = std::make_shared<const Node>(node);
  const std::string name = "content of " + terms::print(*instruction_, reference);
  free_.insert(name);
  if (!contents_.count(name)) {
    Place place{node.index, number(node.args[0]).text, number(node.args[1]).text};
    contents_.emplace(name, std::move(place));
  }
  return {symbol(name), 0, (std::int64_t{1} << 30) - 1};
}

std::string Lowering::same_place_same_content() const {
  std::string text = "(and true";
  for (auto a = contents_.begin(); a != contents_.end(); ++a)
    for (auto b = std::next(a); b != contents_.end(); ++b)
      if (a->second.tile == b->second.tile)
        text += " " + call("=>", {call("and", {call("=", {a->second.row, b->second.row}), call("=", {a->second.col, b->second.col})}),
                                  call("=", {symbol(a->first), symbol(b->first)})});
  return text + ")";
}

Number Lowering::leaf(const Node& node) {
  switch (node.op) {
    case Op::constant: return dialect_->constant(node.value);
    case Op::field: return dialect_->extent(node.field, node.index);
    case Op::loop_row: free_.insert("row"); return {symbol("row"), 0, 1 << 12};
    case Op::loop_col: free_.insert("col"); return {symbol("col"), 0, 1 << 17};
    case Op::index_value: return contents(node);
    case Op::size_of: return dialect_->element_bytes(enumeration(node.args[0]));
    default: throw std::logic_error("not a number");
  }
}

Number Lowering::number(const NodePtr& tree) {
  switch (tree->op) {
    case Op::add:
    case Op::sub:
    case Op::mul:
    case Op::div:
    case Op::mod:
    case Op::ceil_div: return dialect_->arithmetic(tree->op, number(tree->args[0]), number(tree->args[1]));
    default: return leaf(*tree);
  }
}

std::string Lowering::enumeration(const NodePtr& tree) {
  switch (tree->op) {
    case Op::scalar_dtype: return dialect_->code(FieldKind::scalar_dtype, tree->index);
    case Op::attribute: return dialect_->code(FieldKind::attribute, tree->index);
    case Op::field: break;
    default: throw std::logic_error("not an enumeration");
  }
  switch (tree->field) {
    case terms::Field::type: return dialect_->code(FieldKind::type, tree->index);
    case terms::Field::dtype: return dialect_->code(FieldKind::dtype, tree->index);
    case terms::Field::blayout: return dialect_->code(FieldKind::blayout, tree->index);
    case terms::Field::slayout: return dialect_->code(FieldKind::slayout, tree->index);
    case terms::Field::pad: return dialect_->code(FieldKind::pad, tree->index);
    default: throw std::logic_error("not an enumeration");
  }
}

std::string Lowering::boolean(const NodePtr& tree) {
  const auto arg = [&](std::size_t i) -> const NodePtr& { return tree->args[i]; };
  switch (tree->op) {
    case Op::constant: return tree->value ? "true" : "false";
    case Op::logical_not: return call("not", {boolean(arg(0))});
    case Op::logical_and: return call("and", {boolean(arg(0)), boolean(arg(1))});
    case Op::logical_or: return call("or", {boolean(arg(0)), boolean(arg(1))});
    case Op::same_storage: return dialect_->same_storage(tree->index, static_cast<int>(tree->value));
    case Op::for_all_elements: return boolean(arg(0));
    default: break;
  }
  const bool is_number = arg(0)->sort == Sort::integer;
  if (tree->op == Op::in_set) {
    std::string text = "(or false";
    const std::string value = is_number ? number(arg(0)).text : enumeration(arg(0));
    for (const std::int64_t one : tree->values)
      text += " " + call("=", {value, is_number ? dialect_->constant(one).text : dialect_->member(*arg(0), one)});
    return text + ")";
  }
  if (is_number) {
    const Number a = number(arg(0)), b = number(arg(1));
    switch (tree->op) {
      case Op::eq: return call("=", {a.text, b.text});
      case Op::ne: return call("distinct", {a.text, b.text});
      case Op::lt:
      case Op::le: return dialect_->comparison(tree->op, a, b);
      default: break;
    }
  } else if (tree->op == Op::eq || tree->op == Op::ne) {
    const auto side = [&](std::size_t i) {
      return arg(i)->op == Op::constant ? dialect_->member(*arg(1 - i), arg(i)->value) : enumeration(arg(i));
    };
    return call(tree->op == Op::eq ? "=" : "distinct", {side(0), side(1)});
  }
  throw std::logic_error("a condition that has no encoding");
}

}  // namespace pto_cts::smt
