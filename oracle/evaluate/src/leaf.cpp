// SPDX-License-Identifier: MIT
#include <stdexcept>

#include "row.h"

namespace pto_cts::evaluate {
namespace {

using terms::Field;
using terms::Op;
using terms::Sort;

std::int64_t box_extent(const TileDesc& tile, bool rows) {
  const auto box = box_of(tile);
  return !box ? 0 : rows ? box->rows : box->cols;
}

std::int64_t field(const TileDesc& tile, Field which) {
  switch (which) {
    case Field::type: return static_cast<std::int64_t>(tile.type);
    case Field::dtype: return static_cast<std::int64_t>(tile.dtype);
    case Field::rows: return tile.rows;
    case Field::cols: return tile.cols;
    case Field::blayout: return static_cast<std::int64_t>(tile.blayout);
    case Field::slayout: return static_cast<std::int64_t>(tile.slayout);
    case Field::fractal_bytes: return tile.fractal_bytes;
    case Field::pad: return static_cast<std::int64_t>(tile.pad);
    case Field::static_valid_rows: return tile.static_valid_rows;
    case Field::static_valid_cols: return tile.static_valid_cols;
    case Field::valid_rows: return tile.valid_rows;
    case Field::valid_cols: return tile.valid_cols;
    case Field::box_rows: return box_extent(tile, true);
    case Field::box_cols: return box_extent(tile, false);
  }
  return 0;
}

// Attribute values are compared by their place in the declared list; a constant of such a comparison carries its text.
std::int64_t attribute_equals(const terms::Node& comparison, const Tuple& tuple) {
  const terms::Node& attribute = *comparison.args[0];
  return tuple.attributes[static_cast<std::size_t>(attribute.index)].value == comparison.args[1]->text;
}

}  // namespace

std::int64_t leaf(const terms::Node& node, const Tuple& tuple) {
  const auto index = static_cast<std::size_t>(node.index);
  switch (node.op) {
    case Op::constant: return node.value;
    case Op::field: return field(tuple.tiles[index].tile, node.field);
    case Op::scalar_dtype: return static_cast<std::int64_t>(tuple.scalars[index].dtype);
    case Op::attribute: return static_cast<std::int64_t>(parse_pad_value(tuple.attributes[index].value).value());
    case Op::same_storage:
      return tuple.tiles[index].storage == tuple.tiles[static_cast<std::size_t>(node.value)].storage;
    case Op::eq: return attribute_equals(node, tuple);
    case Op::reading: throw std::logic_error("unresolved reading '" + node.text + "'");
    default: throw std::logic_error("not a leaf");
  }
}

}  // namespace pto_cts::evaluate
