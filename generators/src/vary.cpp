// SPDX-License-Identifier: MIT
#include "pto_cts/generators/vary.h"

#include <algorithm>
#include <functional>
#include <set>

#include "case_parts.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

using NumberSet = std::set<std::int64_t>;

void set_layout(TileDesc& tile, Layout layout) {
  for (const BLayout blayout : kAllBLayouts)
    for (const SLayout slayout : kAllSLayouts)
      if (layout_of(blayout, slayout) == layout) {
        tile.blayout = blayout;
        tile.slayout = slayout;
      }
}

std::string sharing(const Tuple& tuple) {
  std::string text;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i)
    for (std::size_t j = i + 1; j < tuple.tiles.size(); ++j)
      if (tuple.tiles[i].storage == tuple.tiles[j].storage)
        text += (text.empty() ? "" : ", ") + tuple.tiles[i].name + "=" + tuple.tiles[j].name;
  return text.empty() ? "no" : text;
}

std::string extents(const Tuple& tuple) {
  const auto dynamic = [](const TileOperand& operand) { return has_dynamic_rows(operand.tile) || has_dynamic_cols(operand.tile); };
  return std::any_of(tuple.tiles.begin(), tuple.tiles.end(), dynamic) ? "dynamic" : "static";
}

class Factors {
 public:
  Factors(const terms::Instruction& instruction, const Tuple& tuple) : instruction_(instruction), from_(tuple) {}

  std::vector<TupleFactor> all() {
    dtypes();
    locations_and_layouts();
    pads_and_attributes();
    in_place();
    shapes();
    for (std::size_t i = 0; i < from_.tiles.size(); ++i) regions(i);
    static_or_dynamic();
    return std::move(all_);
  }

 private:
  using TileEdit = std::function<void(TileDesc&)>;

  TupleFactor& factor(std::string name, bool is_number = false) { return all_.emplace_back(TupleFactor{std::move(name), is_number, {}}); }

  // The edit in all tiles, and in the first alone.
  std::vector<Tuple> edited(const TileEdit& edit) const {
    std::vector<Tuple> tuples(2, from_);
    for (TileOperand& operand : tuples[0].tiles) edit(operand.tile);
    edit(tuples[1].tiles.front().tile);
    return tuples;
  }

  void dtypes() {
    TupleFactor& dtype = factor("dtype");
    for (const DType other : kAllDTypes) {
      FactorValue& value = dtype.values.emplace_back(FactorValue{std::string(name(other)), {}});
      for (const Keep keep : {Keep::row_bytes, Keep::shape, Keep::column_bytes})
        retype(value.tuples.emplace_back(from_), from_.tiles.front().tile.dtype, other, keep);
    }
  }

  void locations_and_layouts() {
    TupleFactor& location = factor("location");
    for (const TileType type : kAllTileTypes)
      location.values.push_back({std::string(name(type)), edited([&](TileDesc& tile) { tile.type = type; })});
    TupleFactor& layout = factor("layout");
    for (const Layout other : kAllLayouts) {
      FactorValue& value = layout.values.emplace_back(FactorValue{std::string(name(other)), {}});
      for (const std::int64_t rows : {std::int64_t{0}, std::int64_t{16}, std::int64_t{32}})
        for (Tuple& tuple : edited([&](TileDesc& tile) {
               set_layout(tile, other);
               if (rows > 0) set_shape(tile, rows, rows == 16 ? std::max<std::int64_t>(kRegister / element_bytes(tile.dtype), 16) : 32);
             }))
          value.tuples.push_back(std::move(tuple));
    }
  }

  void pads_and_attributes() {
    TupleFactor& pad = factor("pad");
    for (const PadValue other : kAllPadValues)
      pad.values.push_back({std::string(name(other)), {edited([&](TileDesc& tile) { tile.pad = other; })[1]}});
    for (std::size_t i = 0; i < from_.attributes.size(); ++i)
      for (const terms::AttributeParameter& parameter : instruction_.attributes) {
        if (parameter.key != from_.attributes[i].key) continue;
        TupleFactor& attribute = factor(parameter.key == "pad" ? "pad argument" : parameter.key);
        for (const std::string& other : parameter.values) {
          Tuple tuple = from_;
          tuple.attributes[i].value = other;
          attribute.values.push_back({other, {std::move(tuple)}});
        }
      }
  }

  void in_place() {
    if (instruction_.aliases.empty()) return;
    TupleFactor& place = factor("in-place");
    Tuple apart = from_;
    for (std::size_t i = 0; i < apart.tiles.size(); ++i) apart.tiles[i].storage = static_cast<int>(i);
    place.values.push_back({"no", {apart}});
    for (const auto& [a, b] : instruction_.aliases) {
      const auto first = static_cast<std::size_t>(std::min(a, b)), second = static_cast<std::size_t>(std::max(a, b));
      FactorValue value;
      for (const bool alike : {false, true}) {
        Tuple shared = apart;
        if (alike) {
          const PadValue pad = shared.tiles[second].tile.pad;
          shared.tiles[second].tile = shared.tiles[first].tile;
          shared.tiles[second].tile.pad = pad;
        }
        int next = 0;
        for (std::size_t i = 0; i < shared.tiles.size(); ++i)
          if (i != second) shared.tiles[i].storage = next++;
        shared.tiles[second].storage = shared.tiles[first].storage;
        value.label = sharing(shared);
        value.tuples.push_back(std::move(shared));
      }
      place.values.push_back(std::move(value));
    }
  }

