// SPDX-License-Identifier: MIT
// Faults in TPARTADD's cases: which source an element is defined by.
#include "fault.h"

namespace pto_cts::mutants {
namespace {

/// Calls f(row, col) for each destination element that only `source` defines.
template <class F>
void each_alone(Scene& s, int source, F f) {
  const int other = source == kSrc ? kSrc1 : kSrc;
  s.each_valid(kDst, [&](auto row, auto col) {
    if (s.valid(source, row, col) && !s.valid(other, row, col)) f(row, col);
  });
}

}  // namespace

std::vector<Fault> partial_faults() {
  return {
      {{"tpartadd-copies-skipped", "elements of a lone source are not written", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           for (const int source : {kSrc, kSrc1})
             each_alone(s, source, [&](auto row, auto col) { s.restore(kDst, row, col); });
         });
       }},
      {{"tpartadd-first-source-only", "elements that only the second source defines are not written", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] { each_alone(s, kSrc1, [&](auto row, auto col) { s.restore(kDst, row, col); }); });
       }},
      {{"tpartadd-zero-for-second", "elements that only the second source defines become zero", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] { each_alone(s, kSrc1, [&](auto row, auto col) { s.set(kDst, row, col, 0); }); });
       }},
      {{"tpartadd-wrong-source",
        "elements that only the second source defines are copied from the first",
        {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           each_alone(s, kSrc1, [&](auto row, auto col) { s.set(kDst, row, col, s.before(kSrc, row, col)); });
         });
       }},
      {{"tpartadd-rows-skipped", "rows of a lone source are not written, columns are", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           for (const int source : {kSrc, kSrc1})
             each_alone(s, source, [&](auto row, auto col) {
               if (row >= s.rows(source == kSrc ? kSrc1 : kSrc)) s.restore(kDst, row, col);
             });
         });
       }},
      {{"tpartadd-columns-skipped", "columns of a lone source are not written, rows are", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           for (const int source : {kSrc, kSrc1})
             each_alone(s, source, [&](auto row, auto col) {
               if (row < s.rows(source == kSrc ? kSrc1 : kSrc)) s.restore(kDst, row, col);
             });
         });
       }},
      {{"tpartadd-copy-one-column-off", "elements of a lone first source come from the next column", {"TPARTADD"}},
       [](Scene& s) {
         return then(s, [&] {
           each_alone(s, kSrc, [&](auto row, auto col) {
             if (s.valid(kSrc, row, col + 1)) s.set(kDst, row, col, s.before(kSrc, row, col + 1));
           });
         });
       }},
  };
}

}  // namespace pto_cts::mutants
