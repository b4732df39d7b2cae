// SPDX-License-Identifier: MIT
// Random tuples around the edge of legality: a legal one, of which a few fields are changed.
#pragma once

#include <algorithm>
#include <random>
#include <string>

#include "tuples.h"

namespace pto_cts::evaluate::tuples {

class RandomTuples {
 public:
  explicit RandomTuples(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  bool chance(std::uint64_t percent) { return below(100) < percent; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  template <typename List>
  auto pick(const List& list) {
    return list[below(std::size(list))];
  }

  /// A tuple within the core of a5, under the readings that the form needs.
  Tuple legal(const std::string& mnemonic) {
    if (mnemonic == "TMULS") return legal_tmuls();
    if (mnemonic == "TPARTADD") return legal_tpartadd();
    if (mnemonic == "TGATHERB") return legal_tgatherb();
    return mnemonic == "TFILLPAD" ? legal_tfillpad() : legal_expand();
  }

  /// The tuple with `changes` fields changed.
  Tuple changed(Tuple tuple, int changes) {
    for (int i = 0; i < changes; ++i) change(tuple);
    return tuple;
  }

  /// A Vec tile that breaks no rule of the tile page, wholly valid.
  TileDesc tile(DType dtype) {
    const std::int64_t per_32_bytes = 32 / element_bytes(dtype);
    for (;;) {
      const std::int64_t rows = std::int64_t{1} << below(7), cols = per_32_bytes * between(1, 8);
      const std::int64_t bytes = rows * cols * element_bytes(dtype);
      if (bytes >= 512 && bytes <= 32768 && bytes % 512 == 0) return vec(dtype, rows, cols);
    }
  }

  /// The tile with any type, shape, layout and box size.
  TileDesc shaped_at_will(TileDesc t) {
    t.dtype = pick(kAllDTypes);
    t.rows = 4 * between(1, 12);
    t.cols = 4 * between(1, 12);
    t.blayout = pick(kAllBLayouts);
    t.slayout = pick(kAllSLayouts);
    t.fractal_bytes = pick(std::array{512, 512, 1024, 32, 48});
    return t;
  }

  /// The tile with a valid region within its shape, static or dynamic.
  TileDesc masked(TileDesc t) {
    t.valid_rows = chance(40) ? t.rows : between(1, t.rows);
    t.valid_cols = chance(40) ? t.cols : between(1, t.cols);
    t.static_valid_rows = chance(50) ? kDynamic : t.valid_rows;
    t.static_valid_cols = chance(50) ? kDynamic : t.valid_cols;
    return t;
  }

 private:
  DType small() {
    for (;;)
      if (const DType dtype = pick(kAllDTypes); element_bytes(dtype) <= 4) return dtype;
  }
  DType arithmetic() { return chance(60) ? pick(std::array{DType::i32, DType::i16, DType::f16, DType::f32}) : small(); }

  Tuple legal_tmuls() {
    TileDesc dst = masked(tile(arithmetic()));
    dst.pad = pick(kAllPadValues);
    TileDesc src = dst;
    if (has_dynamic_rows(src) && chance(30)) src.valid_rows = between(1, src.rows);
    const Tuple tuple = tmuls(dst, src);
    return chance(20) ? shared(tuple, 0, 1) : tuple;
  }

  Tuple legal_tpartadd() {
    const DType dtype = arithmetic();
    TileDesc dst = masked(tile(dtype));
    TileDesc full = chance(60) ? vec(dtype, dst.rows, dst.cols) : roomy(dtype, dst);
    TileDesc part = chance(60) ? vec(dtype, dst.rows, dst.cols) : roomy(dtype, dst);
    full = region_of(full, dst.valid_rows, dst.valid_cols);
    const bool fewer_rows = chance(50);
    part = region_of(part, fewer_rows ? between(1, dst.valid_rows) : dst.valid_rows,
                     fewer_rows ? dst.valid_cols : between(1, dst.valid_cols));
    if (chance(20)) part.valid_rows = part.static_valid_rows = between(1, dst.valid_rows);  // in both: a2a3 alone
    const Tuple tuple = chance(50) ? tpartadd(dst, full, part) : tpartadd(dst, part, full);
    if (!chance(20)) return tuple;
    const std::size_t source = 1 + below(2);
    return same_shape(tuple.tiles[source].tile, dst) ? shared(tuple, 0, source) : tuple;
  }

  Tuple legal_tgatherb() {
    const DType dtype = small();
    const TileDesc dst = masked(tile(dtype)), src = masked(tile(dtype));
    for (;;) {
      const TileDesc offset = masked(tile(DType::u32));
      const std::int64_t blocks = (dst.valid_cols * element_bytes(dtype) + 31) / 32;
      if (offset.rows >= dst.valid_rows && (offset.cols >= dst.valid_cols || (chance(20) && offset.cols >= blocks)))
        return tgatherb(dst, src, offset);
      if (chance(5)) return tgatherb(region_of(dst, 1, 1), src, offset);
    }
  }

  Tuple legal_tfillpad() {
    const DType dtype = small();
    if (chance(35)) {
      TileDesc mat = masked(nz(dtype, 16 * between(1, 2), 32 / element_bytes(dtype) * between(1, 8)));
      if (chance(50)) mat.pad = PadValue::Zero;
      const Tuple tuple = homogeneous(mat, mat);
      return chance(40) ? shared(tuple, 0, 1) : tuple;
    }
    if (chance(25)) {
      TileDesc both = masked(tile(dtype));
      both.pad = pick(kAllPadValues);
      const Tuple tuple = homogeneous(both, both, pick(std::array{PadValue::Zero, PadValue::Max, PadValue::Min}));
      return chance(40) ? shared(tuple, 0, 1) : tuple;
    }
    const TileDesc shape = tile(dtype);
    TileDesc dst = masked(shape), src = masked(shape);
    dst.pad = pick(std::array{PadValue::Zero, PadValue::Max, PadValue::Min});
    src.pad = pick(kAllPadValues);
    const Tuple tuple = tfillpad(dst, src);
    return chance(30) ? shared(tuple, 0, 1) : tuple;
  }

  Tuple legal_expand() {
    const DType dtype = small();
    TileDesc dst = masked(tile(dtype));
    dst.pad = pick(std::array{PadValue::Zero, PadValue::Max, PadValue::Min});
    for (;;) {
      const TileDesc src = masked(chance(20) ? vec(dtype, dst.rows, dst.cols) : tile(dtype));
      if (src.rows <= dst.rows && src.cols <= dst.cols) return expand(dst, src);
    }
  }

  TileDesc roomy(DType dtype, const TileDesc& region) {
    for (;;)
      if (const TileDesc t = tile(dtype); t.rows >= region.valid_rows && t.cols >= region.valid_cols) return t;
  }
  TileDesc region_of(const TileDesc& t, std::int64_t rows, std::int64_t cols) {
    TileDesc result = dynamic(t, rows, cols);
    if (chance(50)) result.static_valid_rows = rows;
    if (chance(50)) result.static_valid_cols = cols;
    return result;
  }
  static bool same_shape(const TileDesc& a, const TileDesc& b) { return a.rows == b.rows && a.cols == b.cols; }

  void change(Tuple& tuple) {
    const std::uint64_t which = below(20);
    if (which == 0) return change_storage(tuple);
    if (which == 1 && !tuple.attributes.empty()) return change_attribute(tuple);
    if (which == 2 && !tuple.scalars.empty()) {
      tuple.scalars[0].dtype = pick(kAllDTypes);
      return;
    }
    // One operand, or all alike, so that rules on equal types do not hide the others.
    const std::size_t operand = below(tuple.tiles.size());
    const std::uint64_t seed = random_();
    if (chance(60)) return change(tuple.tiles[operand].tile, seed);
    for (TileOperand& o : tuple.tiles) change(o.tile, seed);
  }

  void change_storage(Tuple& tuple) {
    const std::size_t a = below(tuple.tiles.size()), b = below(tuple.tiles.size());
    if (a != b && tuple.tiles[a].storage != tuple.tiles[b].storage) tuple = shared(tuple, a, b);
  }

  void change_attribute(Tuple& tuple) {
    if (chance(50))
      tuple.attributes[0].value = tuple.attributes[0].value == "homogeneous" ? "heterogeneous" : "homogeneous";
    else
      tuple.attributes[1].value = name(pick(kAllPadValues));
  }

  /// A change that follows from the seed alone, so that it can be made to several tiles alike.
  static void change(TileDesc& t, std::uint64_t seed) {
    const std::uint64_t which = seed % 14, detail = seed / 14;
    const auto choose = [&](const auto& list) { return list[detail % std::size(list)]; };
    const bool to_static = detail % 2 == 0;
    switch (which) {
      case 0: t.type = choose(kAllTileTypes); break;
      case 1: t.dtype = choose(kAllDTypes); break;
      case 2: t.blayout = choose(kAllBLayouts); break;
      case 3: t.slayout = choose(kAllSLayouts); break;
      case 4: t.fractal_bytes = choose(std::array{512, 1024, 32, 48, 0}); break;
      case 5: t.pad = choose(kAllPadValues); break;
      case 6: t.rows = choose(std::array{1, 2, 7, 8, 16, 17, 24, 32, 48, 64, 65, 128, 2000}); break;
      case 7: t.cols = choose(std::array{1, 4, 8, 12, 16, 24, 32, 40, 48, 64, 128, 256, 4096}); break;
      case 8:
      case 9:
        t.valid_rows += choose(std::array{-1, 1, -2, 2, -64, 64, 0});
        if (detail % 3 == 0) t.valid_rows = 0;
        t.static_valid_rows = to_static && t.valid_rows != kDynamic ? t.valid_rows : kDynamic;
        break;
      case 10:
      case 11:
        t.valid_cols += choose(std::array{-1, 1, -2, 2, -64, 64, 0});
        if (detail % 3 == 0) t.valid_cols = 0;
        t.static_valid_cols = to_static && t.valid_cols != kDynamic ? t.valid_cols : kDynamic;
        break;
      case 12: t.static_valid_rows = to_static && t.valid_rows != kDynamic ? t.valid_rows : kDynamic; break;
      case 13: t.static_valid_cols = to_static && t.valid_cols != kDynamic ? t.valid_cols : kDynamic; break;
    }
  }

  std::mt19937_64 random_;
};

}  // namespace pto_cts::evaluate::tuples
