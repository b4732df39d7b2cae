// SPDX-License-Identifier: MIT
// A second statement of legality: plain conditions, written from the seed pages and DESIGN, section 5, without the
// spec.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::evaluate::independent {

/// What one device makes of a tuple: the clauses it breaks, and whether it lies within the core.
struct Device {
  std::set<std::string> broken;
  bool in_core = true;

  std::string kind() const { return !broken.empty() ? "illegal" : in_core ? "legal" : "target-defined"; }
};

struct Answer {
  std::string kind;
  std::set<std::string> broken;
};

struct Readings {
  bool block32 = false;
  bool pad_source = false;
};

class Judge {
 public:
  Judge(const Tuple& tuple, Readings readings) : tuple_(tuple), readings_(readings) {
    if (tuple.mnemonic == "TMULS") tmuls();
    if (tuple.mnemonic == "TPARTADD") tpartadd();
    if (tuple.mnemonic == "TGATHERB") tgatherb();
    if (tuple.mnemonic == "TFILLPAD") tfillpad();
    if (tuple.mnemonic == "TFILLPAD_EXPAND") tfillpad_expand();
  }

  Answer on(Profile profile) const {
    if (profile == Profile::a2a3) return {a2a3_.kind(), a2a3_.broken};
    if (profile == Profile::a5 || profile == Profile::strict) return {a5_.kind(), a5_.broken};
    // cpu_sim: legal where both devices allow, illegal where both forbid (a rule of all profiles is one of both).
    if (a2a3_.kind() == "legal" && a5_.kind() == "legal") return {"legal", {}};
    if (a2a3_.kind() != "illegal" || a5_.kind() != "illegal") return {"target-defined", {}};
    std::set<std::string> broken = a2a3_.broken;
    broken.insert(a5_.broken.begin(), a5_.broken.end());
    return {"illegal", broken};
  }

 private:
  const TileDesc& tile(std::size_t i) const { return tuple_.tiles[i].tile; }
  bool shares(std::size_t a, std::size_t b) const { return tuple_.tiles[a].storage == tuple_.tiles[b].storage; }

  void rule(bool holds, const std::string& id) {
    a2a3_rule(holds, id);
    a5_rule(holds, id);
  }
  void a2a3_rule(bool holds, const std::string& id) {
    if (!holds) a2a3_.broken.insert(id);
  }
  void a5_rule(bool holds, const std::string& id) {
    if (!holds) a5_.broken.insert(id);
  }
  void core(bool inside) { a2a3_.in_core = a2a3_.in_core && inside, a5_.in_core = a5_.in_core && inside; }

  static bool any_of(DType dtype, const std::set<DType>& set) { return set.count(dtype) != 0; }
  static bool arithmetic_on_a2a3(DType d) { return any_of(d, {DType::i32, DType::i16, DType::f16, DType::f32}); }
  static bool at_most_32_bits(DType d) { return d != DType::u64 && d != DType::i64; }
  static bool row_major(const TileDesc& t) { return t.blayout == BLayout::RowMajor; }
  static bool plain(const TileDesc& t) { return row_major(t) && t.slayout == SLayout::NoneBox; }

  // Tile page, constraints 1 and 2; boxes as DESIGN has them.
  void tile_type(const std::string& prefix, const std::vector<TileDesc>& tiles) {
    bool capacity = true, multiple = true, aligned = true;
    for (const TileDesc& t : tiles) {
      const std::int64_t size = element_bytes(t.dtype), bytes = t.rows * t.cols * size;
      capacity = capacity && bytes >= 512 && bytes <= 32 * 1024;
      multiple = multiple && bytes % 512 == 0;
      aligned = aligned && t.cols * size % 32 == 0;
      core(t.fractal_bytes == 512);
      if (t.slayout == SLayout::RowMajor) core(t.rows % 16 == 0 && t.cols % (32 / size) == 0);
      if (t.slayout == SLayout::ColMajor) core(t.rows % (32 / size) == 0 && t.cols % 16 == 0);
    }
    rule(capacity, prefix + ".capacity");
    rule(multiple, prefix + ".capacity-multiple");
    rule(aligned, prefix + ".col-alignment");
  }

