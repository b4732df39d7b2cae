// SPDX-License-Identifier: MIT
#include "row.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/numerics/element.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::evaluate {
namespace {

using terms::Field;
using terms::Node;
using terms::Op;
using terms::Sort;

NumberRow uniform(std::int64_t value) {
  NumberRow row;
  row.value = value;
  return row;
}

void spread(NumberRow& row, std::size_t count) {
  if (!row.uniform) return;
  row.lanes.assign(count, row.value);
  row.uniform = false;
}

template <typename Combine>
void combine_lanes(NumberRow& a, const NumberRow& b, std::size_t count, Combine combine) {
  spread(a, count);
  if (b.uniform)
    for (std::size_t i = 0; i < count; ++i) a.lanes[i] = combine(a.lanes[i], b.value);
  else
    for (std::size_t i = 0; i < count; ++i) a.lanes[i] = combine(a.lanes[i], b.lanes[i]);
}

void merge_undefined(NumberRow& a, const NumberRow& b) {
  if (b.undefined.empty()) return;
  if (a.undefined.empty()) {
    a.undefined = b.undefined;
    return;
  }
  for (std::size_t i = 0; i < a.undefined.size(); ++i) a.undefined[i] |= b.undefined[i];
}

NumberRow combined(Op op, NumberRow a, const NumberRow& b, std::size_t count) {
  if (a.uniform && b.uniform) {
    a.value = terms::apply(op, a.value, b.value);
    merge_undefined(a, b);
    return a;
  }
  switch (op) {
    case Op::add: combine_lanes(a, b, count, [](std::int64_t x, std::int64_t y) { return x + y; }); break;
    case Op::lt: combine_lanes(a, b, count, [](std::int64_t x, std::int64_t y) { return std::int64_t{x < y}; }); break;
    case Op::le: combine_lanes(a, b, count, [](std::int64_t x, std::int64_t y) { return std::int64_t{x <= y}; }); break;
    default: combine_lanes(a, b, count, [op](std::int64_t x, std::int64_t y) { return terms::apply(op, x, y); }); break;
  }
  merge_undefined(a, b);
  return a;
}

// A lane of a conjunction or disjunction is decided, whatever its undefined side, where the other side decides it.
NumberRow connected(NumberRow a, NumberRow b, std::size_t count, bool conjunction) {
  const auto decides = [&](const NumberRow& row, std::size_t i) {
    return row.defined(i) && (row.at(i) != 0) != conjunction;
  };
  if (a.uniform && a.undefined.empty() && (a.value != 0) != conjunction) return a;
  NumberRow result;
  if (a.uniform && b.uniform && a.undefined.empty() && b.undefined.empty())
    return uniform(conjunction ? a.value && b.value : a.value || b.value);
  result.uniform = false;
  result.lanes.resize(count);
  const bool some_undefined = !a.undefined.empty() || !b.undefined.empty();
  if (some_undefined) result.undefined.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    result.lanes[i] = conjunction ? a.at(i) && b.at(i) : a.at(i) || b.at(i);
    if (some_undefined && decides(a, i)) result.lanes[i] = !conjunction;
    else if (some_undefined && decides(b, i)) result.lanes[i] = !conjunction;
    else if (some_undefined) result.undefined[i] = !a.defined(i) || !b.defined(i);
  }
  return result;
}

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
std::int64_t attribute_equals(const Node& comparison, const Tuple& tuple) {
  const Node& attribute = *comparison.args[0];
  return tuple.attributes[static_cast<std::size_t>(attribute.index)].value == comparison.args[1]->text;
}

}  // namespace

