// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <set>

#include "candidates.h"
#include "case_parts.h"
#include "pto_cts/generators/shrink.h"

namespace pto_cts::generators {
namespace {

using Sizes = std::vector<std::int64_t>;
using Subset = std::vector<std::size_t>;  // Positions in Tuple::tiles.

constexpr std::size_t kMostForAllSubsets = 4;
constexpr std::int64_t kUnit = 512;  // Bytes of which a tile's capacity is a multiple.

std::vector<Subset> subsets(std::size_t tiles) {
  std::vector<Subset> all;
  if (tiles > kMostForAllSubsets) {
    all.emplace_back();
    for (std::size_t i = 0; i < tiles; ++i) all.front().push_back(i), all.push_back({i});
    return all;
  }
  for (unsigned mask = 1; mask < 1u << tiles; ++mask) {
    Subset& subset = all.emplace_back();
    for (std::size_t i = 0; i < tiles; ++i)
      if (mask >> i & 1) subset.push_back(i);
  }
  return all;
}

Sizes below(Sizes candidates, std::int64_t current) {
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  std::erase_if(candidates, [&](std::int64_t one) { return one > current; });
  return candidates;
}

class TupleSteps {
 public:
  TupleSteps(const terms::Instruction& instruction, const Tuple& from)
      : instruction_(instruction), from_(from), cost_(simplicity(instruction, from)) {}

  std::vector<Tuple> all() {
    unshare();
    for (const Subset& subset : subsets(from_.tiles.size())) {
      shapes(subset);
      regions(subset);
    }
    discrete();
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.cost < b.cost; });
    std::vector<Tuple> tuples;
    std::size_t equals = 0;  // Tuples at the end that cost as much as the next.
    for (std::size_t i = 0; i < found_.size(); ++i) {
      equals = i > 0 && found_[i].cost == found_[i - 1].cost ? equals : 0;
      const auto last = tuples.end() - static_cast<std::ptrdiff_t>(equals);
      if (std::find(last, tuples.end(), found_[i].tuple) != tuples.end()) continue;
      tuples.push_back(std::move(found_[i].tuple));
      ++equals;
    }
    return tuples;
  }

 private:
  struct Found {
    Simplicity cost;
    Tuple tuple;
  };
  using Edit = std::function<void(Tuple&)>;

  void offer(Tuple tuple) {
    const Simplicity cost = simplicity(instruction_, tuple);
    if (cost < cost_) found_.push_back({cost, std::move(tuple)});
  }

  void unshare() {
    Tuple tuple = from_;
    for (std::size_t i = 0; i < tuple.tiles.size(); ++i) tuple.tiles[i].storage = static_cast<int>(i);
    offer(std::move(tuple));
  }

