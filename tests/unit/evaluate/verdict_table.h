// SPDX-License-Identifier: MIT
// Tables of tuples made by hand, with a verdict for each profile.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "pto_cts/evaluate/legality.h"
#include "tuples.h"

namespace pto_cts::evaluate::table {

using namespace tuples;
using enum DType;

// A verdict: "legal", "target", or the broken clauses without the mnemonic, sorted.
struct Row {
  const char* what;
  Tuple tuple;
  const char* a2a3;
  const char* a5;
  const char* cpu_sim;
  terms::Readings readings = {};
};

inline Row on_all(const char* what, Tuple tuple, const char* verdict, terms::Readings readings = {}) {
  return {what, std::move(tuple), verdict, verdict, verdict, std::move(readings)};
}

inline std::string said(const Verdict& verdict, const std::string& prefix) {
  if (verdict.legality == Legality::legal) return "legal";
  if (verdict.legality == Legality::target_defined) return "target";
  std::vector<std::string> ids;
  for (const std::string& id : verdict.clauses) ids.push_back(id.substr(prefix.size() + 1));
  std::sort(ids.begin(), ids.end());
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

inline void check(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    const terms::Instruction& instruction = resolved(row.tuple.mnemonic, row.readings);
    ASSERT_EQ(shape_problem(instruction, row.tuple), "") << row.what;
    for (const TileOperand& operand : row.tuple.tiles) ASSERT_TRUE(consistent(operand.tile)) << row.what;
    const auto on = [&](Profile profile) {
      return said(verdict(instruction, row.tuple, profile), id_prefix(instruction));
    };
    EXPECT_EQ(on(Profile::a2a3), row.a2a3) << row.tuple.mnemonic << ", " << row.what << ", a2a3";
    EXPECT_EQ(on(Profile::a5), row.a5) << row.tuple.mnemonic << ", " << row.what << ", a5";
    EXPECT_EQ(on(Profile::cpu_sim), row.cpu_sim) << row.tuple.mnemonic << ", " << row.what << ", cpu_sim";
    EXPECT_EQ(on(Profile::strict), row.a5) << row.tuple.mnemonic << ", " << row.what << ", strict";
  }
}

inline const TileDesc kF32 = vec(f32, 16, 16);
inline const TileDesc kMask8 = dynamic(kF32, 8, 8);

inline TileDesc mask(std::int64_t rows, std::int64_t cols) {
  return dynamic(kF32, rows, cols);
}
inline TileDesc box_bytes(TileDesc tile, std::int64_t bytes) {
  tile.fractal_bytes = bytes;
  return tile;
}

}  // namespace pto_cts::evaluate::table
