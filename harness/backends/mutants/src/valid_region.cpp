// SPDX-License-Identifier: MIT
// Faults in what is iterated: the valid regions of destination and sources.
#include <algorithm>
#include <utility>

#include "fault.h"

namespace pto_cts::mutants {
namespace {

backend::Outcome skip_last_row(Scene& s) {
  return then(s, [&] {
    for (std::int64_t col = 0; col < s.cols(kDst); ++col) s.restore(kDst, s.rows(kDst) - 1, col);
  });
}

backend::Outcome skip_last_column(Scene& s) {
  return then(s, [&] {
    for (std::int64_t row = 0; row < s.rows(kDst); ++row) s.restore(kDst, row, s.cols(kDst) - 1);
  });
}

void swap_extents(TileDesc& tile) {
  std::swap(tile.valid_rows, tile.valid_cols);
}

}  // namespace

std::vector<Fault> valid_region_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tmuls-last-row-skipped", "the last valid row is not written", {"TMULS"}}, skip_last_row},
      {{"tmuls-last-column-skipped", "the last valid column is not written", {"TMULS"}}, skip_last_column},
      {{"tpartadd-last-row-skipped", "the last valid row is not written", {"TPARTADD"}}, skip_last_row},
      {{"tpartadd-last-column-skipped", "the last valid column is not written", {"TPARTADD"}}, skip_last_column},
      {{"tgatherb-last-row-skipped", "the last valid row is not written", {"TGATHERB"}}, skip_last_row},
      {{"tgatherb-last-column-skipped", "the last valid column is not written", {"TGATHERB"}}, skip_last_column},
      {{"tfillpad-last-row-skipped", "the last row of the tile is not written", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           for (std::int64_t col = 0; col < s.tile(kDst).cols; ++col) s.restore(kDst, s.tile(kDst).rows - 1, col);
         });
       }},
      {{"tfillpad-last-column-skipped", "the last column of the tile is not written", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           for (std::int64_t row = 0; row < s.tile(kDst).rows; ++row) s.restore(kDst, row, s.tile(kDst).cols - 1);
         });
       }},
      {{"tmuls-extents-swapped", "valid rows and columns are taken for each other", {"TMULS"}},
       [](Scene& s) {
         swap_extents(s.changed(kDst));
         return s.run();
       }},
      {{"tpartadd-extents-swapped",
        "valid rows and columns of the second source are taken for each other",
        {"TPARTADD"}},
       [](Scene& s) {
         swap_extents(s.changed(kSrc1));
         return s.run();
       }},
      {{"tfillpad-extents-swapped", "valid rows and columns of the source are taken for each other", fill_pad},
       [](Scene& s) {
         swap_extents(s.changed(kSrc));
         return s.run();
       }},
      {{"tfillpad-source-columns-ignored", "all columns of the source are copied", fill_pad},
       [](Scene& s) {
         s.changed(kSrc).valid_cols = s.tile(kSrc).cols;
         return s.run();
       }},
      {{"tfillpad-source-rows-ignored", "all rows of the source are copied", fill_pad},
       [](Scene& s) {
         s.changed(kSrc).valid_rows = s.tile(kSrc).rows;
         return s.run();
       }},
      {{"tpartadd-source-columns-ignored", "columns beyond the second source's valid ones are added", {"TPARTADD"}},
       [](Scene& s) {
         s.changed(kSrc1).valid_cols = s.tile(kSrc1).cols;
         return s.run();
       }},
      {{"tpartadd-source-rows-ignored", "rows beyond the first source's valid ones are added", {"TPARTADD"}},
       [](Scene& s) {
         s.changed(kSrc).valid_rows = s.tile(kSrc).rows;
         return s.run();
       }},
      {{"tfillpad-clips-to-destination", "elements outside the destination's valid region are padded, not copied",
        fill_pad},
       [](Scene& s) {
         s.changed(kSrc).valid_rows = std::min(s.rows(kSrc), s.rows(kDst));
         s.changed(kSrc).valid_cols = std::min(s.cols(kSrc), s.cols(kDst));
         return s.run();
       }},
      {{"tfillpad-stops-at-valid-rows", "rows beyond the destination's valid ones are not written", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           s.each(kDst, [&](auto row, auto col) {
             if (row >= s.rows(kDst)) s.restore(kDst, row, col);
           });
         });
       }},
  };
}

}  // namespace pto_cts::mutants