  // The same shape for all of the subset; their regions are cut to it, stay whole where they were, or shrink to an element.
  void shapes(const Subset& subset) {
    const TileDesc& model = from_.tiles[subset.front()].tile;
    std::int64_t most = 0;
    for (const std::size_t i : subset) most = std::max(most, from_.tiles[i].tile.rows * from_.tiles[i].tile.cols);
    const std::int64_t step = kRegister / element_bytes(model.dtype);
    Sizes rows = {1, 2, 3, 4, 8, 16, 32, 64, model.rows / 2, model.rows - 1, model.rows};
    Sizes cols = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, model.cols / 2, model.cols - 1, model.cols - step, model.cols};
    for (const std::int64_t n : {1, 2, 3, 4, 8, 16}) cols.push_back(n * step);
    for (const std::int64_t c : below(cols, std::max<std::int64_t>(most, 1))) {
      if (c < 1) continue;
      // Rows for one unit of capacity less, and for a half and three quarters of the elements.
      Sizes fitting = rows;
      for (const std::int64_t elements : {most - kUnit / element_bytes(model.dtype), most / 2, most / 4 * 3}) fitting.push_back(elements / c);
      for (const std::int64_t r : below(fitting, std::max<std::int64_t>(most, 1))) {
        if (r < 1 || c < 1 || r * c > most) continue;
        enum { kCut, kWhole, kElement };
        for (const int region : {kCut, kWhole, kElement}) {
          Tuple tuple = from_;
          for (const std::size_t i : subset) {
            TileDesc& tile = tuple.tiles[i].tile;
            const bool whole = region == kWhole && tile.valid_rows == tile.rows && tile.valid_cols == tile.cols;
            if (whole) set_valid(tile, r, c);
            else if (region == kElement) set_valid(tile, std::min<std::int64_t>(tile.valid_rows, 1), std::min<std::int64_t>(tile.valid_cols, 1));
            else set_valid(tile, std::min(tile.valid_rows, r), std::min(tile.valid_cols, c));
            tile.rows = r;
            tile.cols = c;
          }
          offer(std::move(tuple));
        }
      }
    }
  }

  void regions(const Subset& subset) {
    const TileDesc& model = from_.tiles[subset.front()].tile;
    const std::int64_t step = kRegister / element_bytes(model.dtype);
    const std::int64_t vr = model.valid_rows, vc = model.valid_cols;
    const Sizes rows = {0, 1, 2, vr / 2, vr - 1, vr, model.rows};
    const Sizes cols = {0, 1, 2, vc / 2, vc - 1, step, step + 1, vc - step, vc, model.cols};
    for (const std::int64_t r : below(rows, INT64_MAX))
      for (const std::int64_t c : below(cols, INT64_MAX)) {
        Tuple tuple = from_;
        for (const std::size_t i : subset) set_valid(tuple.tiles[i].tile, r, c);
        offer(std::move(tuple));
      }
    // One extent of each, the other as it is.
    for (const std::int64_t r : rows) change(subset, [&](TileDesc& tile) { set_valid(tile, r, tile.valid_cols); });
    for (const std::int64_t c : cols) change(subset, [&](TileDesc& tile) { set_valid(tile, tile.valid_rows, c); });
  }

  void change(const Subset& subset, const std::function<void(TileDesc&)>& edit) {
    Tuple tuple = from_;
    for (const std::size_t i : subset) edit(tuple.tiles[i].tile);
    offer(std::move(tuple));
  }

  void discrete() {
    const std::vector<Edit> edits = discrete_edits();
    for (std::size_t i = 0; i < edits.size(); ++i) {
      Tuple once = from_;
      edits[i](once);
      for (std::size_t j = i + 1; j < edits.size(); ++j) {
        Tuple twice = once;
        edits[j](twice);
        offer(std::move(twice));
      }
      offer(std::move(once));
    }
  }

  std::vector<Edit> discrete_edits() const {
    std::vector<Edit> edits;
    for (const Subset& subset : subsets(from_.tiles.size())) {
      const auto each = [&](auto edit, auto differs) {
        if (std::any_of(subset.begin(), subset.end(), [&](std::size_t i) { return differs(from_.tiles[i].tile); }))
          edits.push_back([subset, edit](Tuple& tuple) {
            for (const std::size_t i : subset) edit(tuple.tiles[i].tile);
          });
      };
      each([](TileDesc& t) { t.static_valid_rows = t.valid_rows; }, [](const TileDesc& t) { return has_dynamic_rows(t); });
      each([](TileDesc& t) { t.static_valid_cols = t.valid_cols; }, [](const TileDesc& t) { return has_dynamic_cols(t); });
      each([](TileDesc& t) { t.static_valid_rows = t.valid_rows, t.static_valid_cols = t.valid_cols; },
           [](const TileDesc& t) { return has_dynamic_rows(t) && has_dynamic_cols(t); });
      for (const TileType type : {TileType::Vec, TileType::Mat})
        each([type](TileDesc& t) { t.type = type; }, [type](const TileDesc& t) { return t.type > type; });
      each([](TileDesc& t) { t.blayout = BLayout::RowMajor, t.slayout = SLayout::NoneBox, t.fractal_bytes = 512; },
           [](const TileDesc& t) { return t.blayout != BLayout::RowMajor || t.slayout != SLayout::NoneBox || t.fractal_bytes != 512; });
      each([](TileDesc& t) { t.fractal_bytes = 512; }, [](const TileDesc& t) { return t.fractal_bytes != 512; });
      for (const PadValue pad : {PadValue::Null, PadValue::Zero, PadValue::Max})
        each([pad](TileDesc& t) { t.pad = pad; }, [pad](const TileDesc& t) { return t.pad > pad; });
    }
    for (std::size_t i = 0; i < from_.attributes.size(); ++i)
      for (const terms::AttributeParameter& parameter : instruction_.attributes)
        if (parameter.key == from_.attributes[i].key)
          for (const std::string& value : parameter.values)
            if (value != from_.attributes[i].value) edits.push_back([i, value](Tuple& tuple) { tuple.attributes[i].value = value; });
    plain(edits);
    element_types(edits);
    return edits;
  }

  // Everything as it is by default, with a pad for what is written: none of these may be legal without the others.
  void plain(std::vector<Edit>& edits) const {
    for (const PadValue pad : kAllPadValues)
      edits.push_back([this, pad](Tuple& tuple) {
        for (TileOperand& operand : tuple.tiles) {
          TileDesc& tile = operand.tile;
          tile.type = TileType::Vec;
          tile.blayout = BLayout::RowMajor;
          tile.slayout = SLayout::NoneBox;
          tile.fractal_bytes = kUnit;
          tile.pad = is_written(operand.role) ? pad : PadValue::Null;
        }
        for (Attribute& attribute : tuple.attributes)
          for (const terms::AttributeParameter& parameter : instruction_.attributes)
            if (parameter.key == attribute.key) attribute.value = parameter.default_value;
      });
  }

  // Another type for all operands of one type.
  void element_types(std::vector<Edit>& edits) const {
    std::set<DType> present;
    for (const TileOperand& operand : from_.tiles) present.insert(operand.tile.dtype);
    for (const DType old : present)
      for (const DType other : kAllDTypes) {
        if (other == old) continue;
        for (const Keep keep : {Keep::row_bytes, Keep::column_bytes, Keep::shape})
          edits.push_back([=](Tuple& tuple) { retype(tuple, old, other, keep); });
      }
  }

  const terms::Instruction& instruction_;
  const Tuple& from_;
  const Simplicity cost_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<Tuple> simpler_tuples(const terms::Instruction& instruction, const Tuple& tuple) {
  return TupleSteps(instruction, tuple).all();
}

}  // namespace pto_cts::generators
