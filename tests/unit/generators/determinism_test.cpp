// SPDX-License-Identifier: MIT
// A case is a function of seed, instruction, profile, cell and k, and of nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "domains.h"

namespace pto_cts::generators {
namespace {

using domains::Which;

bool same(const Case& a, const Case& b) {
  const bool own = a.name == b.name && a.profile == b.profile && a.tuple == b.tuple && a.scalars == b.scalars &&
                   a.payload == b.payload && a.poison == b.poison && a.index_poison == b.index_poison &&
                   a.payload_class == b.payload_class && a.broken == b.broken;
  return own && (a.twin != nullptr) == (b.twin != nullptr) && (!a.twin || same(*a.twin, *b.twin));
}

class Determinism : public testing::TestWithParam<Which> {};
INSTANTIATE_TEST_SUITE_P(Some, Determinism,
                         testing::Values(Which{"TMULS", Profile::a2a3}, Which{"TGATHERB", Profile::a5},
                                         Which{"TFILLPAD_EXPAND", Profile::cpu_sim}),
                         domains::test_name);

TEST_P(Determinism, BuiltTwiceADomainIsTheSameAndSoAreItsCasesInAnyOrder) {
  const Domain& first = domains::domain(GetParam());
  const Domain second(domains::resolved(GetParam().mnemonic), GetParam().profile);
  ASSERT_EQ(first.cells().size(), second.cells().size());
  ASSERT_EQ(first.infeasible().size(), second.infeasible().size());
  for (std::size_t i = 0; i < first.infeasible().size(); ++i) EXPECT_EQ(first.infeasible()[i].id, second.infeasible()[i].id);
  std::vector<Generated> cases;
  for (std::size_t i = 0; i < first.cells().size(); i += 4) cases.push_back(first.generate(first.cells()[i], 1, 5));
  for (std::size_t n = cases.size(); n-- > 0;) {
    const Cell& cell = second.cells()[4 * n];
    EXPECT_EQ(cell.id, first.cells()[4 * n].id);
    EXPECT_EQ(cell.broken, first.cells()[4 * n].broken);
    const Generated again = second.generate(cell, 1, 5);
    EXPECT_TRUE(same(*cases[n].subject, *again.subject)) << cell.id;
    EXPECT_EQ(cases[n].replaced, again.replaced);
  }
}

TEST_P(Determinism, AFirstTupleThatIsRememberedIsTheOneThatIsFound) {
  const Domain first(domains::resolved(GetParam().mnemonic), GetParam().profile);
  const Domain second(domains::resolved(GetParam().mnemonic), GetParam().profile);
  for (std::size_t n = first.cells().size(); n-- > 0;)
    if (n % 3 == 0) second.find_first_tuple(second.cells()[n]);
  for (std::size_t i = 0; i < first.cells().size(); i += 3) {
    const Cell& cell = first.cells()[i];
    const Generated made = first.generate(cell, 1, 0);
    EXPECT_TRUE(same(*made.subject, *first.generate(cell, 1, 0).subject)) << cell.id;
    EXPECT_TRUE(same(*made.subject, *second.generate(cell, 1, 0).subject)) << cell.id;
  }
}

TEST_P(Determinism, SeedAndNumberTellCasesApart) {
  const Domain& domain = domains::domain(GetParam());
  for (std::size_t i = 0; i < domain.cells().size(); i += 11) {
    const Cell& cell = domain.cells()[i];
    const Generated first = domain.generate(cell, 1, 0);
    EXPECT_FALSE(first.subject->payload == domain.generate(cell, 1, 1).subject->payload) << cell.id;
    EXPECT_FALSE(first.subject->payload == domain.generate(cell, 2, 0).subject->payload) << cell.id;
    EXPECT_FALSE(first.subject->payload == domain.generate(cell, 1, std::uint64_t{1} << 40).subject->payload)
        << cell.id;
  }
}

TEST(DeterminismOfProfiles, ProfilesHaveCasesOfTheirOwn) {
  const Domain& a = domains::domain({"TGATHERB", Profile::a2a3});
  const Domain& b = domains::domain({"TGATHERB", Profile::a5});
  const std::string id = "legal/f32,f32,u32/ND/any";
  const Generated x = a.generate(domains::cell_named(a, id), 1, 0), y = b.generate(domains::cell_named(b, id), 1, 0);
  EXPECT_FALSE(x.subject->payload == y.subject->payload);
}

TEST(DeterminismOfCells, CellsOfOneDomainAreDrawnApart) {
  const Domain& domain = domains::domain({"TMULS", Profile::a5});
  std::set<std::vector<std::uint8_t>> seen;
  std::size_t cases = 0;
  for (const Cell& cell : domain.cells()) {
    if (cell.kind != CellKind::legal) continue;
    const Generated made = domain.generate(cell, 3, 0);
    seen.insert(made.subject->payload.back());
    ++cases;
  }
  EXPECT_GT(seen.size() * 100, cases * 98);
}

}  // namespace
}  // namespace pto_cts::generators
