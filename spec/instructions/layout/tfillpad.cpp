// SPDX-License-Identifier: MIT
// TFILLPAD: copies a tile's valid region and pads the rest of the static shape.
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

using namespace terms;

void define_tfillpad(Define& d) {
  d.page("pto.tfillpad");
  d.summary("Copies the valid region of a tile and fills every other element of the destination with a pad value.");

  const Tile dst = d.output("dst");
  const Tile src = d.input("src");
  const Choice form = d.attribute("form", {"heterogeneous", "homogeneous"});
  const PadAttribute pad_argument = d.pad_template_argument("pad", PadValue::Zero);
  d.may_alias(dst, src);

  const Bool one_type = form.is("homogeneous");
  const Bool mat = dst.type == TileType::Mat;

  // Legality
  d.require("pad", implies(!one_type, dst.pad != PadValue::Null), {"tfillpad/constraints/1"});
  d.require("same-size", size_of(dst.dtype) == size_of(src.dtype), {"tfillpad/constraints/2"});
  d.require("element-size", in(size_of(dst.dtype), {1, 2, 4}), {"tfillpad/constraints/3"});
  d.require("same-rows", dst.rows == src.rows, {"tfillpad/constraints/4", "tfillpad/inputs/3"});
  d.require("same-cols", dst.cols == src.cols, {"tfillpad/constraints/4", "tfillpad/inputs/3"});
  d.require("mat-layout",
            implies(one_type && mat, dst.blayout == BLayout::ColMajor && dst.slayout == SLayout::RowMajor),
            {"tfillpad/constraints/6"});
  d.require("mat-pad", implies(one_type && mat, pad_argument.value == PadValue::Zero), {"tfillpad/constraints/7"});

  // Core
  d.core("same-dtype", dst.dtype == src.dtype,
         "equal size with another type: the page does not say whether bits are copied or values converted",
         {"tfillpad/constraints/2"});
  d.core("one-type", implies(one_type, same_type(dst, src)), "the homogeneous form has one tile type",
         {"tfillpad/interface/2"});
  d.core("location", implies(!one_type, dst.type == TileType::Vec && src.type == TileType::Vec),
         "the example of the heterogeneous form uses Vec tiles");
  d.core("plain", implies(!one_type, dst.is_nd() && src.is_nd()),
         "the example of the heterogeneous form uses row-major tiles without boxes");
  d.core("no-pad-argument", implies(!one_type, pad_argument.value == PadValue::Zero),
         "the heterogeneous form takes no pad argument");
  d.core("homogeneous-location", implies(one_type, mat || (reading("pad-source") && dst.type == TileType::Vec)),
         "a same-type call on anything but Mat: the two signatures disagree on where its pad comes from",
         {"tfillpad/interface/2"});
  d.core("homogeneous-vec", implies(one_type && !mat, dst.is_nd() && pad_argument.value != PadValue::Null),
         "a same-type call on Vec: only plain tiles and a pad are considered");
  d.core("mat-tile-pad", implies(one_type && mat, in(dst.pad, {PadValue::Null, PadValue::Zero})),
         "the tile's own pad contradicts the template's", {"tfillpad/constraints/1", "tfillpad/constraints/7"});

  // Meaning
  d.each_element(dst,
                 select(src.defined_here(), src.at(row(), col()),
                        select(one_type, pad_bits(pad_argument.value), pad_bits(dst.pad))),
                 reading("valid-rows") && row() >= dst.valid_rows,
                 {"tfillpad/summary/1", "tfillpad/semantics/1", "tfillpad/semantics/2", "tfillpad/semantics/5",
                  "tfillpad/semantics/6", "tfillpad/semantics/7", "tfillpad/semantics/8", "tfillpad/semantics/9",
                  "tfillpad/semantics/10", "tfillpad/inputs/4", "tfillpad/outputs/1", "tfillpad/outputs/2"});

  d.dispute("copy-or-convert", "Element sizes must be equal, types need not: are bits copied or values converted?",
            "Target-defined; what a backend does is recorded.", {}, {"tfillpad/constraints/2"}, {"tfillpad.same-dtype"});
  d.dispute("pad-source",
            "A call with one tile type matches both signatures: is the pad the type's, or the template argument, which "
            "defaults to Zero? The page's second example pads a tile whose own pad is Null.",
            "The type's pad in the heterogeneous form; a homogeneous call on Vec is target-defined, on Mat it takes the "
            "template's pad.",
            {{"pad-source", "a homogeneous call on Vec is legal and takes the template's pad"}},
            {"tfillpad/interface/2", "tfillpad/interface/4", "tfillpad/constraints/1"},
            {"pad-source", "example/tfillpad/example2?form=heterogeneous"});
  d.dispute("valid-rows", "Do the destination's own valid rows bound the fill? The formula ranges over every element.",
            "They do not: every element of the static shape is a copy or the pad.",
            {{"valid-rows", "rows beyond the destination's valid rows are unspecified"}}, {"tfillpad/semantics/6"},
            {"valid-rows"});
  d.dispute("pad-without-infinity",
            "For a float without infinities the page falls back to the limits of the type, whose min is positive.",
            "All types of the spec have infinities: Max and Min are plus and minus infinity.", {},
            {"tfillpad/semantics/11"});
  d.dispute("expand-shape", "'Same shape' contradicts the EXPAND rule on the same page.",
            "TFILLPAD takes equal shapes; TFILLPAD_EXPAND is an instruction of its own.", {},
            {"tfillpad/inputs/3", "tfillpad/constraints/5"}, {"tfillpad.same-rows", "tfillpad.same-cols"});
  d.dispute("example-fills-nothing", "The source of the first example is valid throughout: nothing is filled.",
            "Nothing follows: the call is legal and copies.", {}, {"tfillpad/example-1/1"},
            {"example/tfillpad/example1 fills"});

  const TileDesc plain = default_tile(TileType::Vec, DType::f32, 16, 16);
  TileDesc padded = plain;
  padded.pad = PadValue::Min;
  d.example("example/tfillpad/example1", {"tfillpad/example-1/1"}, {padded, plain});

  TileDesc mat_tile = default_tile(TileType::Mat, DType::f32, 16, 256);
  mat_tile.blayout = BLayout::ColMajor;
  mat_tile.slayout = SLayout::RowMajor;
  mat_tile.static_valid_rows = mat_tile.valid_rows = 1;
  mat_tile.static_valid_cols = mat_tile.valid_cols = 224;
  d.example("example/tfillpad/example2", {"tfillpad/example-2/1"}, {mat_tile, mat_tile}, {{"form", "homogeneous"}}, true);
}

}  // namespace pto_cts::spec
