// SPDX-License-Identifier: MIT
// Which clauses can be broken alone: what the domain says against what brute force finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "cells.h"
#include "domains.h"
#include "mutations.h"
#include "pto_cts/evaluate/legality.h"

namespace pto_cts::generators {
namespace {

using domains::Drawn;
using domains::Which;
using Ids = std::vector<std::string>;

const Breakability& of(const Domain& domain, const std::string& clause) {
  for (const Breakability& b : domain.breakability())
    if (b.clause == clause) return b;
  throw std::runtime_error("no clause " + clause);
}

class BruteForce : public testing::TestWithParam<Which> {};
INSTANTIATE_TEST_SUITE_P(All, BruteForce, testing::ValuesIn(domains::all()), domains::test_name);

// PTO_CTS_BRUTE_FORCE=<tuples> searches longer.
int tuples_to_try() {
  const char* wish = std::getenv("PTO_CTS_BRUTE_FORCE");
  return wish ? std::atoi(wish) : 40'000;
}

bool is_device_rule(const Domain& domain, const std::string& clause) {
  return domain.profile() == Profile::cpu_sim &&
         domain.instruction().find_clause(clause)->scope != terms::Scope::common;
}

Ids sorted(Ids ids) {
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST_P(BruteForce, FindsNoSetOfClausesThatTheDomainMissed) {
  const auto& [mnemonic, profile] = GetParam();
  const Domain& domain = domains::domain(GetParam());
  const terms::Instruction& instruction = domain.instruction();
  std::vector<const Tuple*> start;
  for (const Drawn& drawn : domains::drawn(GetParam()))
    if (drawn.cell->kind == CellKind::legal) start.push_back(&drawn.tuple);
  mutations::Maker maker(instruction, 42);
  std::map<Ids, Tuple> found;
  for (int i = 0; i < tuples_to_try(); ++i) {
    const Tuple tuple = maker.neighbour(*start[maker.below(start.size())]);
    const evaluate::Verdict verdict = evaluate::verdict(instruction, tuple, profile);
    if (verdict.clauses.size() >= 1 && verdict.clauses.size() <= 3) found.try_emplace(sorted(verdict.clauses), tuple);
  }
  std::size_t alone = 0, alone_found = 0;
  for (const Breakability& b : domain.breakability()) {
    alone += b.alone;
    alone_found += found.count({b.clause});
    if (found.count({b.clause})) {
      EXPECT_TRUE(b.alone) << b.clause << " can be broken alone";
    }
    if (b.alone) continue;
    // None smaller than those reported, and of that size none that is not reported.
    const std::size_t smallest = b.together.empty() ? 4 : b.together.front().size();
    for (const Ids& together : b.together) EXPECT_EQ(together.size(), smallest) << b.clause;
    for (const auto& [ids, tuple] : found) {
      if (std::count(ids.begin(), ids.end(), b.clause) == 0) continue;
      // A rule of one device decides nothing on cpu_sim where a common one is broken anyway.
      if (is_device_rule(domain, b.clause) &&
          !std::all_of(ids.begin(), ids.end(), [&](const std::string& id) { return is_device_rule(domain, id); }))
        continue;
      std::string text;
      for (const std::string& id : ids) text += id + " ";
      EXPECT_GE(ids.size(), smallest) << text;
      if (ids.size() == smallest) {
        EXPECT_EQ(std::count(b.together.begin(), b.together.end(), ids), 1) << text;
      }
    }
  }
  if (std::getenv("PTO_CTS_SHOW"))
    printf("%s: %zu of %zu found\n", domains::print(GetParam()).c_str(), alone_found, alone);
  // The search is worth something: it comes upon nearly all that the domain can break alone.
  EXPECT_GE(alone_found * 10, alone * 8);
}

TEST_P(BruteForce, FindsNoLegalTupleOutsideOfTheCells) {
  const auto& [mnemonic, profile] = GetParam();
  const Domain& domain = domains::domain(GetParam());
  const std::vector<Boundary> all = boundaries(domain.instruction());
  std::map<std::string, std::vector<const Boundary*>> empty;
  for (const Boundary& boundary : all)
    for (const auto& [id, predicates] : domain.infeasible())
      if (id.substr(id.rfind('/') + 1) == boundary.name) empty[id.substr(0, id.rfind('/'))].push_back(&boundary);
  std::vector<std::pair<std::string, const Tuple*>> tuples;
  for (const Drawn& drawn : domains::drawn(GetParam()))
    if (drawn.cell->kind == CellKind::legal)
      tuples.emplace_back(drawn.cell->id.substr(0, drawn.cell->id.rfind('/')), &drawn.tuple);
  mutations::Maker maker(domain.instruction(), 43);
  int legal = 0;
  for (int i = 0; i < tuples_to_try() / 4; ++i) {
    const auto& [signature, from] = tuples[maker.below(tuples.size())];
    const Tuple tuple = maker.neighbour(*from);
    if (evaluate::verdict(domain.instruction(), tuple, profile).legality != evaluate::Legality::legal) continue;
    ++legal;
    bool same_signature = true;
    for (std::size_t t = 0; t < tuple.tiles.size(); ++t)
      same_signature = same_signature && tuple.tiles[t].tile.dtype == from->tiles[t].tile.dtype &&
                       tuple.tiles[t].tile.type == from->tiles[t].tile.type;
    if (!same_signature) continue;
    for (const Boundary* boundary : empty[signature])
      EXPECT_FALSE(evaluate::holds(boundary->predicate, tuple)) << signature << "/" << boundary->name;
  }
  EXPECT_GT(legal, 100);
}

// By hand: what always falls with something else, and why.
TEST(Breakability, OfTfillpad) {
  for (const Profile profile : kCertifiedProfiles) {
    const Domain& domain = domains::domain({"TFILLPAD", profile});
    // Equal element size and shape make equal bytes: a size rule of one tile holds or falls with the other's, unless
    // one of the three equalities falls as well.
    for (const char* rule : {"capacity", "capacity-multiple", "col-alignment"})
      for (const char* tile : {"dst.", "src."}) {
        const std::string clause = std::string("tfillpad.") + tile + rule;
        const Breakability& b = of(domain, clause);
        EXPECT_FALSE(b.alone) << clause;
        const std::string other = std::string("tfillpad.") + (tile[0] == 'd' ? "src." : "dst.") + rule;
        std::set<Ids> expected;
        for (const std::string& with : {std::string("tfillpad.same-size"), std::string("tfillpad.same-cols"), other})
          expected.insert(sorted({clause, with}));
        // Rows are no part of the alignment of columns.
        if (std::string(rule) != "col-alignment") expected.insert(sorted({clause, "tfillpad.same-rows"}));
        EXPECT_EQ(std::set<Ids>(b.together.begin(), b.together.end()), expected) << clause;
      }
    for (const char* rule : {"pad", "same-size", "element-size", "same-rows", "same-cols", "mat-layout", "mat-pad",
                             "dst.valid-rows", "dst.valid-cols", "src.valid-rows", "src.valid-cols"})
      EXPECT_TRUE(of(domain, std::string("tfillpad.") + rule).alone) << rule;
  }
}

TEST(Breakability, OfTfillpadExpand) {
  for (const Profile profile : kCertifiedProfiles) {
    const Domain& domain = domains::domain({"TFILLPAD_EXPAND", profile});
    for (const Breakability& b : domain.breakability()) {
      // Less than 512 bytes is no multiple of 512, and more than 32768 is more than the destination may have.
      EXPECT_EQ(b.alone, b.clause != "tfillpad_expand.src.capacity") << b.clause;
    }
  }
}

TEST(Breakability, OfTgatherb) {
  for (const Profile profile : kCertifiedProfiles) {
    const Domain& domain = domains::domain({"TGATHERB", profile});
    for (const Breakability& b : domain.breakability()) {
      // No type of the list has another size than 1, 2 or 4; cpu_sim knows no rule of a5 alone to pair a2a3's with.
      const bool implied = b.clause == "tgatherb.element-size";
      const bool device_only = profile == Profile::cpu_sim && b.clause == "tgatherb.a2a3.row-major";
      EXPECT_EQ(b.alone, !implied && !device_only) << b.clause;
      if (implied) {
        EXPECT_EQ(b.together, (std::vector<Ids>{{"tgatherb.dtype", "tgatherb.element-size"}}));
      }
      if (device_only) {
        EXPECT_TRUE(b.together.empty());
      }
    }
  }
}

TEST(Breakability, OfTmulsAndTpartadd) {
  for (const char* mnemonic : {"TMULS", "TPARTADD"})
    for (const Profile profile : kCertifiedProfiles) {
      const Domain& domain = domains::domain({mnemonic, profile});
      const std::string prefix = terms::id_prefix(domain.instruction()) + ".";
      const Ids dtypes = {prefix + "a2a3.dtype", prefix + "a5.dtype"};
      for (const Breakability& b : domain.breakability()) {
        const terms::Clause& clause = *domain.instruction().find_clause(b.clause);
        if (profile != Profile::cpu_sim || clause.scope == terms::Scope::common) {
          EXPECT_TRUE(b.alone) << b.clause;
          continue;
        }
        // On cpu_sim each device must forbid; A5 has one rule of its own, which implies A2/A3's on types.
        EXPECT_FALSE(b.alone);
        const bool on_types = b.clause == dtypes[0] || b.clause == dtypes[1];
        Ids expected = dtypes;
        if (!on_types) expected.push_back(b.clause);
        EXPECT_EQ(b.together, (std::vector<Ids>{sorted(expected)})) << b.clause;
      }
    }
}

TEST(Breakability, KnowsEveryClauseOfTheProfileOnce) {
  for (const Which& which : domains::all()) {
    const Domain& domain = domains::domain(which);
    Ids expected, known;
    for (const terms::Clause& clause : domain.instruction().clauses)
      if (which.profile == Profile::cpu_sim || terms::holds_on(clause.scope, which.profile))
        expected.push_back(clause.id);
    for (const Breakability& b : domain.breakability()) known.push_back(b.clause);
    EXPECT_EQ(known, expected);
  }
}

}  // namespace
}  // namespace pto_cts::generators