std::int64_t leaf(const Node& node, const Tuple& tuple) {
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

bool is_leaf(const Node& node) {
  const bool compares_attribute =
      node.op == Op::eq && node.args[0]->op == Op::attribute && node.args[0]->sort == Sort::attribute;
  return node.args.empty() || compares_attribute;
}

NumberRow RowEvaluator::columns(std::size_t count) const {
  NumberRow row;
  row.uniform = false;
  row.lanes.resize(count);
  for (std::size_t i = 0; i < count; ++i) row.lanes[i] = first_col_ + static_cast<std::int64_t>(i);
  return row;
}

bool RowEvaluator::reads_row_start(const Node& node) const {
  return first_col_ == 0 && node.args[0]->op == Op::loop_row && node.args[1]->op == Op::loop_col;
}

DType RowEvaluator::destination_type() const {
  return contents_.tuple().tiles[static_cast<std::size_t>(destination_)].tile.dtype;
}

NumberRow RowEvaluator::numbers(const Node& node, std::int64_t row, std::size_t count) const {
  switch (node.op) {
    case Op::loop_row: return uniform(row);
    case Op::loop_col: return columns(count);
    case Op::index_value: return index_values(node, row, count);
    case Op::logical_and:
    case Op::logical_or: {
      const bool conjunction = node.op == Op::logical_and;
      NumberRow a = numbers(*node.args[0], row, count);
      if (a.uniform && a.undefined.empty() && (a.value != 0) != conjunction) return a;
      return connected(std::move(a), numbers(*node.args[1], row, count), count, conjunction);
    }
    case Op::logical_not: return combined(Op::eq, numbers(*node.args[0], row, count), uniform(0), count);
    case Op::size_of: {
      const NumberRow dtype = numbers(*node.args[0], row, count);
      return uniform(element_bytes(static_cast<DType>(dtype.value)));
    }
    case Op::in_set: {
      NumberRow a = numbers(*node.args[0], row, count);
      const auto member = [&](std::int64_t x) {
        return std::int64_t{std::find(node.values.begin(), node.values.end(), x) != node.values.end()};
      };
      a.value = member(a.value);
      for (std::int64_t& lane : a.lanes) lane = member(lane);
      return a;
    }
    default: break;
  }
  if (is_leaf(node)) return uniform(leaf(node, contents_.tuple()));
  return combined(node.op, numbers(*node.args[0], row, count), numbers(*node.args[1], row, count), count);
}

NumberRow RowEvaluator::index_values(const Node& node, std::int64_t row, std::size_t count) const {
  const TileDesc& tile = contents_.tuple().tiles[static_cast<std::size_t>(node.index)].tile;
  NumberRow result;
  result.uniform = false;
  result.lanes.assign(count, 0);
  result.undefined.assign(count, 1);
  if (reads_row_start(node)) {
    if (row >= valid_rows_inside(tile)) return result;
    const std::size_t defined = std::min(count, valid_cols_inside(tile));
    std::vector<std::uint64_t> bits(defined);
    contents_.row(node.index, row, static_cast<std::int64_t>(defined), bits.data());
    for (std::size_t i = 0; i < defined; ++i) result.lanes[i] = static_cast<std::int64_t>(bits[i]);
    std::fill_n(result.undefined.begin(), defined, std::uint8_t{0});
    return result;
  }
  const NumberRow rows = numbers(*node.args[0], row, count), cols = numbers(*node.args[1], row, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!rows.defined(i) || !cols.defined(i) || !is_readable(tile, rows.at(i), cols.at(i))) continue;
    result.lanes[i] = static_cast<std::int64_t>(contents_.element(node.index, rows.at(i), cols.at(i)));
    result.undefined[i] = 0;
  }
  return result;
}

ElementRow RowEvaluator::elements(const Node& node, std::int64_t row, std::size_t count) const {
  switch (node.op) {
    case Op::read: return read(node, row, count);
    case Op::load: return load(node, row, count);
    case Op::select: return select(node, row, count);
    case Op::scalar: {
      const std::uint64_t bits = contents_.subject().scalars[static_cast<std::size_t>(node.index)];
      return {std::vector<std::uint64_t>(count, bits), std::vector<std::uint8_t>(count, kDefined)};
    }
    case Op::pad_bits: {
      const auto pad = static_cast<PadValue>(numbers(*node.args[0], row, count).value);
      const std::optional<std::uint64_t> bits = numerics::pad_bits(destination_type(), pad);
      const std::uint8_t flags = bits ? kDefined | kPad : kPad;
      return {std::vector<std::uint64_t>(count, bits.value_or(0)), std::vector<std::uint8_t>(count, flags)};
    }
    default: return arithmetic(node, row, count);
  }
}

