// SPDX-License-Identifier: MIT
#include "pto_cts/backend/backend.h"

#include <gtest/gtest.h>

namespace pto_cts::backend {
namespace {

Tuple gather(DType dst, DType src, DType offset) {
  Tuple tuple;
  tuple.mnemonic = "TGATHERB";
  tuple.tiles = {{"dst", Role::out, default_tile(TileType::Vec, dst, 16, 32), 0},
                 {"src", Role::in, default_tile(TileType::Vec, src, 16, 32), 1},
                 {"offset", Role::index, default_tile(TileType::Vec, offset, 16, 32), 2}};
  return tuple;
}

const Capabilities kDeclared = {{"TMULS", "TGATHERB"}, {DType::f32, DType::u32}, {Profile::a5, Profile::cpu_sim}};

TEST(Capabilities, CoverADeclaredInstructionProfileAndTypes) {
  EXPECT_TRUE(kDeclared.covers(gather(DType::f32, DType::f32, DType::u32), Profile::a5));
  EXPECT_TRUE(kDeclared.covers(gather(DType::f32, DType::u32, DType::u32), Profile::cpu_sim));
}

TEST(Capabilities, AskForTheTypeOfEveryTileOperand) {
  EXPECT_FALSE(kDeclared.covers(gather(DType::i8, DType::f32, DType::u32), Profile::a5));
  EXPECT_FALSE(kDeclared.covers(gather(DType::f32, DType::i8, DType::u32), Profile::a5));
  EXPECT_FALSE(kDeclared.covers(gather(DType::f32, DType::f32, DType::i32), Profile::a5));
}

TEST(Capabilities, DoNotCoverAnotherInstructionOrProfile) {
  EXPECT_FALSE(kDeclared.covers(gather(DType::f32, DType::f32, DType::u32), Profile::a2a3));
  Tuple other = gather(DType::f32, DType::f32, DType::u32);
  other.mnemonic = "TGATHER";
  EXPECT_FALSE(kDeclared.covers(other, Profile::a5));
}

TEST(Capabilities, AskForLayoutsFormsAndSharing) {
  const Tuple plain = gather(DType::f32, DType::f32, DType::u32);
  Capabilities declared = kDeclared;
  declared.layouts = {Layout::ND};
  declared.forms = {"heterogeneous"};
  declared.in_place = false;
  EXPECT_TRUE(declared.covers(plain, Profile::a5));

  Tuple columns = plain;
  columns.tiles[2].tile.blayout = BLayout::ColMajor;
  EXPECT_FALSE(declared.covers(columns, Profile::a5));
  EXPECT_TRUE(kDeclared.covers(columns, Profile::a5));

  Tuple formed = plain;
  formed.attributes = {{"pad", "homogeneous", true}, {"form", "heterogeneous", false}};
  EXPECT_TRUE(declared.covers(formed, Profile::a5));
  formed.attributes[1].value = "homogeneous";
  EXPECT_FALSE(declared.covers(formed, Profile::a5));
  EXPECT_TRUE(kDeclared.covers(formed, Profile::a5));

  Tuple shared = plain;
  shared.tiles[1].storage = 0;
  shared.tiles[2].storage = 1;
  EXPECT_FALSE(declared.covers(shared, Profile::a5));
  EXPECT_TRUE(kDeclared.covers(shared, Profile::a5));
}

TEST(Capabilities, OfABackendThatDeclaresNothingCoverNothing) {
  EXPECT_FALSE(Capabilities{}.covers(gather(DType::f32, DType::f32, DType::u32), Profile::a5));
}

TEST(Outcome, KindsHaveTheNamesOfTheDesign) {
  EXPECT_EQ(name(OutcomeKind::executed), "executed");
  EXPECT_EQ(name(OutcomeKind::rejected), "rejected");
  EXPECT_EQ(name(OutcomeKind::crashed), "crashed");
  EXPECT_EQ(name(OutcomeKind::timeout), "timeout");
  EXPECT_EQ(name(OutcomeKind::unsupported), "unsupported");
  EXPECT_EQ(name(OutcomeKind::protocol_error), "protocol-error");
}

TEST(Outcome, LeftUnfilledIsNoSuccess) {
  EXPECT_EQ(Outcome{}.kind, OutcomeKind::protocol_error);
  EXPECT_TRUE(Outcome{}.diagnostic.empty());
}

TEST(Observability, IsEverythingUnlessABackendSaysLess) {
  EXPECT_TRUE(Observability{}.guards);
  EXPECT_TRUE(Observability{}.sources);
  EXPECT_TRUE(Observability{}.memory_after_reject);
}

}  // namespace
}  // namespace pto_cts::backend