  // Tile page, constraint 4: a dynamic extent out of range is illegal, a static one left to the target.
  void extent(const std::string& id, std::int64_t in_type, std::int64_t valid, std::int64_t shape,
              bool zero_has_a_rule) {
    const bool in_range = valid <= shape && (valid > 0 || (valid == 0 && zero_has_a_rule));
    if (in_type == -1)
      rule(in_range, id);
    else
      core(in_range);
  }
  void region(const std::string& prefix, const TileDesc& t, bool zero_has_a_rule = false) {
    extent(prefix + ".valid-rows", t.static_valid_rows, t.valid_rows, t.rows, zero_has_a_rule);
    extent(prefix + ".valid-cols", t.static_valid_cols, t.valid_cols, t.cols, zero_has_a_rule);
  }

  // DESIGN, "in place": the same storage with the same dtype, shape and layout.
  void may_share(std::size_t a, std::size_t b) {
    if (!shares(a, b)) return;
    const TileDesc &x = tile(a), &y = tile(b);
    core(x.dtype == y.dtype && x.rows == y.rows && x.cols == y.cols && x.blayout == y.blayout &&
         x.slayout == y.slayout);
  }
  void may_not_share(std::size_t a, std::size_t b) { core(!shares(a, b)); }

  static bool one_type(TileDesc x, const TileDesc& y) {
    x.valid_rows = y.valid_rows;
    x.valid_cols = y.valid_cols;
    return x == y;
  }

  void tmuls() {
    const TileDesc &dst = tile(0), &src = tile(1);
    a2a3_rule(arithmetic_on_a2a3(dst.dtype), "tmuls.a2a3.dtype");
    a5_rule(at_most_32_bits(dst.dtype), "tmuls.a5.dtype");
    rule(dst.type == TileType::Vec, "tmuls.location");
    rule(dst.static_valid_rows <= dst.rows, "tmuls.static-valid-rows");
    rule(dst.static_valid_cols <= dst.cols, "tmuls.static-valid-cols");
    a2a3_rule(src.valid_rows == dst.valid_rows, "tmuls.a2a3.valid-rows");
    rule(src.valid_cols == dst.valid_cols, "tmuls.valid-cols");
    rule(row_major(dst), "tmuls.row-major");
    tile_type("tmuls.tile", {dst, src});
    region("tmuls.dst", dst);
    region("tmuls.src0", src);
    core(one_type(dst, src));
    core(tuple_.scalars[0].dtype == dst.dtype);
    core(dst.slayout == SLayout::NoneBox);
    may_share(0, 1);
  }

  void tpartadd() {
    const TileDesc &dst = tile(0), &a = tile(1), &b = tile(2);
    const bool empty = dst.valid_rows == 0 || dst.valid_cols == 0;
    const auto full = [&](const TileDesc& t) {
      return t.valid_rows == dst.valid_rows && t.valid_cols == dst.valid_cols;
    };
    const auto inside = [&](const TileDesc& t) {
      return t.valid_rows <= dst.valid_rows && t.valid_cols <= dst.valid_cols;
    };
    const auto smaller_in_one = [&](const TileDesc& t) {
      const bool rows = t.valid_rows < dst.valid_rows, cols = t.valid_cols < dst.valid_cols;
      return inside(t) && rows != cols;
    };
    rule(dst.dtype == a.dtype && a.dtype == b.dtype, "tpartadd.same-dtype");
    a2a3_rule(arithmetic_on_a2a3(dst.dtype), "tpartadd.a2a3.dtype");
    a5_rule(at_most_32_bits(dst.dtype), "tpartadd.a5.dtype");
    a2a3_rule(row_major(dst) && row_major(a) && row_major(b), "tpartadd.a2a3.row-major");
    if (!empty) {  // otherwise it returns before these are looked at
      a2a3_rule(full(a) || full(b), "tpartadd.a2a3.one-source-full");
      a2a3_rule(inside(a) && inside(b), "tpartadd.a2a3.sources-within");
    }
    core(!empty);
    a5_.in_core = a5_.in_core && ((full(a) && (full(b) || smaller_in_one(b))) || (full(b) && smaller_in_one(a)));
    const char* names[] = {"tpartadd.dst", "tpartadd.src0", "tpartadd.src1"};
    for (std::size_t i = 0; i < 3; ++i) {
      tile_type(names[i], {tile(i)});
      region(names[i], tile(i), i == 0);
      core(tile(i).type == TileType::Vec && plain(tile(i)));
    }
    may_share(0, 1);
    may_share(0, 2);
    may_not_share(1, 2);
  }

