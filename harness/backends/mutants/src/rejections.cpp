// SPDX-License-Identifier: MIT
// Faults in what is answered: legal calls rejected, rejections with effects, capabilities that are not there.
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

}  // namespace pto_cts::mutants
