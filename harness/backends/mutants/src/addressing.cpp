// SPDX-License-Identifier: MIT
// Faults in where elements are found: strides, boxes, byte offsets.
#include <algorithm>

#include "fault.h"

namespace pto_cts::mutants {
namespace {

bool is_plain(const TileDesc& tile) {
  return layout_of(tile) == Layout::ND;
}

/// Makes rows of a plain tile lie `cols` apart, and no more of them than its bytes hold.
void set_stride(TileDesc& tile, std::int64_t cols) {
  if (!is_plain(tile) || cols < 1) return;
  tile.rows = std::clamp<std::int64_t>(tile.rows * tile.cols / cols, 1, tile.rows);
  tile.cols = std::min(cols, tile.rows * tile.cols);
}

/// Gathers anew, at the byte offsets that f(row, col, offset) gives, where these lie in the source.
template <class F>
backend::Outcome regather(Scene& s, F f) {
  return then(s, [&] {
    s.each_valid(kDst, [&](auto row, auto col) {
      const auto offset = static_cast<std::int64_t>(f(row, col, s.before(kOffset, row, col)));
      if (const auto bits = s.bytes_before(kSrc, offset)) s.set(kDst, row, col, *bits);
    });
  });
}

}  // namespace

std::vector<Fault> addressing_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tmuls-stride-is-valid-columns", "rows are taken to lie as far apart as they are valid", {"TMULS"}},
       [](Scene& s) {
         set_stride(s.changed(kDst), s.cols(kDst));
         set_stride(s.changed(kSrc), s.cols(kDst));
         return s.run();
       }},
      {{"tfillpad-stride-is-valid-columns", "rows of the source are taken to lie as far apart as they are valid",
        fill_pad},
       [](Scene& s) {
         set_stride(s.changed(kSrc), s.cols(kSrc));
         return s.run();
       }},
      {{"tpartadd-destination-stride",
        "rows of the second source are taken to lie as far apart as the destination's",
        {"TPARTADD"}},
       [](Scene& s) {
         set_stride(s.changed(kSrc1), s.tile(kDst).cols);
         return s.run();
       }},
      {{"tmuls-source-transposed",
        "source elements are read with row and column exchanged, where they exist",
        {"TMULS"}},
       [](Scene& s) {
         s.each(kSrc, [&](auto row, auto col) {
           if (col < s.tile(kSrc).rows && row < s.tile(kSrc).cols) s.set(kSrc, row, col, s.before(kSrc, col, row));
         });
         const backend::Outcome outcome = s.run_on_changed(kSrc);
         if (!s.shares(kSrc)) s.restore(kSrc);
         return outcome;
       }},
      {{"tfillpad-boxes-ignored", "a tile of boxes is taken for a row-major one", {"TFILLPAD"}},
       [](Scene& s) {
         for (TileOperand& operand : s.tuple.tiles) {
           operand.tile.blayout = BLayout::RowMajor;
           operand.tile.slayout = SLayout::NoneBox;
         }
         return s.run();
       }},
      {{"tgatherb-offset-scaled", "offsets count elements", {"TGATHERB"}},
       [](Scene& s) {
         const std::int64_t bytes = std::max<std::int64_t>(tile_bytes(s.tile(kSrc)), 1);
         return regather(
             s, [&](auto, auto, std::uint64_t o) { return static_cast<std::int64_t>(o) * s.element() % bytes; });
       }},
      {{"tgatherb-offset-12-bits", "offsets lose all but their lower 12 bits", {"TGATHERB"}},
       [](Scene& s) { return regather(s, [](auto, auto, std::uint64_t o) { return o & 0xFFF; }); }},
      {{"tgatherb-offset-8-bits", "offsets lose all but their lower 8 bits", {"TGATHERB"}},
       [](Scene& s) { return regather(s, [](auto, auto, std::uint64_t o) { return o & 0xFF; }); }},
      {{"tgatherb-offset-aligned", "offsets are aligned down to 32 bytes", {"TGATHERB"}},
       [](Scene& s) { return regather(s, [](auto, auto, std::uint64_t o) { return o & ~std::uint64_t{31}; }); }},
      {{"tgatherb-first-offset-row", "every row uses the offsets of the first", {"TGATHERB"}},
       [](Scene& s) { return regather(s, [&](auto, auto col, std::uint64_t) { return s.before(kOffset, 0, col); }); }},
      {{"tgatherb-gathers-blocks", "one offset moves 32 bytes, as the headers do it", {"TGATHERB"}},
       [](Scene& s) {
         return regather(s, [&](auto row, auto col, std::uint64_t) {
           const auto byte = static_cast<std::uint64_t>(col) * static_cast<std::uint64_t>(s.element());
           return s.before(kOffset, row, static_cast<std::int64_t>(byte / 32)) + byte % 32;
         });
       }},
  };
}

}  // namespace pto_cts::mutants
