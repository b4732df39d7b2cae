// SPDX-License-Identifier: MIT
// TMULS: multiplies a tile by a scalar.
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

using namespace terms;

void define_tmuls(Define& d) {
  using enum DType;
  d.page("TMULS");
  d.summary("Multiplies every element of a tile by a scalar.");

  const TypeParameter tile_data = d.type_parameter("tile");
  const Tile dst = d.output("dst", tile_data);
  const Tile src = d.input("src0", tile_data);
  const Scalar scalar = d.scalar("scalar");
  d.may_alias(dst, src);

  // Legality
  d.require(Scope::a2a3, "dtype", in(dst.dtype, {i32, i16, f16, f32}), {"tmuls/a2a3/1"});
  d.require(Scope::a5, "dtype", in(dst.dtype, {u8, i8, u16, i16, u32, i32, f16, f32, bf16}), {"tmuls/a5/1"});
  d.require("location", dst.type == TileType::Vec, {"tmuls/a2a3/2", "tmuls/a5/2"});
  d.require("static-valid-rows", dst.static_valid_rows <= dst.rows, {"tmuls/a2a3/3", "tmuls/a5/3"});
  d.require("static-valid-cols", dst.static_valid_cols <= dst.cols, {"tmuls/a2a3/3", "tmuls/a5/3"});
  d.require(Scope::a2a3, "valid-rows", src.valid_rows == dst.valid_rows, {"tmuls/a2a3/4"});
  d.require("valid-cols", src.valid_cols == dst.valid_cols, {"tmuls/a2a3/4", "tmuls/a5/4"});
  d.require("row-major", dst.is_row_major(), {"tmuls/a2a3/5", "tmuls/a5/5"});

  // Core
  d.core("same-type", same_type(dst, src), "the signature has one tile type for source and destination",
         {"tmuls/interface/3"});
  d.core("scalar-dtype", scalar.dtype == dst.dtype, "the signature gives the scalar the tile's element type",
         {"tmuls/interface/4"});
  d.core("no-boxes", dst.slayout == SLayout::NoneBox, "the page's examples use tiles without boxes");

  // Meaning
  d.each_valid(dst, src.at(row(), col()) * scalar.value,
               {"tmuls/summary/1", "tmuls/semantics/1", "tmuls/semantics/2", "tmuls/valid-region/1",
                "tile/constraints-valid/3"});

  d.dispute("in-place", "May source and destination be one tile? The page does not say; its signature does not forbid it.",
            "Legal: a tile is written as a whole, after its sources are read.", {}, {"tile/constraints-write/4"});
  d.dispute("a5-source-rows",
            "On A5 only valid columns are compared, while the destination's valid rows are iterated: rows outside the "
            "source's valid region are read.",
            "Legal; destination elements whose source element is undefined are unspecified.", {},
            {"tmuls/a5/4", "tmuls/valid-region/1"}, {"a5/definedness/src0"});
  d.dispute("a5-dtypes", "A5's list has 8-bit integers, which the public headers reject, and lacks 64-bit ones, which they accept.",
            "The page's list.", {}, {"tmuls/a5/1"}, {"tmuls.a5.dtype"});
  d.dispute("scalar-spelling", "The synchronous form fixes the scalar as f32, the other forms leave its type open.",
            "The scalar has the tile's element type, as in the C++ signature.", {}, {"tmuls/interface/4"},
            {"tmuls.scalar-dtype"});

  const TileDesc tile = default_tile(TileType::Vec, f32, 16, 16);
  d.example("example/tmuls/auto", {"tmuls/example-auto/1"}, {tile, tile});
  d.example("example/tmuls/manual", {"tmuls/example-manual/1"}, {tile, tile});
}

}  // namespace pto_cts::spec
