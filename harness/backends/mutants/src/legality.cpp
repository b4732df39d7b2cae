// SPDX-License-Identifier: MIT
// Verifiers with a clause left out. What is wrong is the answer alone: the call is run where a kernel can, and claimed
// to have run where none can.
#include "fault.h"

namespace pto_cts::mutants {
namespace {

backend::Outcome accept(Scene& s) {
  backend::Outcome outcome = s.run();
  if (outcome.kind == backend::OutcomeKind::rejected) outcome = {backend::OutcomeKind::executed, {}};
  return outcome;
}

}  // namespace

std::vector<Fault> legality_faults() {
  using enum Profile;
  return {
      {{"tmuls-accepts-64-bits", "64-bit elements are accepted", {"TMULS"}, a5, "tmuls.a5.dtype"}, accept, true},
      {{"tmuls-accepts-unequal-rows", "valid rows may differ", {"TMULS"}, a2a3, "tmuls.a2a3.valid-rows"}, accept},
      {{"tmuls-accepts-unequal-columns", "valid columns may differ", {"TMULS"}, a5, "tmuls.valid-cols"}, accept},
      {{"tmuls-accepts-any-location", "tiles may lie anywhere", {"TMULS"}, a5, "tmuls.location"}, accept},
      {{"tmuls-accepts-column-major", "tiles may be column-major", {"TMULS"}, a5, "tmuls.row-major"}, accept},
      {{"tmuls-accepts-any-capacity", "tiles may be of any size", {"TMULS"}, a5, "tmuls.tile.capacity"}, accept},
      {{"tmuls-accepts-odd-columns",
        "rows need not be multiples of 32 bytes",
        {"TMULS"},
        a5,
        "tmuls.tile.col-alignment"},
       accept},
      {{"tpartadd-accepts-mixed-types", "element types may differ", {"TPARTADD"}, a5, "tpartadd.same-dtype"}, accept},
      {{"tpartadd-accepts-no-full-source",
        "no source need be like the destination",
        {"TPARTADD"},
        a2a3,
        "tpartadd.a2a3.one-source-full"},
       accept},
      {{"tpartadd-accepts-larger-sources",
        "a source may be larger than the destination",
        {"TPARTADD"},
        a2a3,
        "tpartadd.a2a3.sources-within"},
       accept},
      {{"tpartadd-accepts-wide-source",
        "the second source may be valid beyond its shape",
        {"TPARTADD"},
        a5,
        "tpartadd.src1.valid-cols"},
       accept},
      {{"tfillpad-accepts-no-pad", "the destination need not have a pad", {"TFILLPAD"}, a5, "tfillpad.pad"}, accept},
      {{"tfillpad-accepts-other-rows",
        "rows of source and destination may differ",
        {"TFILLPAD"},
        a5,
        "tfillpad.same-rows"},
       accept},
      {{"tfillpad-accepts-mat-pads", "Mat tiles may be padded with anything", {"TFILLPAD"}, a5, "tfillpad.mat-pad"},
       accept},
      {{"tfillpad-expand-accepts-shrinking",
        "the destination may have fewer rows",
        {"TFILLPAD_EXPAND"},
        a5,
        "tfillpad_expand.rows"},
       accept},
      {{"tgatherb-accepts-column-major",
        "the destination may be column-major",
        {"TGATHERB"},
        a2a3,
        "tgatherb.a2a3.row-major"},
       accept},
      {{"tgatherb-accepts-64-bits", "64-bit elements are accepted", {"TGATHERB"}, a5, "tgatherb.dtype"}, accept, true},
  };
}

}  // namespace pto_cts::mutants
