// SPDX-License-Identifier: MIT
// Typed terms of the spec: booleans, integers, enumerations and elements. Operators exist only between equal sorts, so
// that a clause which compares a row count with a type does not compile.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "pto_cts/terms/node.h"
#include "pto_cts/types/tile.h"

namespace pto_cts::terms {

template <typename Enum>
struct SortOf;
template <> struct SortOf<DType> { static constexpr Sort value = Sort::dtype; };
template <> struct SortOf<TileType> { static constexpr Sort value = Sort::tile_type; };
template <> struct SortOf<BLayout> { static constexpr Sort value = Sort::blayout; };
template <> struct SortOf<SLayout> { static constexpr Sort value = Sort::slayout; };
template <> struct SortOf<PadValue> { static constexpr Sort value = Sort::pad; };

NodePtr make_node(Node node);
NodePtr make_node(Op op, Sort sort, std::vector<NodePtr> args);

class Bool {
 public:
  explicit Bool(NodePtr tree) : tree_(std::move(tree)) {}
  const NodePtr& tree() const { return tree_; }

 private:
  NodePtr tree_;
};

class Int {
 public:
  Int(int value);  // NOLINT(google-explicit-constructor): literals read as in the ISA pages
  explicit Int(NodePtr tree) : tree_(std::move(tree)) {}
  const NodePtr& tree() const { return tree_; }

 private:
  NodePtr tree_;
};

/// A term of an enumeration: a type, a layout, a pad value.
template <typename Enum>
class EnumTerm {
 public:
  EnumTerm(Enum value)  // NOLINT(google-explicit-constructor)
      : tree_(make_node({.op = Op::constant, .sort = SortOf<Enum>::value, .value = static_cast<std::int64_t>(value)})) {}
  explicit EnumTerm(NodePtr tree) : tree_(std::move(tree)) {}
  const NodePtr& tree() const { return tree_; }

  friend Bool operator==(const EnumTerm& a, const EnumTerm& b) {
    return Bool(make_node(Op::eq, Sort::boolean, {a.tree_, b.tree_}));
  }
  friend Bool operator!=(const EnumTerm& a, const EnumTerm& b) {
    return Bool(make_node(Op::ne, Sort::boolean, {a.tree_, b.tree_}));
  }
  friend Bool in(const EnumTerm& term, std::initializer_list<Enum> values) {
    std::vector<std::int64_t> numbers;
    for (const Enum value : values) numbers.push_back(static_cast<std::int64_t>(value));
    return Bool(make_node({.op = Op::in_set, .sort = Sort::boolean, .args = {term.tree_}, .values = std::move(numbers)}));
  }

 private:
  NodePtr tree_;
};

/// The value of one element, in the destination's type.
class Elem {
 public:
  explicit Elem(NodePtr tree) : tree_(std::move(tree)) {}
  const NodePtr& tree() const { return tree_; }

 private:
  NodePtr tree_;
};

Int operator+(const Int& a, const Int& b);
Int operator-(const Int& a, const Int& b);
Int operator*(const Int& a, const Int& b);
Int operator/(const Int& a, const Int& b);  ///< Of non-negative numbers, rounded down.
Int operator%(const Int& a, const Int& b);  ///< Of non-negative numbers.
Int ceil_div(const Int& a, const Int& b);

Bool operator==(const Int& a, const Int& b);
Bool operator!=(const Int& a, const Int& b);
Bool operator<(const Int& a, const Int& b);
Bool operator<=(const Int& a, const Int& b);
Bool operator>(const Int& a, const Int& b);
Bool operator>=(const Int& a, const Int& b);
Bool in(const Int& term, std::initializer_list<int> values);

Bool operator&&(const Bool& a, const Bool& b);
Bool operator||(const Bool& a, const Bool& b);
Bool operator!(const Bool& a);
Bool implies(const Bool& a, const Bool& b);

/// Whether the campaign judges under the named interpretation.
Bool reading(const char* name);

/// Element size in bytes.
Int size_of(const EnumTerm<DType>& dtype);

/// Row and column of the destination element that an element term describes.
Int row();
Int col();

Elem operator+(const Elem& a, const Elem& b);
Elem operator*(const Elem& a, const Elem& b);
Elem max(const Elem& a, const Elem& b);
Elem min(const Elem& a, const Elem& b);
Elem select(const Bool& condition, const Elem& then, const Elem& otherwise);

/// The encoding of a pad value in the destination's type.
Elem pad_bits(const EnumTerm<PadValue>& pad);

}  // namespace pto_cts::terms
