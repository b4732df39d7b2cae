// SPDX-License-Identifier: MIT
// Faults in what is touched: guards, sources, stale destinations, aliases, and results that depend on what is
// undefined.
#include "fault.h"

namespace pto_cts::mutants {
namespace {

void flip(std::byte& byte) {
  byte ^= std::byte{0xFF};
}

/// Flips a bit that a NaN may have either way, so that only numbers go wrong.
void spoil(Scene& s, std::int64_t row, std::int64_t col) {
  s.set(kDst, row, col, s.get(kDst, row, col) ^ 1);
}

backend::Outcome overrun(Scene& s) {
  return then(s, [&] { flip(s.storage(kDst).data[s.storage(kDst).bytes]); });
}

template <int kOperand>
backend::Outcome modify_source(Scene& s) {
  return then(s, [&] {
    if (!s.shares(kOperand)) s.set(kOperand, 0, 0, s.get(kOperand, 0, 0) ^ 1);
  });
}

backend::Outcome vary(Scene& s) {
  return then(s, [&] {
    if (s.serial % 3 == 2) spoil(s, 0, 0);
  });
}

backend::Outcome do_nothing() {
  return {backend::OutcomeKind::executed, {}};
}

/// Leaves out the columns after the last whole register of 32 bytes.
backend::Outcome skip_tail(Scene& s) {
  const std::int64_t lanes = 32 / s.element();
  const std::int64_t cols = s.tuple.mnemonic == "TFILLPAD" ? s.cols(kSrc) : s.cols(kDst);
  return then(s, [&] {
    s.each(kDst, [&](auto row, auto col) {
      if (col >= cols / lanes * lanes && col < cols) s.restore(kDst, row, col);
    });
  });
}

}  // namespace

std::vector<Fault> memory_faults() {
  const std::vector<std::string> fill_pad = {"TFILLPAD", "TFILLPAD_EXPAND"};
  return {
      {{"tmuls-writes-after", "one byte after the destination is written", {"TMULS"}}, overrun},
      {{"tgatherb-writes-after", "one byte after the destination is written", {"TGATHERB"}}, overrun},
      {{"tpartadd-writes-before", "one byte before the destination is written", {"TPARTADD"}},
       [](Scene& s) { return then(s, [&] { flip(s.storage(kDst).data[-1]); }); }},
      {{"tfillpad-writes-after-source", "one byte after the source is written", fill_pad},
       [](Scene& s) { return then(s, [&] { flip(s.storage(kSrc).data[s.storage(kSrc).bytes]); }); }},
      {{"tmuls-modifies-source", "the source changes", {"TMULS"}}, modify_source<kSrc>},
      {{"tpartadd-modifies-source", "the second source changes", {"TPARTADD"}}, modify_source<kSrc1>},
      {{"tgatherb-modifies-offsets", "the offsets change", {"TGATHERB"}}, modify_source<kOffset>},
      {{"tmuls-reads-destination", "a result depends on what the destination held", {"TMULS"}},
       [](Scene& s) {
         return then(s, [&] {
           if (!s.shares(kSrc) && s.before(kDst, 0, 0) % 2 == 1) spoil(s, 0, 0);
         });
       }},
      {{"tpartadd-reads-undefined", "a copied element depends on the source that does not define it", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           s.each_valid(kDst, [&](auto row, auto col) {
             if (!s.valid(kSrc1, row, col) && s.before(kSrc1, row, col) % 2 == 1) spoil(s, row, col);
           });
         });
       }},
      {{"tfillpad-reads-undefined", "the pad depends on what it replaces in the source", fill_pad},
       [](Scene& s) {
         return then(s, [&] {
           s.each(kDst, [&](auto row, auto col) {
             if (!s.valid(kSrc, row, col) && s.before(kSrc, row, col) % 2 == 1) spoil(s, row, col);
           });
         });
       }},
      {{"tmuls-varies", "one call in three is wrong", {"TMULS"}}, vary},
      {{"tgatherb-varies", "one call in three is wrong", {"TGATHERB"}}, vary},
      {{"tmuls-stale-when-large", "nothing is done for tiles above 4 KiB", {"TMULS"}},
       [](Scene& s) { return tile_bytes(s.tile(kDst)) > 4096 ? do_nothing() : s.run(); }},
      {{"tfillpad-stale-when-full", "nothing is done where there is nothing to pad", fill_pad},
       [](Scene& s) {
         const TileDesc &dst = s.tile(kDst), &src = s.tile(kSrc);
         return src.valid_rows == dst.rows && src.valid_cols == dst.cols ? do_nothing() : s.run();
       }},
      {{"tgatherb-stale", "nothing is done", {"TGATHERB"}}, [](Scene&) { return do_nothing(); }},
      {{"tpartadd-stale-odd-rows", "every other row is not written", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           s.each_valid(kDst, [&](auto row, auto col) {
             if (row % 2 == 1) s.restore(kDst, row, col);
           });
         });
       }},
      {{"tmuls-tail-skipped", "columns after the last whole register are not written", {"TMULS"}}, skip_tail},
      {{"tpartadd-tail-skipped", "columns after the last whole register are not written", {"TPARTADD"}}, skip_tail},
      {{"tfillpad-tail-skipped", "copied columns after the last whole register are not written", {"TFILLPAD"}},
       skip_tail},
      {{"tfillpad-in-place-clears", "in place, the tile is cleared before it is read", {"TFILLPAD"}},
       [](Scene& s) {
         if (s.shares(kSrc)) s.each(kDst, [&](auto row, auto col) { s.set(kDst, row, col, 0); });
         return s.run_on_changed(kDst);
       }},
      {{"tmuls-in-place-twice", "in place, the product is multiplied again", {"TMULS"}},
       [](Scene& s) {
         return then(s, [&] {
           if (s.shares(kSrc)) s.run();
         });
       }},
      {{"tpartadd-in-place-overwritten",
        "the second source is overwritten by the first before it is read",
        {"TPARTADD"}},
       [](Scene& s) {
         if (s.shares(kSrc1))
           s.each_valid(kDst, [&](auto row, auto col) { s.set(kDst, row, col, s.before(kSrc, row, col)); });
         return s.run_on_changed(kDst);
       }},
  };
}

}  // namespace pto_cts::mutants
