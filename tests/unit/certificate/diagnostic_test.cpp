// SPDX-License-Identifier: MIT
// Which texts say something of the clause that a tuple breaks.
#include <gtest/gtest.h>

#include "pto_cts/instructions/registry.h"
#include "standing.h"

namespace pto_cts::reports {
namespace {

const terms::Clause& clause(const char* id) {
  for (const terms::Instruction& instruction : spec::instructions())
    if (const terms::Clause* found = instruction.find_clause(id)) return *found;
  throw std::logic_error(id);
}

TEST(Words, ArePartedAsPeopleReadThem) {
  EXPECT_EQ(words_of("GetValidRow() == 3, f16 rows_col ABC"), (std::set<std::string>{"get", "valid", "row", "f16", "rows", "col", "abc"}));
  EXPECT_TRUE(words_of(" 12 _ ").empty());
}

struct Said {
  const char* clause;
  const char* text;
  bool names;
};

TEST(Diagnostic, NamesSomethingOfTheClauseOrNot) {
  const Said all[] = {
      {"tmuls.a5.dtype", "a5 has no such element type", true},
      {"tmuls.a5.dtype", "static assertion failed: unsupported dtype", true},
      {"tmuls.a5.dtype", "bad call", false},
      {"tmuls.a5.dtype", "internal error 7", false},  // "internal" is not "int"
      {"tmuls.a5.dtype", "the layout must be row-major", false},
      {"tmuls.a5.dtype", "see tmuls.a5.dtype", true},
      {"tmuls.valid-cols", "Assertion `dst.GetValidCol() == src.GetValidCol()' failed.", true},
      {"tmuls.valid-cols", "columns differ", true},
      {"tmuls.valid-cols", "invalid argument", false},
      {"tmuls.row-major", "TMULS: layout not supported", true},
      {"tmuls.location", "must be in Vec", true},
      {"tmuls.location", "must be in UB", false},
      {"tfillpad.dst.capacity", "more than 32 KiB: capacity", true},
      {"tfillpad.dst.col-alignment", "not 32-byte aligned", true},
      {"tfillpad.pad", "PadVal is Null", true},
      {"tfillpad.pad", "Null", false},
  };
  for (const Said& said : all) EXPECT_EQ(names_something_of(said.text, clause(said.clause)), said.names) << said.clause << ": " << said.text;
}

TEST(Diagnostic, EveryClauseHasWordsOfItsOwn) {
  for (const terms::Instruction& instruction : spec::instructions())
    for (const terms::Clause& one : instruction.clauses) {
      EXPECT_FALSE(words_for(one).empty()) << one.id;
      EXPECT_FALSE(names_something_of("error: call refused by dst src src0 src1 offset", one) && one.phase != terms::Phase::data) << one.id;
    }
}

}  // namespace
}  // namespace pto_cts::reports
