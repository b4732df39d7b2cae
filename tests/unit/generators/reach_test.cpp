// SPDX-License-Identifier: MIT
// What the legal cells of an instruction reach together: the whole legal domain as the pages have it.
#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "domains.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

using domains::Drawn;
using domains::Which;

using Condition = std::function<bool(const Tuple&)>;

std::vector<const Tuple*> legal(const Which& which) {
  std::vector<const Tuple*> result;
  for (const Drawn& drawn : domains::drawn(which))
    if (drawn.cell->kind == CellKind::legal) result.push_back(&drawn.tuple);
  return result;
}

bool reached(const Which& which, const Condition& condition) {
  const auto tuples = legal(which);
  return std::any_of(tuples.begin(), tuples.end(), [&](const Tuple* tuple) { return condition(*tuple); });
}

const TileDesc& tile(const Tuple& tuple, std::size_t operand) {
  return tuple.tiles[operand].tile;
}

class Reach : public testing::TestWithParam<Which> {};
INSTANTIATE_TEST_SUITE_P(All, Reach, testing::ValuesIn(domains::all()), domains::test_name);

using enum DType;
const std::set<DType> kFour = {i32, i16, f16, f32};
const std::set<DType> kNine = {u8, i8, u16, i16, u32, i32, f16, bf16, f32};

TEST_P(Reach, ExactlyTheDtypesOfThePages) {
  const auto& [mnemonic, profile] = GetParam();
  const bool arithmetic = mnemonic == "TMULS" || mnemonic == "TPARTADD";
  std::set<DType> found;
  for (const Tuple* tuple : legal(GetParam())) {
    found.insert(tile(*tuple, 0).dtype);
    EXPECT_EQ(tile(*tuple, 0).dtype, tile(*tuple, 1).dtype);
    if (mnemonic == "TMULS") {
      EXPECT_EQ(tuple->scalars.at(0).dtype, tile(*tuple, 0).dtype);
    }
    if (mnemonic == "TGATHERB") {
      EXPECT_EQ(tile(*tuple, 2).dtype, u32);
    }
  }
  EXPECT_EQ(found, arithmetic && profile != Profile::a5 ? kFour : kNine);
}

TEST_P(Reach, ExactlyTheLayoutsOfTheCore) {
  std::set<std::pair<TileType, Layout>> found;
  for (const Tuple* tuple : legal(GetParam()))
    for (const TileOperand& operand : tuple->tiles) found.insert({operand.tile.type, layout_of(operand.tile)});
  std::set<std::pair<TileType, Layout>> wanted = {{TileType::Vec, Layout::ND}};
  if (GetParam().mnemonic == "TFILLPAD") wanted.insert({TileType::Mat, Layout::Nz});
  EXPECT_EQ(found, wanted);
}

TEST_P(Reach, ExtentsOfEveryOperand) {
  const std::size_t operands = domains::resolved(GetParam().mnemonic).tiles.size();
  for (std::size_t i = 0; i < operands; ++i) {
    const auto expect = [&](const char* what, const std::function<bool(const TileDesc&)>& holds) {
      EXPECT_TRUE(reached(GetParam(), [&](const Tuple& t) { return holds(tile(t, i)); }))
          << what << " of operand " << i;
    };
    for (const bool rows : {true, false})
      for (const bool cols : {true, false})
        expect("a mixture of static and dynamic extents",
               [&](const TileDesc& t) { return has_dynamic_rows(t) == rows && has_dynamic_cols(t) == cols; });
    expect("512 bytes", [](const TileDesc& t) { return tile_bytes(t) == 512; });
    expect("32768 bytes", [](const TileDesc& t) { return tile_bytes(t) == 32768; });
    expect("a size between", [](const TileDesc& t) { return tile_bytes(t) > 512 && tile_bytes(t) < 32768; });
    expect("a size that is no power of two",
           [](const TileDesc& t) { return (tile_bytes(t) & (tile_bytes(t) - 1)) != 0; });
    expect("one valid row", [](const TileDesc& t) { return t.valid_rows == 1 && t.rows > 1; });
    expect("all rows", [](const TileDesc& t) { return t.valid_rows == t.rows && t.rows > 1; });
    expect("all rows but one", [](const TileDesc& t) { return t.valid_rows == t.rows - 1; });
    expect("one valid column", [](const TileDesc& t) { return t.valid_cols == 1; });
    expect("all columns", [](const TileDesc& t) { return t.valid_cols == t.cols; });
    expect("all columns but one", [](const TileDesc& t) { return t.valid_cols == t.cols - 1; });
    expect("rows no multiple of 8", [](const TileDesc& t) { return t.valid_rows % 8 != 0; });
    expect("columns no multiple of 8", [](const TileDesc& t) { return t.valid_cols > 8 && t.valid_cols % 8 != 0; });
    expect("columns no multiple of 32 bytes",
           [](const TileDesc& t) { return t.valid_cols * element_bytes(t.dtype) % 32 != 0; });
    expect("rows of 32 bytes", [](const TileDesc& t) { return t.cols * element_bytes(t.dtype) == 32; });
    expect("one wholly valid tile", [](const TileDesc& t) { return t.valid_cols == t.cols && t.valid_rows == t.rows; });
    expect("one element", [](const TileDesc& t) { return t.valid_cols == 1 && t.valid_rows == 1; });
  }
}