  void tgatherb() {
    const TileDesc &dst = tile(0), &src = tile(1), &offset = tile(2);
    a2a3_rule(row_major(dst), "tgatherb.a2a3.row-major");
    rule(element_bytes(dst.dtype) <= 4, "tgatherb.element-size");
    rule(at_most_32_bits(src.dtype) && at_most_32_bits(dst.dtype), "tgatherb.dtype");
    core(src.dtype == dst.dtype);
    core(offset.dtype == DType::u32);
    core(dst.valid_rows <= offset.rows);
    if (readings_.block32) {
      const std::int64_t bytes = dst.valid_cols * element_bytes(dst.dtype);
      core((bytes + 31) / 32 <= offset.valid_cols);
    } else {
      core(dst.valid_cols <= offset.cols);
    }
    const char* names[] = {"tgatherb.dst", "tgatherb.src", "tgatherb.offset"};
    for (std::size_t i = 0; i < 3; ++i) {
      tile_type(names[i], {tile(i)});
      region(names[i], tile(i));
      core(tile(i).type == TileType::Vec && plain(tile(i)));
    }
    may_not_share(0, 1);
    may_not_share(0, 2);
    may_not_share(1, 2);
  }

  void fill(const std::string& prefix) {
    const TileDesc &dst = tile(0), &src = tile(1);
    const int size = element_bytes(dst.dtype);
    rule(size == element_bytes(src.dtype), prefix + ".same-size");
    rule(size == 1 || size == 2 || size == 4, prefix + ".element-size");
    core(dst.dtype == src.dtype);
    tile_type(prefix + ".dst", {dst});
    tile_type(prefix + ".src", {src});
    region(prefix + ".dst", dst);
    region(prefix + ".src", src);
  }

  void tfillpad() {
    const TileDesc &dst = tile(0), &src = tile(1);
    const bool homogeneous = tuple_.attributes[0].value == "homogeneous";
    const std::string& argument = tuple_.attributes[1].value;
    fill("tfillpad");
    rule(dst.rows == src.rows, "tfillpad.same-rows");
    rule(dst.cols == src.cols, "tfillpad.same-cols");
    if (!homogeneous) {
      rule(dst.pad != PadValue::Null, "tfillpad.pad");
      core(dst.type == TileType::Vec && src.type == TileType::Vec && plain(dst) && plain(src));
      core(argument == "Zero");  // this form has no such argument
    } else if (dst.type == TileType::Mat) {
      rule(!row_major(dst) && dst.slayout == SLayout::RowMajor, "tfillpad.mat-layout");
      rule(argument == "Zero", "tfillpad.mat-pad");
      core(one_type(dst, src));
      core(dst.pad == PadValue::Zero || dst.pad == PadValue::Null);
    } else {
      core(readings_.pad_source && dst.type == TileType::Vec && plain(dst) && argument != "Null" && one_type(dst, src));
    }
    may_share(0, 1);
  }

  void tfillpad_expand() {
    const TileDesc &dst = tile(0), &src = tile(1);
    fill("tfillpad_expand");
    rule(dst.pad != PadValue::Null, "tfillpad_expand.pad");
    rule(src.rows <= dst.rows, "tfillpad_expand.rows");
    rule(src.cols <= dst.cols, "tfillpad_expand.cols");
    core(dst.type == TileType::Vec && src.type == TileType::Vec && plain(dst) && plain(src));
    may_not_share(0, 1);
  }

  const Tuple& tuple_;
  Readings readings_;
  Device a2a3_, a5_;
};

}  // namespace pto_cts::evaluate::independent
