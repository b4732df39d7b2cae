// SPDX-License-Identifier: MIT
// TPARTADD: adds two tiles where both are defined and copies where one is.
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

using namespace terms;

void define_tpartadd(Define& d) {
  using enum DType;
  d.page("TPARTADD");
  d.summary("Adds two tiles whose valid regions may differ; where only one is defined, its element is copied.");

  const Tile dst = d.output("dst");
  const Tile src0 = d.input("src0");
  const Tile src1 = d.input("src1");
  d.may_alias(dst, src0);
  d.may_alias(dst, src1);

  const Bool empty = dst.valid_rows == 0 || dst.valid_cols == 0;
  const auto within = [&](const Tile& src) {
    return src.valid_rows <= dst.valid_rows && src.valid_cols <= dst.valid_cols;
  };
  const Bool full0 = same_valid_region(src0, dst);
  const Bool full1 = same_valid_region(src1, dst);

  // Legality
  d.require("same-dtype", src0.dtype == dst.dtype && src1.dtype == dst.dtype, {"tpartadd/a2a3/1", "tpartadd/a5/1"});
  d.require(Scope::a2a3, "dtype", in(dst.dtype, {i32, i16, f16, f32}), {"tpartadd/a2a3/2"});
  d.require(Scope::a5, "dtype", in(dst.dtype, {u8, i8, u16, i16, u32, i32, f16, f32, bf16}), {"tpartadd/a5/2"});
  d.require(Scope::a2a3, "row-major", dst.is_row_major() && src0.is_row_major() && src1.is_row_major(),
            {"tpartadd/a2a3/3"});
  d.require(Scope::a2a3, "one-source-full", empty || full0 || full1, {"tpartadd/a2a3/5"});
  d.require(Scope::a2a3, "sources-within", empty || (within(src0) && within(src1)), {"tpartadd/a2a3/6"});
  d.zero_valid_is_disputed(dst, "the tile page forbids an empty valid region, this page returns early for one");

  // Core
  for (const Tile& tile : {dst, src0, src1}) {
    const std::string name = tile.index == 0 ? "dst" : tile.index == 1 ? "src0" : "src1";
    d.core(name + ".location", tile.type == TileType::Vec, "the page's examples use Vec tiles");
    d.core(name + ".plain", tile.is_nd(), "the page's examples use row-major tiles without boxes");
  }
  const auto full_in_one_dimension = [&](const Tile& src) {
    return src.valid_rows == dst.valid_rows || src.valid_cols == dst.valid_cols;
  };
  d.core(Scope::a5, "one-source-full", full0 || full1, "the patterns that A5 names have one source like the destination",
         {"tpartadd/a5/4", "tpartadd/a5/5"});
  d.core(Scope::a5, "sources-within", within(src0) && within(src1), "no pattern that A5 names has a source beyond the destination",
         {"tpartadd/a5/4", "tpartadd/a5/5"});
  d.core(Scope::a5, "one-dimension", full_in_one_dimension(src0) && full_in_one_dimension(src1),
         "A5 names sources that are smaller in rows or in columns; of both at once it says nothing", {"tpartadd/a5/4"});

  // Meaning
  const Elem a = src0.at(row(), col()), b = src1.at(row(), col());
  d.each_valid(dst, select(src0.defined_here(), select(src1.defined_here(), a + b, a), b),
               {"tpartadd/summary/1", "tpartadd/semantics/1", "tpartadd/semantics/2", "tpartadd/semantics/3",
                "tpartadd/semantics/4", "tile/constraints-valid/3"});

  d.dispute("unmatched-regions",
            "The summary leaves unmatched valid regions to the implementation, the formula covers three of four cases.",
            "The formula where it applies; an element that neither source defines is unspecified.", {},
            {"tpartadd/summary/2"}, {"a5/coverage-by-clauses/dst"});
  d.dispute("early-return", "The page returns early for an empty destination, which the tile page does not admit.",
            "Target-defined; what a backend does is recorded.", {}, {"tpartadd/a2a3/4", "tpartadd/a5/3"}, {"tpartadd.dst.not-empty"});
  d.dispute("a5-both-smaller", "A5's list of patterns is open: may one source be smaller in both dimensions?",
            "Target-defined.", {}, {"tpartadd/a5/4"}, {"tpartadd.a5.one-dimension"});
  d.dispute("in-place", "May the destination be one of the sources? The page does not say.",
            "Legal: a tile is written as a whole, after its sources are read.", {}, {"tile/constraints-write/4"});

  const TileDesc tile = default_tile(TileType::Vec, f32, 16, 16);
  d.example("example/tpartadd/auto", {"tpartadd/example-auto/1"}, {tile, tile, tile});
  d.example("example/tpartadd/manual", {"tpartadd/example-manual/1"}, {tile, tile, tile});
}

}  // namespace pto_cts::spec