TEST_P(Reach, Pads) {
  const std::string& mnemonic = GetParam().mnemonic;
  std::set<PadValue> vec, mat, source;
  for (const Tuple* tuple : legal(GetParam())) {
    (tile(*tuple, 0).type == TileType::Mat ? mat : vec).insert(tile(*tuple, 0).pad);
    source.insert(tile(*tuple, 1).pad);
  }
  const std::set<PadValue> all(kAllPadValues.begin(), kAllPadValues.end());
  const bool fills = mnemonic.starts_with("TFILLPAD");
  EXPECT_EQ(vec, fills ? (std::set{PadValue::Zero, PadValue::Max, PadValue::Min}) : all);
  EXPECT_EQ(mat, mnemonic == "TFILLPAD" ? (std::set{PadValue::Null, PadValue::Zero}) : std::set<PadValue>{});
  EXPECT_EQ(source, all);
}

TEST_P(Reach, InPlaceWhereItIsAllowedAndApart) {
  const terms::Instruction& instruction = domains::resolved(GetParam().mnemonic);
  std::set<std::vector<int>> patterns, wanted = {{}};
  wanted.clear();
  for (const Tuple* tuple : legal(GetParam())) {
    std::vector<int> pattern;
    for (const TileOperand& operand : tuple->tiles) pattern.push_back(operand.storage);
    patterns.insert(pattern);
  }
  if (instruction.tiles.size() == 2) wanted = {{0, 1}};
  if (instruction.tiles.size() == 2 && !instruction.aliases.empty()) wanted.insert({0, 0});
  if (instruction.tiles.size() == 3) wanted = {{0, 1, 2}};
  if (instruction.mnemonic == "TPARTADD") wanted = {{0, 1, 2}, {0, 0, 1}, {0, 1, 0}};
  EXPECT_EQ(patterns, wanted);
}

class ReachOfOneInstruction : public testing::TestWithParam<Profile> {
 protected:
  void expect(const std::string& mnemonic, const char* what, const Condition& condition) const {
    EXPECT_TRUE(reached({mnemonic, GetParam()}, condition)) << what;
  }
  void expect_never(const std::string& mnemonic, const char* what, const Condition& condition) const {
    EXPECT_FALSE(reached({mnemonic, GetParam()}, condition)) << what;
  }
};
INSTANTIATE_TEST_SUITE_P(All, ReachOfOneInstruction, testing::ValuesIn(kCertifiedProfiles),
                         [](const auto& one) { return std::string(name(one.param)); });

TEST_P(ReachOfOneInstruction, Tmuls) {
  const auto fewer_rows = [](const Tuple& t) { return tile(t, 1).valid_rows < tile(t, 0).valid_rows; };
  const auto more_rows = [](const Tuple& t) { return tile(t, 1).valid_rows > tile(t, 0).valid_rows; };
  if (GetParam() == Profile::a5) {
    expect("TMULS", "fewer source rows", fewer_rows);
    expect("TMULS", "more source rows", more_rows);
  } else {
    expect_never("TMULS", "fewer source rows", fewer_rows);
    expect_never("TMULS", "more source rows", more_rows);
  }
}

