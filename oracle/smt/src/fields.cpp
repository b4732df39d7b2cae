// SPDX-License-Identifier: MIT
#include "pto_cts/smt/fields.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>

namespace pto_cts::smt {
namespace {

int bits_for(std::int64_t most) { return std::max<int>(1, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(most)))); }

std::int64_t place(const std::vector<std::string>& list, const std::string& value) {
  return std::find(list.begin(), list.end(), value) - list.begin();
}

// 0 for the first operand in its storage, else one more than the operand that is.
std::int64_t shared_with(const Tuple& tuple, std::size_t tile) {
  for (std::size_t first = 0; first < tile; ++first)
    if (tuple.tiles[first].storage == tuple.tiles[tile].storage) return static_cast<std::int64_t>(first) + 1;
  return 0;
}

std::int64_t tile_value(const TileDesc& tile, FieldKind kind) {
  switch (kind) {
    case FieldKind::type: return static_cast<std::int64_t>(tile.type);
    case FieldKind::blayout: return static_cast<std::int64_t>(tile.blayout);
    case FieldKind::slayout: return static_cast<std::int64_t>(tile.slayout);
    case FieldKind::fractal: return std::find(std::begin(kBoxSizes), std::end(kBoxSizes), tile.fractal_bytes) - kBoxSizes;
    case FieldKind::pad: return static_cast<std::int64_t>(tile.pad);
    case FieldKind::dtype: return static_cast<std::int64_t>(tile.dtype);
    case FieldKind::dynamic_rows: return has_dynamic_rows(tile);
    case FieldKind::dynamic_cols: return has_dynamic_cols(tile);
    case FieldKind::rows: return tile.rows;
    case FieldKind::cols: return tile.cols;
    case FieldKind::valid_rows: return tile.valid_rows;
    case FieldKind::valid_cols: return tile.valid_cols;
    default: throw std::logic_error("not a field of a tile");
  }
}

void set_tile_value(TileDesc& tile, FieldKind kind, std::int64_t value) {
  switch (kind) {
    case FieldKind::type: tile.type = static_cast<TileType>(value); break;
    case FieldKind::blayout: tile.blayout = static_cast<BLayout>(value); break;
    case FieldKind::slayout: tile.slayout = static_cast<SLayout>(value); break;
    case FieldKind::fractal: tile.fractal_bytes = kBoxSizes[value]; break;
    case FieldKind::pad: tile.pad = static_cast<PadValue>(value); break;
    case FieldKind::dtype: tile.dtype = static_cast<DType>(value); break;
    case FieldKind::dynamic_rows: tile.static_valid_rows = value ? kDynamic : 0; break;
    case FieldKind::dynamic_cols: tile.static_valid_cols = value ? kDynamic : 0; break;
    case FieldKind::rows: tile.rows = value; break;
    case FieldKind::cols: tile.cols = value; break;
    case FieldKind::valid_rows: tile.valid_rows = value; break;
    case FieldKind::valid_cols: tile.valid_cols = value; break;
    default: throw std::logic_error("not a field of a tile");
  }
}

}  // namespace

