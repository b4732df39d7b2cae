// SPDX-License-Identifier: MIT
// The rules on this repository, and each rule on a small tree that breaks it.
#include <gtest/gtest.h>

#include <fstream>

#include "source_tree.h"

namespace pto_cts::architecture {
namespace {

const std::vector<RestrictedLibrary>& restricted_libraries() {
  static const std::vector<RestrictedLibrary> libraries = {
      {"z3", {"z3++.h", "z3.h", "z3_"}, {"oracle/smt"}},
      {"rapidcheck", {"rapidcheck.h", "rapidcheck/"}, {"generators", "tests"}},
      {"highway", {"hwy/"}, {"harness/backends/simd"}},
      {"cli11", {"CLI/"}, {"harness/cli"}},
  };
  return libraries;
}

const std::vector<SizeException>& size_exceptions() {
  static const std::vector<SizeException> exceptions = {};
  return exceptions;
}

std::vector<Allowance> told_to_cmake() {
  std::vector<Allowance> result;
  std::ifstream in(PTO_CTS_ALLOWED_FILE);
  for (Allowance row; in >> row.folder >> row.name;) result.push_back(row);
  return result;
}

const SourceTree& repository() {
  static const SourceTree tree = load_source_tree(PTO_CTS_SOURCE_DIR);
  return tree;
}

const Violations kNone;

TEST(Repository, IsRead) {
  EXPECT_GT(repository().size(), 50u);
}
TEST(Repository, HasNoRelativeIncludes) {
  EXPECT_EQ(relative_includes(repository()), kNone);
}
TEST(Repository, NamesItsLicenceInEverySource) {
  EXPECT_EQ(missing_licence_lines(repository()), kNone);
}
TEST(Repository, KeepsPublicHeadersInTheirLayer) {
  EXPECT_EQ(misplaced_public_headers(repository()), kNone);
}
TEST(Repository, HidesTheSpecFromBackends) {
  EXPECT_EQ(backends_that_see_the_spec(repository()), kNone);
}
TEST(Repository, KeepsLibrariesInTheirLayers) {
  EXPECT_EQ(restricted_includes(repository(), restricted_libraries()), kNone);
}
TEST(Repository, AllowsOnlyWhatIsUsed) {
  EXPECT_FALSE(told_to_cmake().empty());
  EXPECT_EQ(wrong_allowances(repository(), restricted_libraries(), told_to_cmake()), kNone);
}
TEST(Repository, KeepsFilesSmall) {
  EXPECT_EQ(oversized_files(repository(), size_exceptions()), kNone);
}

std::vector<std::string> many_lines(std::size_t count) {
  return std::vector<std::string>(count, "//");
}

TEST(Rule, RelativeIncludes) {
  const SourceTree tree = {{"spec/a.cpp", {"#include \"../b.h\"", "#include \"x/../b.h\"", "  # include \"c..d.h\""}},
                           {"spec/CMakeLists.txt", {"#include \"../b.h\""}}};
  EXPECT_EQ(relative_includes(tree), (Violations{"spec/a.cpp includes ../b.h", "spec/a.cpp includes x/../b.h"}));
}

TEST(Rule, MissingLicenceLines) {
  const SourceTree tree = {{"a.cpp", {"// SPDX-License-Identifier: MIT"}},
                           {"run", {"#!/bin/sh", "# SPDX-License-Identifier: MIT"}},
                           {"late.cpp", {"", "", "// SPDX-License-Identifier: MIT"}},
                           {"other.cpp", {"// SPDX-License-Identifier: BSD-3-Clause"}},
                           {"empty.cpp", {}}};
  const Violations found = missing_licence_lines(tree);
  ASSERT_EQ(found.size(), 3u);
  EXPECT_TRUE(found[0].starts_with("late.cpp"));
  EXPECT_TRUE(found[1].starts_with("other.cpp"));
  EXPECT_TRUE(found[2].starts_with("empty.cpp"));
}

TEST(Rule, MisplacedPublicHeaders) {
  const SourceTree tree = {{"spec/terms/include/pto_cts/terms/a.h", {}},
                           {"spec/types/include/dtype.h", {}},
                           {"spec/types/include/pto_cts/terms/b.h", {}}};
  EXPECT_EQ(misplaced_public_headers(tree),
            (Violations{"spec/types/include/dtype.h is not in include/pto_cts/<layer>/",
                        "spec/types/include/pto_cts/terms/b.h: pto_cts/terms/ belongs to spec/terms"}));
}

TEST(Rule, BackendsThatSeeTheSpec) {
  const SourceTree tree = {
      {"harness/backends/simd/src/a.cpp", {"#include \"pto_cts/types/t.h\"", "#include \"pto_cts/evaluate/e.h\""}},
      {"harness/backends/mutants/src/b.cpp", {"#include \"pto_cts/instructions/i.h\""}},
      {"harness/judge/src/c.cpp", {"#include \"pto_cts/numerics/n.h\""}}};
  EXPECT_EQ(backends_that_see_the_spec(tree),
            (Violations{"harness/backends/simd/src/a.cpp includes pto_cts/evaluate/e.h",
                        "harness/backends/mutants/src/b.cpp includes pto_cts/instructions/i.h"}));
}

TEST(Rule, RestrictedIncludes) {
  const SourceTree tree = {{"oracle/smt/src/a.cpp", {"#include <z3++.h>"}},
                           {"oracle/evaluate/src/b.cpp", {"#include <z3++.h>"}},
                           {"harness/campaign/src/c.cpp", {"#include <rapidcheck/Gen.h>"}},
                           {"tests/unit/types/d_test.cpp", {"#include <rapidcheck.h>", "#include <hwy/highway.h>"}},
                           {"harness/climate/e.cpp", {"#include <CLI/CLI.hpp>"}}};
  EXPECT_EQ(restricted_includes(tree, restricted_libraries()),
            (Violations{"oracle/evaluate/src/b.cpp includes z3", "harness/campaign/src/c.cpp includes rapidcheck",
                        "tests/unit/types/d_test.cpp includes highway", "harness/climate/e.cpp includes cli11"}));
}

TEST(Rule, WrongAllowances) {
  const SourceTree tree = {{"generators/src/a.cpp", {}}, {"harness/cli/main.cpp", {"#include <CLI/CLI.hpp>"}}};
  const std::vector<Allowance> told = {{"harness/cli", "cli11"}, {"spec/terms", "highway"}, {"tests/x", "rapidcheck"}};
  EXPECT_EQ(wrong_allowances(tree, restricted_libraries(), told),
            (Violations{"generators is allowed rapidcheck and does not use it",
                        "spec/terms/CMakeLists.txt must not ALLOW highway"}));
}

TEST(Rule, OversizedFiles) {
  const SourceTree tree = {{"oracle/a.cpp", many_lines(750)},
                           {"oracle/b.cpp", many_lines(751)},
                           {"spec/instructions/list.cpp", many_lines(121)},
                           {"spec/instructions/vector/tmuls.cpp", many_lines(121)},
                           {"spec/instructions/vector/tadd.cpp", many_lines(120)}};
  EXPECT_EQ(oversized_files(tree, {}),
            (Violations{"oracle/b.cpp has 751 lines; the limit is 750",
                        "spec/instructions/vector/tmuls.cpp has 121 lines; the limit is 120"}));
  EXPECT_EQ(oversized_files(tree, {{"oracle/b.cpp", 760}, {"oracle/a.cpp", 760}, {"gone.cpp", 760}}),
            (Violations{"spec/instructions/vector/tmuls.cpp has 121 lines; the limit is 120",
                        "oracle/a.cpp needs no exception", "gone.cpp needs no exception"}));
}

}  // namespace
}  // namespace pto_cts::architecture
