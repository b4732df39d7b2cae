// SPDX-License-Identifier: MIT
#include "pto_cts/terms/operands.h"

#include <algorithm>
#include <stdexcept>

namespace pto_cts::terms {
namespace {

NodePtr field_node(int index, Field field, Sort sort) {
  return make_node({.op = Op::field, .sort = sort, .index = index, .field = field});
}
Int int_field(int index, Field field) { return Int(field_node(index, field, Sort::integer)); }

template <typename Enum>
EnumTerm<Enum> enum_field(int index, Field field) {
  return EnumTerm<Enum>(field_node(index, field, SortOf<Enum>::value));
}

}  // namespace

Tile::Tile(int i)
    : index(i),
      type(enum_field<TileType>(i, Field::type)),
      dtype(enum_field<DType>(i, Field::dtype)),
      rows(int_field(i, Field::rows)),
      cols(int_field(i, Field::cols)),
      blayout(enum_field<BLayout>(i, Field::blayout)),
      slayout(enum_field<SLayout>(i, Field::slayout)),
      fractal_bytes(int_field(i, Field::fractal_bytes)),
      pad(enum_field<PadValue>(i, Field::pad)),
      static_valid_rows(int_field(i, Field::static_valid_rows)),
      static_valid_cols(int_field(i, Field::static_valid_cols)),
      valid_rows(int_field(i, Field::valid_rows)),
      valid_cols(int_field(i, Field::valid_cols)),
      box_rows(int_field(i, Field::box_rows)),
      box_cols(int_field(i, Field::box_cols)) {}

Elem Tile::at(const Int& r, const Int& c) const {
  return Elem(make_node({.op = Op::read, .sort = Sort::element, .args = {r.tree(), c.tree()}, .index = index}));
}

Int Tile::index_at(const Int& r, const Int& c) const {
  return Int(make_node({.op = Op::index_value, .sort = Sort::integer, .args = {r.tree(), c.tree()}, .index = index}));
}

Elem Tile::load(const Int& byte_offset, const Int& alignment) const {
  return Elem(make_node(
      {.op = Op::load, .sort = Sort::element, .args = {byte_offset.tree(), alignment.tree()}, .index = index}));
}

Scalar::Scalar(int i)
    : index(i),
      dtype(make_node({.op = Op::scalar_dtype, .sort = Sort::dtype, .index = i})),
      value(make_node({.op = Op::scalar, .sort = Sort::element, .index = i})) {}

Choice::Choice(int i, std::vector<std::string> values) : index(i), values_(std::move(values)) {}

Bool Choice::is(const char* value) const {
  const auto found = std::find(values_.begin(), values_.end(), value);
  if (found == values_.end()) throw std::logic_error(std::string("attribute value not declared: ") + value);
  const auto number = static_cast<std::int64_t>(found - values_.begin());
  return Bool(make_node(Op::eq, Sort::boolean,
                        {make_node({.op = Op::attribute, .sort = Sort::attribute, .index = index}),
                         make_node({.op = Op::constant, .sort = Sort::attribute, .value = number, .text = value})}));
}

PadAttribute::PadAttribute(int i)
    : index(i), value(make_node({.op = Op::attribute, .sort = Sort::pad, .index = i})) {}

Bool same_storage(const Tile& a, const Tile& b) {
  return Bool(make_node({.op = Op::same_storage, .sort = Sort::boolean, .value = b.index, .index = a.index}));
}

Bool same_type(const Tile& a, const Tile& b) {
  return a.type == b.type && a.dtype == b.dtype && a.rows == b.rows && a.cols == b.cols && a.blayout == b.blayout &&
         a.slayout == b.slayout && a.fractal_bytes == b.fractal_bytes && a.pad == b.pad &&
         a.static_valid_rows == b.static_valid_rows && a.static_valid_cols == b.static_valid_cols;
}

Bool same_valid_region(const Tile& a, const Tile& b) {
  return a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
}

Bool for_all_valid(const Tile& tile, const Bool& pred) {
  return Bool(make_node({.op = Op::for_all_elements, .sort = Sort::boolean, .args = {pred.tree()}, .index = tile.index}));
}

}  // namespace pto_cts::terms