Fields::Fields(const terms::Instruction& instruction, Extents extents) : instruction_(&instruction), word_(extents.word) {
  const auto largest = [](int bits) { return (std::int64_t{1} << bits) - 1; };
  const auto add = [&](std::string name, FieldKind kind, std::size_t index, std::int64_t least, std::int64_t most) {
    all_.push_back({std::move(name), kind, static_cast<int>(index), bits_for(most), least, most});
  };
  const auto add_each = [&](const char* suffix, FieldKind kind, std::int64_t least, std::int64_t most) {
    for (std::size_t i = 0; i < instruction.tiles.size(); ++i)
      add(instruction.tiles[i].name + suffix, kind, i, least, most);
  };
  for (std::size_t i = 0; i < instruction.attributes.size(); ++i)
    add(instruction.attributes[i].key, FieldKind::attribute, i, 0,
        static_cast<std::int64_t>(instruction.attributes[i].values.size()) - 1);
  for (std::size_t i = 1; i < instruction.tiles.size(); ++i)
    add(instruction.tiles[i].name + ".storage", FieldKind::storage, i, 0, static_cast<std::int64_t>(i));
  add_each(".type", FieldKind::type, 0, std::size(kAllTileTypes) - 1);
  add_each(".blayout", FieldKind::blayout, 0, std::size(kAllBLayouts) - 1);
  add_each(".slayout", FieldKind::slayout, 0, std::size(kAllSLayouts) - 1);
  add_each(".box-size", FieldKind::fractal, 0, std::size(kBoxSizes) - 1);
  add_each(".pad", FieldKind::pad, 0, std::size(kAllPadValues) - 1);
  add_each(".dtype", FieldKind::dtype, 0, std::size(kAllDTypes) - 1);
  for (std::size_t i = 0; i < instruction.scalars.size(); ++i)
    add(instruction.scalars[i] + ".dtype", FieldKind::scalar_dtype, i, 0, std::size(kAllDTypes) - 1);
  add_each(".dynamic-rows", FieldKind::dynamic_rows, 0, 1);
  add_each(".dynamic-cols", FieldKind::dynamic_cols, 0, 1);
  add_each(".rows", FieldKind::rows, 1, largest(extents.rows));
  add_each(".cols", FieldKind::cols, 1, largest(extents.cols));
  add_each(".valid-rows", FieldKind::valid_rows, 0, largest(extents.rows + 1));
  add_each(".valid-cols", FieldKind::valid_cols, 0, largest(extents.cols + 1));
}

std::size_t Fields::find(FieldKind kind, int index) const {
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (all_[i].kind == kind && all_[i].index == index) return i;
  throw std::logic_error("no such field");
}

Values Fields::of(const Tuple& tuple) const {
  Values values;
  for (const Field& field : all_) {
    const auto index = static_cast<std::size_t>(field.index);
    switch (field.kind) {
      case FieldKind::attribute:
        values.push_back(place(instruction_->attributes[index].values, tuple.attributes[index].value));
        break;
      case FieldKind::storage: values.push_back(shared_with(tuple, index)); break;
      case FieldKind::scalar_dtype: values.push_back(static_cast<std::int64_t>(tuple.scalars[index].dtype)); break;
      default: values.push_back(tile_value(tuple.tiles[index].tile, field.kind));
    }
  }
  return values;
}

Tuple Fields::tuple(const Values& values) const {
  Tuple tuple;
  tuple.mnemonic = instruction_->mnemonic;
  for (const terms::TileParameter& parameter : instruction_->tiles)
    tuple.tiles.push_back({parameter.name, parameter.role, {}, -1});
  for (const std::string& scalar : instruction_->scalars) tuple.scalars.push_back({scalar, DType::f32});
  for (const terms::AttributeParameter& parameter : instruction_->attributes)
    tuple.attributes.push_back({parameter.key, parameter.default_value, parameter.template_slot});
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const auto index = static_cast<std::size_t>(all_[i].index);
    switch (all_[i].kind) {
      case FieldKind::attribute:
        tuple.attributes[index].value = instruction_->attributes[index].values[static_cast<std::size_t>(values[i])];
        break;
      case FieldKind::storage: tuple.tiles[index].storage = static_cast<int>(values[i]) - 1; break;
      case FieldKind::scalar_dtype: tuple.scalars[index].dtype = static_cast<DType>(values[i]); break;
      default: set_tile_value(tuple.tiles[index].tile, all_[i].kind, values[i]);
    }
  }
  int storages = 0;
  for (TileOperand& operand : tuple.tiles) {
    const int first = operand.storage;
    operand.storage = first < 0 ? storages++ : tuple.tiles[static_cast<std::size_t>(first)].storage;
    TileDesc& tile = operand.tile;
    if (tile.static_valid_rows != kDynamic) tile.static_valid_rows = tile.valid_rows;
    if (tile.static_valid_cols != kDynamic) tile.static_valid_cols = tile.valid_cols;
  }
  return tuple;
}

}  // namespace pto_cts::smt