TEST_P(ReachOfOneInstruction, Tpartadd) {
  const auto full = [](const Tuple& t, std::size_t source) {
    return tile(t, source).valid_rows == tile(t, 0).valid_rows && tile(t, source).valid_cols == tile(t, 0).valid_cols;
  };
  const auto smaller = [](const Tuple& t, std::size_t source, bool rows, bool cols) {
    return (tile(t, source).valid_rows < tile(t, 0).valid_rows) == rows &&
           (tile(t, source).valid_cols < tile(t, 0).valid_cols) == cols;
  };
  for (const std::size_t source : {1u, 2u}) {
    const std::size_t other = 3 - source;
    expect("TPARTADD", "fewer rows", [&](const Tuple& t) { return full(t, other) && smaller(t, source, true, false); });
    expect("TPARTADD", "fewer columns",
           [&](const Tuple& t) { return full(t, other) && smaller(t, source, false, true); });
    const auto both = [&](const Tuple& t) { return full(t, other) && smaller(t, source, true, true); };
    if (GetParam() == Profile::a2a3)
      expect("TPARTADD", "fewer of both", both);
    else
      expect_never("TPARTADD", "fewer of both", both);
    for (const bool greater : {true, false})
      for (const bool rows : {true, false})
        expect("TPARTADD", "another static shape", [&](const Tuple& t) {
          const auto [a, b] = rows ? std::pair{tile(t, source).rows, tile(t, 0).rows}
                                   : std::pair{tile(t, source).cols, tile(t, 0).cols};
          return greater ? a > b : a < b;
        });
    expect("TPARTADD", "in place and partial",
           [&](const Tuple& t) { return t.tiles[source].storage == t.tiles[0].storage && !full(t, source); });
  }
  expect("TPARTADD", "both full", [&](const Tuple& t) { return full(t, 1) && full(t, 2); });
  expect_never("TPARTADD", "neither full", [&](const Tuple& t) { return !full(t, 1) && !full(t, 2); });
}

TEST_P(ReachOfOneInstruction, Tfillpad) {
  for (const char* form : {"heterogeneous", "homogeneous"}) {
    const bool one_type = std::string(form) == "homogeneous";
    for (const bool in_place : {true, false})
      expect("TFILLPAD", form, [&](const Tuple& t) {
        return find_attribute(t, "form") == form && (t.tiles[0].storage == t.tiles[1].storage) == in_place &&
               (tile(t, 0).type == TileType::Mat) == one_type;
      });
  }
  expect("TFILLPAD", "source valid beyond the destination's",
         [](const Tuple& t) { return tile(t, 1).valid_rows > tile(t, 0).valid_rows; });
  expect("TFILLPAD", "several boxes each way", [](const Tuple& t) {
    return tile(t, 0).type == TileType::Mat && tile(t, 0).rows > 16 &&
           tile(t, 0).cols * element_bytes(tile(t, 0).dtype) > 32;
  });
}

TEST_P(ReachOfOneInstruction, TfillpadExpand) {
  for (const bool rows : {true, false})
    for (const bool cols : {true, false})
      expect("TFILLPAD_EXPAND", "larger or equal", [&](const Tuple& t) {
        return (tile(t, 0).rows > tile(t, 1).rows) == rows && (tile(t, 0).cols > tile(t, 1).cols) == cols;
      });
}

TEST_P(ReachOfOneInstruction, Tgatherb) {
  for (const std::size_t operand : {1u, 2u})
    for (const bool greater : {true, false}) {
      expect("TGATHERB", "other rows", [&](const Tuple& t) {
        return greater ? tile(t, operand).rows > tile(t, 0).rows : tile(t, operand).rows < tile(t, 0).rows;
      });
      expect("TGATHERB", "other columns", [&](const Tuple& t) {
        return greater ? tile(t, operand).cols > tile(t, 0).cols : tile(t, operand).cols < tile(t, 0).cols;
      });
      expect("TGATHERB", "other valid region", [&](const Tuple& t) {
        return greater ? tile(t, operand).valid_cols > tile(t, 0).valid_cols
                       : tile(t, operand).valid_cols < tile(t, 0).valid_cols;
      });
    }
}

}  // namespace
}  // namespace pto_cts::generators
