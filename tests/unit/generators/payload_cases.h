// SPDX-License-Identifier: MIT
// Small cases whose contents the tests look at.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"
#include "pto_cts/numerics/format.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators::payload_cases {

inline constexpr std::array kFloats = {DType::f16, DType::bf16, DType::f32};

inline TileDesc tile(DType dtype, std::int64_t rows, std::int64_t cols) {
  TileDesc result = default_tile(TileType::Vec, dtype, rows, cols);
  result.valid_rows = rows;
  result.valid_cols = cols;
  return result;
}

/// dst, src0, src1, all of one type.
inline Tuple addition(const TileDesc& type) {
  return {
      "TPARTADD", {{"dst", Role::out, type, 0}, {"src0", Role::in, type, 1}, {"src1", Role::in, type, 2}}, {}, {}, {}};
}

/// dst, src0, scalar.
inline Tuple scaling(const TileDesc& type) {
  return {"TMULS", {{"dst", Role::out, type, 0}, {"src0", Role::in, type, 1}}, {{"scalar", type.dtype}}, {}, {}};
}

/// dst, src, offset.
inline Tuple gathering(const TileDesc& source, const TileDesc& offsets) {
  TileDesc dst = tile(source.dtype, offsets.rows, offsets.cols);
  return {"TGATHERB",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, source, 1}, {"offset", Role::index, offsets, 2}},
          {},
          {},
          {}};
}

inline Case fill(const Tuple& tuple, PayloadClass payload_class, std::uint64_t k = 0,
                 IndexClass index_class = IndexClass::permuted, const IndexUse* use = nullptr) {
  Case subject;
  subject.tuple = tuple;
  Draw draw({11, 22, 33, k});
  fill_payload(subject, payload_class, index_class, draw, use);
  return subject;
}

/// Bits of a tile's elements, row after row.
inline std::vector<std::uint64_t> elements(const Case& subject, int operand) {
  const TileDesc& type = subject.tuple.tiles.at(static_cast<std::size_t>(operand)).tile;
  const evaluate::Contents contents(subject);
  std::vector<std::uint64_t> result;
  for (std::int64_t row = 0; row < type.rows; ++row)
    for (std::int64_t col = 0; col < type.cols; ++col) result.push_back(contents.element(operand, row, col));
  return result;
}

/// What two source operands hold at the same places, or one operand and the scalar.
inline std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(const Case& subject) {
  const auto first = elements(subject, 1);
  std::vector<std::pair<std::uint64_t, std::uint64_t>> result;
  if (subject.scalars.empty()) {
    const auto second = elements(subject, 2);
    for (std::size_t i = 0; i < first.size(); ++i) result.emplace_back(first[i], second.at(i));
  } else {
    for (const std::uint64_t bits : first) result.emplace_back(bits, subject.scalars.front());
  }
  return result;
}

/// Share of the pairs in `draws` cases of a tuple for which holds(first, second), as numbers.
template <typename Predicate>
double share(const Tuple& tuple, PayloadClass payload_class, std::uint64_t draws, Predicate holds) {
  const DType dtype = tuple.tiles.front().tile.dtype;
  std::size_t count = 0, all = 0;
  for (std::uint64_t k = 0; k < draws; ++k)
    for (const auto& [a, b] : pairs(fill(tuple, payload_class, k))) {
      ++all;
      if (holds(numerics::to_double(dtype, a), numerics::to_double(dtype, b))) ++count;
    }
  return static_cast<double>(count) / static_cast<double>(all);
}

}  // namespace pto_cts::generators::payload_cases
