// SPDX-License-Identifier: MIT
// Trees compared and taken apart, and the phase that follows from what a tree reads.
#include "pto_cts/terms/node.h"

#include <gtest/gtest.h>

#include "toy.h"

namespace pto_cts::terms {
namespace {

using toy::kDst;
using toy::kSrc;

TEST(SameTree, HoldsOnlyForTreesThatAgreeInEveryPart) {
  const auto tree = [](const Bool& term) { return term.tree(); };
  EXPECT_TRUE(same_tree(tree(kDst.rows + 1 == 2), tree(kDst.rows + 1 == 2)));
  const NodePtr base = tree(kDst.rows + 1 == 2);
  for (const NodePtr& other :
       {tree(kDst.rows + 1 == 3), tree(kDst.rows + 1 != 2), tree(kSrc.rows + 1 == 2), tree(kDst.cols + 1 == 2),
        tree(1 + kDst.rows == 2), tree(kDst.rows - 1 == 2), tree(kDst.rows == 2)})
    EXPECT_FALSE(same_tree(base, other));
  EXPECT_FALSE(same_tree(tree(in(kDst.rows, {1, 2})), tree(in(kDst.rows, {1, 3}))));
  EXPECT_FALSE(same_tree(tree(reading("a")), tree(reading("b"))));
  EXPECT_FALSE(same_tree(tree(kDst.blayout == BLayout::RowMajor), tree(kDst.slayout == SLayout::NoneBox)));
  EXPECT_FALSE(same_tree(tree(same_storage(kDst, kSrc)), tree(same_storage(kDst, kDst))));
}

TEST(Conjuncts, OpenNestedConjunctionsInOrderAndNothingElse) {
  const Bool a = kDst.rows == 1, b = kDst.rows == 2, c = kDst.rows == 3, d = kDst.rows == 4;
  const std::vector<NodePtr> parts = conjuncts(((a && b) && (c || d) && d).tree());
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_TRUE(same_tree(parts[0], a.tree()));
  EXPECT_TRUE(same_tree(parts[1], b.tree()));
  EXPECT_TRUE(same_tree(parts[2], (c || d).tree()));
  EXPECT_TRUE(same_tree(parts[3], d.tree()));
  EXPECT_EQ(conjuncts(a.tree()).size(), 1u);
}

TEST(Walk, VisitsEveryNodeParentsFirst) {
  std::vector<Op> seen;
  walk((kDst.rows + 1 == 2).tree(), [&](const Node& node) { seen.push_back(node.op); });
  EXPECT_EQ(seen, (std::vector{Op::eq, Op::add, Op::field, Op::constant, Op::constant}));
}

TEST(Phase, IsStaticForTypesShapesLayoutsAndAttributes) {
  EXPECT_EQ(phase_of((kDst.type == TileType::Vec).tree()), Phase::static_);
  EXPECT_EQ(phase_of(same_type(kDst, kSrc).tree()), Phase::static_);
  EXPECT_EQ(phase_of((kDst.bytes() % 512 == 0).tree()), Phase::static_);
  EXPECT_EQ(phase_of((kDst.static_valid_rows <= kDst.rows && kDst.box_rows == 16).tree()), Phase::static_);
  EXPECT_EQ(phase_of(Choice(0, {"plain", "fancy"}).is("fancy").tree()), Phase::static_);
  EXPECT_EQ(phase_of((PadAttribute(1).value == PadValue::Zero).tree()), Phase::static_);
  EXPECT_EQ(phase_of((Scalar(0).dtype == kDst.dtype).tree()), Phase::static_);
  EXPECT_EQ(phase_of(reading("odd").tree()), Phase::static_);
}

TEST(Phase, IsRunTimeForValidExtentsAndStorage) {
  EXPECT_EQ(phase_of((kDst.valid_rows == 1).tree()), Phase::run_time);
  EXPECT_EQ(phase_of((kDst.rows == 1 || kDst.valid_cols == 1).tree()), Phase::run_time);
  EXPECT_EQ(phase_of(same_valid_region(kDst, kSrc).tree()), Phase::run_time);
  EXPECT_EQ(phase_of(same_storage(kDst, kSrc).tree()), Phase::run_time);
}

TEST(Phase, IsDataForContentsWhateverElseIsRead) {
  const Bool contents = kSrc.index_at(row(), col()) < 4;
  EXPECT_EQ(phase_of(contents.tree()), Phase::data);
  EXPECT_EQ(phase_of(for_all_valid(kDst, contents).tree()), Phase::data);
  EXPECT_EQ(phase_of((contents && kDst.valid_rows == 1).tree()), Phase::data);
  EXPECT_EQ(phase_of((kDst.valid_rows == 1 && contents).tree()), Phase::data);
}

TEST(Phase, OfARuleOnAllValidElementsIsNotStaticForTheValidRegionIsNot) {
  EXPECT_NE(phase_of(for_all_valid(kDst, row() < kSrc.rows).tree()), Phase::static_);
}

TEST(Phase, AndScopeHaveTheNamesOfTheDesign) {
  EXPECT_EQ(name(Phase::static_), "static");
  EXPECT_EQ(name(Phase::run_time), "run-time");
  EXPECT_EQ(name(Phase::data), "data");
  EXPECT_EQ(name(Scope::common), "common");
  EXPECT_EQ(name(Scope::a2a3), "a2a3");
  EXPECT_EQ(name(Scope::a5), "a5");
}

TEST(Scope, OfOneDeviceDoesNotHoldOnTheOther) {
  for (const Profile device : {Profile::a2a3, Profile::a5, Profile::strict})
    EXPECT_TRUE(holds_on(Scope::common, device));
  EXPECT_TRUE(holds_on(Scope::a2a3, Profile::a2a3));
  EXPECT_FALSE(holds_on(Scope::a2a3, Profile::a5));
  EXPECT_FALSE(holds_on(Scope::a2a3, Profile::strict));
  EXPECT_FALSE(holds_on(Scope::a5, Profile::a2a3));
  EXPECT_TRUE(holds_on(Scope::a5, Profile::a5));
  EXPECT_TRUE(holds_on(Scope::a5, Profile::strict));
}

}  // namespace
}  // namespace pto_cts::terms
