// SPDX-License-Identifier: MIT
// Tuples by brute force: legal ones with a few fields changed at random, by a maker that knows no rule.
#pragma once

#include <array>
#include <random>
#include <string>

#include "domains.h"

namespace pto_cts::generators::mutations {

class Maker {
 public:
  Maker(const terms::Instruction& instruction, std::uint64_t seed) : instruction_(&instruction), random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  /// Changes one to four things.
  Tuple neighbour(Tuple tuple) {
    for (std::uint64_t changes = 1 + below(4); changes > 0; --changes) change(tuple);
    return tuple;
  }

 private:
  template <typename List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }
  TileDesc& tile(Tuple& tuple) { return tuple.tiles[below(tuple.tiles.size())].tile; }

  // The same change to one operand, or to all of them.
  template <typename Change>
  void apply(Tuple& tuple, Change change) {
    if (below(2) == 0) return change(tile(tuple));
    for (TileOperand& operand : tuple.tiles) change(operand.tile);
  }

  static void set_rows(TileDesc& t, std::int64_t valid, bool dynamic) {
    t.valid_rows = valid;
    t.static_valid_rows = dynamic || valid < 0 ? kDynamic : valid;
  }
  static void set_cols(TileDesc& t, std::int64_t valid, bool dynamic) {
    t.valid_cols = valid;
    t.static_valid_cols = dynamic || valid < 0 ? kDynamic : valid;
  }
  // Other extents, the valid ones kept where they fit.
  static void reshape(TileDesc& t, std::int64_t rows, std::int64_t cols) {
    t.rows = rows;
    t.cols = cols;
    set_rows(t, std::min(t.valid_rows, rows), has_dynamic_rows(t));
    set_cols(t, std::min(t.valid_cols, cols), has_dynamic_cols(t));
  }

  void change(Tuple& tuple) {
    switch (below(14)) {
      case 0: return apply(tuple, [type = pick(kAllTileTypes)](TileDesc& t) { t.type = type; });
      case 1: return apply(tuple, [layout = pick(kAllBLayouts)](TileDesc& t) { t.blayout = layout; });
      case 2: return apply(tuple, [layout = pick(kAllSLayouts)](TileDesc& t) { t.slayout = layout; });
      case 3: return apply(tuple, [pad = pick(kAllPadValues)](TileDesc& t) { t.pad = pad; });
      case 4:
        if (below(4) == 0) tile(tuple).fractal_bytes = pick(std::array{512, 1024, 32});
        return;
      case 5: return change_dtype(tuple);
      case 6: return change_shape(tuple);
      case 7: return apply(tuple, [d = below(2) == 0](TileDesc& t) { set_rows(t, t.valid_rows, d); });
      case 8: return apply(tuple, [d = below(2) == 0](TileDesc& t) { set_cols(t, t.valid_cols, d); });
      case 9: {
        const TileDesc& model = tile(tuple);
        const std::int64_t valid = pick(std::array{std::int64_t{0}, std::int64_t{1}, model.rows, model.rows + 1,
                                                   model.valid_rows + 1, model.valid_rows - 1, model.valid_rows});
        return apply(tuple, [=](TileDesc& t) { set_rows(t, valid, has_dynamic_rows(t)); });
      }
      case 10: {
        const TileDesc& model = tile(tuple);
        const std::int64_t valid = pick(std::array{std::int64_t{0}, std::int64_t{1}, model.cols, model.cols + 1,
                                                   model.valid_cols + 1, model.valid_cols - 1, model.valid_cols});
        return apply(tuple, [=](TileDesc& t) { set_cols(t, valid, has_dynamic_cols(t)); });
      }
      case 11:
        for (ScalarOperand& scalar : tuple.scalars) scalar.dtype = pick(kAllDTypes);
        return;
      case 12:
        if (tuple.attributes.empty()) return;
        {
          const std::size_t i = below(tuple.attributes.size());
          tuple.attributes[i].value = pick(instruction_->attributes[i].values);
        }
        return;
      default: {
        const std::size_t a = below(tuple.tiles.size()), b = below(tuple.tiles.size());
        if (a < b) share(tuple, a, b);
        return;
      }
    }
  }

  void change_dtype(Tuple& tuple) {
    const DType dtype = pick(kAllDTypes);
    const bool keep_bytes = below(2) == 0;
    for (ScalarOperand& scalar : tuple.scalars) scalar.dtype = dtype;
    apply(tuple, [=](TileDesc& t) {
      const std::int64_t bytes = t.cols * element_bytes(t.dtype);
      t.dtype = dtype;
      if (keep_bytes && bytes >= element_bytes(dtype)) reshape(t, t.rows, bytes / element_bytes(dtype));
    });
  }

  void change_shape(Tuple& tuple) {
    constexpr std::array<std::int64_t, 16> kExtents = {1, 2, 3, 4, 7, 8, 15, 16, 17, 24, 32, 64, 100, 128, 256, 1024};
    const std::int64_t rows = pick(kExtents), cols = pick(kExtents) * (below(2) == 0 ? 1 : 8);
    const std::uint64_t which = below(5);
    apply(tuple, [=](TileDesc& t) {
      if (which == 0)
        reshape(t, rows, t.cols);
      else if (which == 1)
        reshape(t, t.rows, cols);
      else if (which == 2)
        reshape(t, rows, cols);
      else if (which == 3)
        reshape(t, t.rows + 1, t.cols);
      else
        reshape(t, 2 * t.rows, t.cols);
    });
  }

  static void share(Tuple& tuple, std::size_t a, std::size_t b) {
    const int gone = tuple.tiles[b].storage;
    if (gone == tuple.tiles[a].storage) return;
    tuple.tiles[b].storage = tuple.tiles[a].storage;
    for (TileOperand& operand : tuple.tiles)
      if (operand.storage > gone) --operand.storage;
  }

  const terms::Instruction* instruction_;
  std::mt19937_64 random_;
};

}  // namespace pto_cts::generators::mutations
