// SPDX-License-Identifier: MIT
// The untyped tree behind every term. Instruction files never see it: they build terms (term.h), whose operators keep
// the sorts apart at compile time. Interpreters (evaluate, narrow, print, lower to a solver) walk it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pto_cts::terms {

enum class Sort : std::uint8_t { boolean, integer, dtype, tile_type, blayout, slayout, pad, attribute, element };

/// Fields of a tile descriptor. The box extents are 0 where the box size is unknown.
enum class Field : std::uint8_t {
  type, dtype, rows, cols, blayout, slayout, fractal_bytes, pad,
  static_valid_rows, static_valid_cols, valid_rows, valid_cols, box_rows, box_cols
};

enum class Op : std::uint8_t {
  constant,      ///< value; booleans are 0 and 1, enumerations their number
  field,         ///< field of tile operand `index`
  scalar_dtype,  ///< type of scalar operand `index`
  attribute,     ///< number of the value of attribute `index` in its declared list
  same_storage,  ///< whether tile operands `index` and `value` share their storage
  reading,       ///< whether the interpretation named `text` is chosen
  size_of,       ///< element size in bytes of the type args[0]
  loop_row, loop_col,      ///< the destination element under consideration
  index_value,             ///< content of index operand `index` at args[0], args[1], as an unsigned number
  add, sub, mul, div, mod, ceil_div,   ///< integers; div and mod of non-negative numbers
  eq, ne, lt, le, in_set,              ///< in_set: args[0] is one of `values`
  logical_not, logical_and, logical_or,
  for_all_elements,  ///< args[0] holds for every element of the valid region of tile operand `index`
  read,        ///< element of tile operand `index` at args[0], args[1]; undefined outside its valid region
  load,        ///< element of operand `index` at byte offset args[0] of its storage; undefined unless the offset is a
               ///< multiple of args[1] and the element there is valid
  scalar,      ///< value of scalar operand `index`
  pad_bits,    ///< encoding of pad args[0] in the destination's type
  select,      ///< args[0] ? args[1] : args[2]
  elem_add, elem_mul, elem_max, elem_min
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;

struct Node {
  Op op = Op::constant;
  Sort sort = Sort::boolean;
  std::vector<NodePtr> args{};
  std::int64_t value = 0;
  int index = 0;
  Field field = Field::type;
  std::vector<std::int64_t> values{};
  std::string text{};
};

/// True where the two trees are equal.
bool same_tree(const NodePtr& a, const NodePtr& b);

/// Calls visit(node) for every node of the tree, parents first.
template <typename Visit>
void walk(const NodePtr& node, Visit&& visit) {
  visit(*node);
  for (const NodePtr& arg : node->args) walk(arg, visit);
}

/// The conjuncts of a boolean tree: nested conjunctions opened.
std::vector<NodePtr> conjuncts(const NodePtr& node);

}  // namespace pto_cts::terms
