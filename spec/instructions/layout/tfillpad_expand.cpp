// SPDX-License-Identifier: MIT
// TFILLPAD_EXPAND: as TFILLPAD, into a tile that may be larger than the source.
#include "pto_cts/terms/define.h"

namespace pto_cts::spec {

using namespace terms;

void define_tfillpad_expand(Define& d) {
  d.page("pto.tfillpad");
  d.summary("Copies the valid region of a tile into one at least as large and fills every other element with its pad.");

  const Tile dst = d.output("dst");
  const Tile src = d.input("src");

  // Legality
  d.require("pad", dst.pad != PadValue::Null, {"tfillpad/constraints/1"});
  d.require("same-size", size_of(dst.dtype) == size_of(src.dtype), {"tfillpad/constraints/2"});
  d.require("element-size", in(size_of(dst.dtype), {1, 2, 4}), {"tfillpad/constraints/3"});
  d.require("rows", dst.rows >= src.rows, {"tfillpad/constraints/5"});
  d.require("cols", dst.cols >= src.cols, {"tfillpad/constraints/5"});

  // Core
  d.core("same-dtype", dst.dtype == src.dtype,
         "equal size with another type: the page does not say whether bits are copied or values converted",
         {"tfillpad/constraints/2"});
  d.core("location", dst.type == TileType::Vec && src.type == TileType::Vec, "every secondary source takes Vec tiles");
  d.core("plain", dst.is_nd() && src.is_nd(), "every secondary source takes row-major tiles without boxes");

  // Meaning
  d.each_element(dst, select(src.defined_here(), src.at(row(), col()), pad_bits(dst.pad)),
                 reading("valid-rows") && row() >= dst.valid_rows,
                 {"tfillpad/semantics/6", "tfillpad/semantics/7", "tfillpad/semantics/8", "tfillpad/semantics/9"});

  d.dispute("copy-or-convert", "Element sizes must be equal, types need not: are bits copied or values converted?",
            "Target-defined; what a backend does is recorded.", {}, {"tfillpad/constraints/2"},
            {"tfillpad_expand.same-dtype"});
  d.dispute("undefined-name", "The page gives TFILLPAD_EXPAND a constraint and no definition.",
            "TFILLPAD's formula over the destination's static shape.", {}, {"tfillpad/constraints/5"});
  d.dispute("valid-rows", "Do the destination's own valid rows bound the fill? The formula ranges over every element.",
            "They do not: every element of the static shape is a copy or the pad.",
            {{"valid-rows", "rows beyond the destination's valid rows are unspecified"}}, {"tfillpad/semantics/6"},
            {"valid-rows"});
}

}  // namespace pto_cts::spec