  // Of all tiles that have the first one's shape, with what makes such a shape fill whole units of capacity.
  void shapes() {
    const TileDesc& model = from_.tiles.front().tile;
    const std::int64_t step = std::max<std::int64_t>(kRegister / element_bytes(model.dtype), 1);
    TupleFactor& rows = factor("rows", true);
    for (const std::int64_t r : NumberSet{1, 2, 3, 4, 8, 15, 16, 17, 32, 64, model.rows}) {
      FactorValue& value = rows.values.emplace_back(FactorValue{std::to_string(r), {}});
      for (const std::int64_t c : {model.cols, step, 2 * step, 4 * step, 16 * step}) value.tuples.push_back(reshaped(r, c));
    }
    TupleFactor& columns = factor("columns", true);
    for (const std::int64_t c : NumberSet{step, 2 * step, 3 * step, 4 * step, 8 * step, 16 * step, model.cols}) {
      FactorValue& value = columns.values.emplace_back(FactorValue{std::to_string(c), {}});
      for (const std::int64_t r : {model.rows, std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}, std::int64_t{16}})
        value.tuples.push_back(reshaped(r, c));
    }
  }

  Tuple reshaped(std::int64_t rows, std::int64_t cols) const {
    Tuple tuple = from_;
    const TileDesc& model = from_.tiles.front().tile;
    for (TileOperand& operand : tuple.tiles)
      if (operand.tile.rows == model.rows && operand.tile.cols == model.cols && operand.tile.dtype == model.dtype)
        set_shape(operand.tile, rows, cols);
    return tuple;
  }

  void regions(std::size_t i) {
    const TileDesc& tile = from_.tiles[i].tile;
    const auto values = [](std::int64_t now, std::int64_t whole) {
      NumberSet numbers = {1, 2, 3, 7, 8, now, whole / 2, whole - 1, whole};
      std::erase_if(numbers, [&](std::int64_t n) { return n < 1 || (n > whole && n != now); });
      return numbers;
    };
    TupleFactor& rows = factor(from_.tiles[i].name + ".valid-rows", true);
    for (const std::int64_t r : values(tile.valid_rows, tile.rows))
      rows.values.push_back({std::to_string(r), with_extent(i, [](TileDesc& t) -> std::int64_t& { return t.valid_rows; }, r)});
    TupleFactor& cols = factor(from_.tiles[i].name + ".valid-cols", true);
    for (const std::int64_t c : values(tile.valid_cols, tile.cols))
      cols.values.push_back({std::to_string(c), with_extent(i, [](TileDesc& t) -> std::int64_t& { return t.valid_cols; }, c)});
  }

  // In this operand alone, and in all that have the same extent.
  std::vector<Tuple> with_extent(std::size_t i, std::int64_t& (*extent)(TileDesc&), std::int64_t n) const {
    TileDesc model = from_.tiles[i].tile;
    const std::int64_t old = extent(model);
    std::vector<Tuple> tuples(2, from_);
    const auto set = [&](TileDesc& tile) {
      TileDesc other = tile;
      extent(other) = n;
      set_valid(tile, other.valid_rows, other.valid_cols);
    };
    set(tuples[0].tiles[i].tile);
    for (TileOperand& operand : tuples[1].tiles)
      if (extent(operand.tile) == old) set(operand.tile);
    return tuples;
  }

  void static_or_dynamic() {
    TupleFactor& kinds = factor("extents");
    Tuple fixed = from_, dynamic = from_;
    for (TileOperand& operand : fixed.tiles) {
      operand.tile.static_valid_rows = operand.tile.valid_rows;
      operand.tile.static_valid_cols = operand.tile.valid_cols;
    }
    for (TileOperand& operand : dynamic.tiles) operand.tile.static_valid_rows = operand.tile.static_valid_cols = kDynamic;
    kinds.values.push_back({"static", {std::move(fixed)}});
    kinds.values.push_back({"dynamic", {std::move(dynamic)}});
  }

  const terms::Instruction& instruction_;
  const Tuple& from_;
  std::vector<TupleFactor> all_;
};

}  // namespace

std::vector<TupleFactor> tuple_factors(const terms::Instruction& instruction, const Tuple& tuple) {
  return Factors(instruction, tuple).all();
}

std::string value_of(const Tuple& tuple, std::string_view factor) {
  const TileDesc& first = tuple.tiles.front().tile;
  if (factor == "dtype") return std::string(name(first.dtype));
  if (factor == "location") return std::string(name(first.type));
  if (factor == "layout") return std::string(name(layout_of(first)));
  if (factor == "pad") return std::string(name(first.pad));
  if (factor == "in-place") return sharing(tuple);
  if (factor == "extents") return extents(tuple);
  if (factor == "rows") return std::to_string(first.rows);
  if (factor == "columns") return std::to_string(first.cols);
  if (factor == "pad argument") return std::string(find_attribute(tuple, "pad"));
  const std::size_t dot = factor.find('.');
  if (dot == std::string_view::npos) return std::string(find_attribute(tuple, factor));
  const int tile = find_tile(tuple, factor.substr(0, dot));
  if (tile < 0) return {};
  const TileDesc& desc = tuple.tiles[static_cast<std::size_t>(tile)].tile;
  return std::to_string(factor.substr(dot) == ".valid-rows" ? desc.valid_rows : desc.valid_cols);
}

}  // namespace pto_cts::generators
