// SPDX-License-Identifier: MIT
#include "pto_cts/terms/term.h"

#include "pto_cts/terms/node.h"

namespace pto_cts::terms {
namespace {

Bool boolean(Op op, std::vector<NodePtr> args) { return Bool(make_node(op, Sort::boolean, std::move(args))); }
Int integer(Op op, std::vector<NodePtr> args) { return Int(make_node(op, Sort::integer, std::move(args))); }
Elem element(Op op, std::vector<NodePtr> args) { return Elem(make_node(op, Sort::element, std::move(args))); }

}  // namespace

bool same_tree(const NodePtr& a, const NodePtr& b) {
  if (a == b) return true;
  if (a->op != b->op || a->sort != b->sort || a->value != b->value || a->index != b->index || a->field != b->field ||
      a->values != b->values || a->text != b->text || a->args.size() != b->args.size())
    return false;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (!same_tree(a->args[i], b->args[i])) return false;
  return true;
}

std::vector<NodePtr> conjuncts(const NodePtr& node) {
  if (node->op != Op::logical_and) return {node};
  std::vector<NodePtr> all;
  for (const NodePtr& arg : node->args)
    for (NodePtr& part : conjuncts(arg)) all.push_back(std::move(part));
  return all;
}

NodePtr make_node(Node node) { return std::make_shared<const Node>(std::move(node)); }

NodePtr make_node(Op op, Sort sort, std::vector<NodePtr> args) {
  return make_node({.op = op, .sort = sort, .args = std::move(args)});
}

Int::Int(int value) : tree_(make_node({.op = Op::constant, .sort = Sort::integer, .value = value})) {}

Int operator+(const Int& a, const Int& b) { return integer(Op::add, {a.tree(), b.tree()}); }
Int operator-(const Int& a, const Int& b) { return integer(Op::sub, {a.tree(), b.tree()}); }
Int operator*(const Int& a, const Int& b) { return integer(Op::mul, {a.tree(), b.tree()}); }
Int operator/(const Int& a, const Int& b) { return integer(Op::div, {a.tree(), b.tree()}); }
Int operator%(const Int& a, const Int& b) { return integer(Op::mod, {a.tree(), b.tree()}); }
Int ceil_div(const Int& a, const Int& b) { return integer(Op::ceil_div, {a.tree(), b.tree()}); }

Bool operator==(const Int& a, const Int& b) { return boolean(Op::eq, {a.tree(), b.tree()}); }
Bool operator!=(const Int& a, const Int& b) { return boolean(Op::ne, {a.tree(), b.tree()}); }
Bool operator<(const Int& a, const Int& b) { return boolean(Op::lt, {a.tree(), b.tree()}); }
Bool operator<=(const Int& a, const Int& b) { return boolean(Op::le, {a.tree(), b.tree()}); }
Bool operator>(const Int& a, const Int& b) { return b < a; }
Bool operator>=(const Int& a, const Int& b) { return b <= a; }

Bool in(const Int& term, std::initializer_list<int> values) {
  return Bool(make_node({.op = Op::in_set,
                         .sort = Sort::boolean,
                         .args = {term.tree()},
                         .values = std::vector<std::int64_t>(values.begin(), values.end())}));
}

Bool operator&&(const Bool& a, const Bool& b) { return boolean(Op::logical_and, {a.tree(), b.tree()}); }
Bool operator||(const Bool& a, const Bool& b) { return boolean(Op::logical_or, {a.tree(), b.tree()}); }
Bool operator!(const Bool& a) { return boolean(Op::logical_not, {a.tree()}); }
Bool implies(const Bool& a, const Bool& b) { return !a || b; }

Bool reading(const char* name) {
  return Bool(make_node({.op = Op::reading, .sort = Sort::boolean, .text = name}));
}

Int size_of(const EnumTerm<DType>& dtype) { return integer(Op::size_of, {dtype.tree()}); }
Int row() { return integer(Op::loop_row, {}); }
Int col() { return integer(Op::loop_col, {}); }

Elem operator+(const Elem& a, const Elem& b) { return element(Op::elem_add, {a.tree(), b.tree()}); }
Elem operator*(const Elem& a, const Elem& b) { return element(Op::elem_mul, {a.tree(), b.tree()}); }
Elem max(const Elem& a, const Elem& b) { return element(Op::elem_max, {a.tree(), b.tree()}); }
Elem min(const Elem& a, const Elem& b) { return element(Op::elem_min, {a.tree(), b.tree()}); }
Elem select(const Bool& condition, const Elem& then, const Elem& otherwise) {
  return element(Op::select, {condition.tree(), then.tree(), otherwise.tree()});
}
Elem pad_bits(const EnumTerm<PadValue>& pad) { return element(Op::pad_bits, {pad.tree()}); }

}  // namespace pto_cts::terms