ElementRow RowEvaluator::read(const Node& node, std::int64_t row, std::size_t count) const {
  const TileDesc& tile = contents_.tuple().tiles[static_cast<std::size_t>(node.index)].tile;
  ElementRow result{std::vector<std::uint64_t>(count, 0), std::vector<std::uint8_t>(count, 0)};
  if (reads_row_start(node)) {
    if (row >= valid_rows_inside(tile)) return result;
    const std::size_t defined = std::min(count, valid_cols_inside(tile));
    contents_.row(node.index, row, static_cast<std::int64_t>(defined), result.bits.data());
    std::fill_n(result.flags.begin(), defined, std::uint8_t{kDefined});
    return result;
  }
  const NumberRow rows = numbers(*node.args[0], row, count), cols = numbers(*node.args[1], row, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!rows.defined(i) || !cols.defined(i) || !is_readable(tile, rows.at(i), cols.at(i))) continue;
    result.bits[i] = contents_.element(node.index, rows.at(i), cols.at(i));
    result.flags[i] = kDefined;
  }
  return result;
}

ElementRow RowEvaluator::load(const Node& node, std::int64_t row, std::size_t count) const {
  const TileDesc& tile = contents_.tuple().tiles[static_cast<std::size_t>(node.index)].tile;
  const LayoutMap& map = contents_.map(node.index);
  const std::int64_t size = element_bytes(tile.dtype), limit = tile_bytes(tile);
  const NumberRow offsets = numbers(*node.args[0], row, count), alignment = numbers(*node.args[1], row, count);
  ElementRow result{std::vector<std::uint64_t>(count, 0), std::vector<std::uint8_t>(count, 0)};
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t offset = offsets.at(i);
    if (!offsets.defined(i) || offset < 0 || offset + size > limit || offset % alignment.at(i) != 0 || offset % size != 0)
      continue;
    const LayoutMap::Coordinates place = map.coordinates(offset / size);
    if (!in_valid_region(tile, place.row, place.col)) continue;
    result.bits[i] = load_element(tile.dtype, contents_.bytes(node.index) + offset);
    result.flags[i] = kDefined;
  }
  return result;
}

ElementRow RowEvaluator::select(const Node& node, std::int64_t row, std::size_t count) const {
  const NumberRow condition = numbers(*node.args[0], row, count);
  if (condition.uniform && condition.undefined.empty())
    return elements(*node.args[condition.value ? 1 : 2], row, count);
  ElementRow result = elements(*node.args[1], row, count);
  const ElementRow otherwise = elements(*node.args[2], row, count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!condition.defined(i)) {
      result.flags[i] = 0;
    } else if (!condition.at(i)) {
      result.bits[i] = otherwise.bits[i];
      result.flags[i] = otherwise.flags[i];
    }
  }
  return result;
}

ElementRow RowEvaluator::arithmetic(const Node& node, std::int64_t row, std::size_t count) const {
  ElementRow a = elements(*node.args[0], row, count);
  const ElementRow b = elements(*node.args[1], row, count);
  const DType dtype = destination_type();
  switch (node.op) {
    case Op::elem_add: numerics::add_row(dtype, a.bits.data(), b.bits.data(), a.bits.data(), count); break;
    case Op::elem_mul: numerics::multiply_row(dtype, a.bits.data(), b.bits.data(), a.bits.data(), count); break;
    case Op::elem_max: numerics::maximum_row(dtype, a.bits.data(), b.bits.data(), a.bits.data(), count); break;
    case Op::elem_min: numerics::minimum_row(dtype, a.bits.data(), b.bits.data(), a.bits.data(), count); break;
    default: throw std::logic_error("not an element term");
  }
  for (std::size_t i = 0; i < count; ++i)
    a.flags[i] = a.flags[i] & b.flags[i] & kDefined ? kDefined | kArithmetic : std::uint8_t{0};
  return a;
}

}  // namespace pto_cts::evaluate
