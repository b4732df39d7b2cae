// SPDX-License-Identifier: MIT
// Faults in what is answered: legal calls rejected, rejections with effects, capabilities that are not there, verifiers
// with a clause left out.
#include <algorithm>
#include <cstring>

#include "fault.h"

namespace pto_cts::mutants {
namespace {

backend::Outcome reject(std::string why) {
  return {backend::OutcomeKind::rejected, std::move(why)};
}

backend::Outcome scribble_and_reject(Scene& s, std::string why) {
  const backend::Storage storage = s.storage(kDst);
  for (std::size_t i = 0; i < std::min<std::size_t>(storage.bytes, 32); ++i) storage.data[i] ^= std::byte{0xFF};
  return reject(std::move(why));
}

/// What is wrong is the answer alone: the call is run where a kernel can, and claimed to have run where none can.
backend::Outcome accept(Scene& s) {
  backend::Outcome outcome = s.run();
  if (outcome.kind == backend::OutcomeKind::rejected) outcome = {backend::OutcomeKind::executed, {}};
  return outcome;
}

}  // namespace

std::vector<Fault> rejection_faults() {
  return {
      {{"tmuls-rejects-single-row", "tiles of one row are rejected", {"TMULS"}},
       [](Scene& s) { return s.tile(kDst).rows == 1 ? reject("tiles of one row are not supported") : s.run(); }},
      {{"tpartadd-rejects-partial", "sources that differ in their valid regions are rejected", {"TPARTADD"}},
       [](Scene& s) {
         const TileDesc &a = s.tile(kSrc), &b = s.tile(kSrc1);
         const bool same = a.valid_rows == b.valid_rows && a.valid_cols == b.valid_cols;
         return same ? s.run() : reject("the valid regions of the sources differ");
       }},
      {{"tfillpad-rejects-in-place", "a tile that is source and destination is rejected", {"TFILLPAD"}},
       [](Scene& s) { return s.shares(kSrc) ? reject("source and destination are one tile") : s.run(); }},
      {{"tgatherb-rejects-unaligned", "offsets that are not multiples of 32 are rejected", {"TGATHERB"}},
       [](Scene& s) {
         bool aligned = true;
         s.each_valid(kDst, [&](auto row, auto col) {
           aligned &= !s.valid(kOffset, row, col) || s.before(kOffset, row, col) % 32 == 0;
         });
         return aligned ? s.run() : reject("an offset is not a multiple of 32");
       }},
      {{"tmuls-writes-and-rejects",
        "unequal valid columns are noticed after the destination is written",
        {"TMULS"},
        Profile::a5,
        "tmuls.valid-cols"},
       [](Scene& s) {
         const bool equal = s.tile(kDst).valid_cols == s.tile(kSrc).valid_cols;
         return equal ? s.run() : scribble_and_reject(s, "valid columns of source and destination differ");
       }},
      {{"tfillpad-writes-and-rejects",
        "a missing pad is noticed after the destination is written",
        {"TFILLPAD"},
        Profile::a5,
        "tfillpad.pad"},
       [](Scene& s) {
         const bool padded = find_attribute(s.tuple, "form") == "homogeneous" || s.tile(kDst).pad != PadValue::Null;
         return padded ? s.run() : scribble_and_reject(s, "the destination has no pad value");
       }},
      {{"tpartadd-declares-too-much", "i16 is declared and not supported", {"TPARTADD"}},
       [](Scene& s) {
         return s.dtype() == DType::i16 ? backend::Outcome{backend::OutcomeKind::unsupported, "no kernel for i16"}
                                        : s.run();
       }},
      {{"tgatherb-crashes", "tiles of one row end in a crash", {"TGATHERB"}},
       [](Scene& s) {
         return s.tile(kDst).rows == 1 ? backend::Outcome{backend::OutcomeKind::crashed, "signal 11"} : s.run();
       }},
  };
}

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
