// SPDX-License-Identifier: MIT
// TGATHERB: collects elements of a tile by byte offsets.
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

using namespace terms;

void define_tgatherb(Define& d) {
  using enum DType;
  d.page("TGATHERB");
  d.summary("Fills the destination with elements of the source found at the byte offsets that a third tile holds.");

  const Tile dst = d.output("dst");
  const Tile src = d.input("src");
  const Tile offset = d.index("offset");

  constexpr int kBlock = 32;  // bytes
  const Bool blocks = reading("block32");
  const Int element = size_of(dst.dtype);

  // Legality
  d.require(Scope::a2a3, "row-major", dst.is_row_major(), {"tgatherb/a2a3/1"});
  d.require("element-size", in(element, {1, 2, 4}), {"tgatherb/a2a3/2", "tgatherb/a5/1"});
  d.require("dtype",
            in(src.dtype, {i8, u8, i16, u16, i32, u32, f16, bf16, f32}) &&
                in(dst.dtype, {i8, u8, i16, u16, i32, u32, f16, bf16, f32}),
            {"tgatherb/a2a3/4", "tgatherb/a5/2"});

  // Core
  d.core("same-dtype", src.dtype == dst.dtype, "one type list for source and destination, not said to be equal",
         {"tgatherb/a2a3/4", "tgatherb/a5/2"});
  d.core("offset-dtype", offset.dtype == u32, "offsets are read as unsigned 32-bit numbers", {"tgatherb/offsets/1"});
  for (const Tile& tile : {dst, src, offset}) {
    const std::string name = tile.index == 0 ? "dst" : tile.index == 1 ? "src" : "offset";
    d.core(name + ".location", tile.type == TileType::Vec, "the page's examples use Vec tiles");
    d.core(name + ".plain", tile.is_nd(), "the page's examples use row-major tiles without boxes");
  }
  d.core("offset-rows", dst.valid_rows <= offset.rows, "the offset tile has no element for some destination row");
  d.core("offset-cols",
         (blocks || dst.valid_cols <= offset.cols) &&
             (!blocks || dst.valid_cols * element <= offset.valid_cols * kBlock),
         "the offset tile has no element for some destination column");
  const Int consumed = offset.index_at(row(), col());
  d.core("offset-bounds",
         for_all_valid(dst, (blocks || !offset.defined_here() || consumed + element <= src.bytes()) &&
                                (!blocks || !(row() < offset.valid_rows && col() * element % kBlock == 0 &&
                                              col() * element / kBlock < offset.valid_cols) ||
                                 offset.index_at(row(), col() * element / kBlock) + kBlock <= src.bytes())),
         "an offset leads out of the source tile", {"tgatherb/offsets/4", "tgatherb/semantics/3"});

  // Meaning
  const Int block_base = offset.index_at(row(), col() * element / kBlock);
  d.each_valid(dst,
               select(blocks, src.load(block_base + col() * element % kBlock, element), src.load(consumed, element)),
               blocks && block_base % kBlock != 0,
               {"tgatherb/summary/1", "tgatherb/semantics/1", "tgatherb/semantics/2", "tgatherb/offsets/2",
                "tile/constraints-valid/3"});

  d.dispute("block32",
            "The formula is per element; every public implementation moves 32-byte blocks, one offset for each.",
            "element: every destination element has an offset of its own.",
            {{"block32", "block k of row r fills 32 bytes of the destination from the offset at (r, k)"}},
            {"tgatherb/semantics/2"}, {"block32"});
  d.dispute("bounds", "Bounds are not validated and target-defined; how far an offset may reach is not said.",
            "An offset that leaves the source tile's bytes makes the case target-defined; one that leads to an element "
            "outside the valid region leaves the destination element unspecified.",
            {}, {"tgatherb/offsets/3", "tgatherb/offsets/4", "tgatherb/semantics/3"},
            {"definedness/src", "definedness/offset"});
  d.dispute("alignment", "Whether an offset must be a multiple of the element size is not said.",
            "A misaligned offset leaves the destination element unspecified.", {}, {"tgatherb/offsets/2"},
            {"definedness/src/alignment"});
  d.dispute("one-dtype", "One list of types for source and destination: must the two be equal?",
            "Where they differ, target-defined.", {}, {"tgatherb/a2a3/4", "tgatherb/a5/2"}, {"tgatherb.same-dtype"});
  d.dispute("examples", "The example's byte tiles lie below the tile page's least capacity.",
            "The rule: they are illegal.", {}, {"tgatherb/example-auto/1", "tgatherb/example-manual/1"},
            {"example/tgatherb/auto", "example/tgatherb/manual"});

  const TileDesc bytes = default_tile(TileType::Vec, u8, 1, 256);
  const TileDesc offsets = default_tile(TileType::Vec, u32, 1, 256);
  d.example("example/tgatherb/auto", {"tgatherb/example-auto/1"}, {bytes, bytes, offsets});
  d.example("example/tgatherb/manual", {"tgatherb/example-manual/1"}, {bytes, bytes, offsets});
}

}  // namespace pto_cts::spec
