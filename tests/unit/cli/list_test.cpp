// SPDX-License-Identifier: MIT
#include "program.h"

#include <set>

namespace pto_cts::cli {
namespace {

TEST(List, IsAnArrayOfObjectsWithUniqueIds) {
  const Folder folder;
  for (const char* what : {"instructions", "clauses", "profiles", "backends", "cells", "mutants"}) {
    SCOPED_TRACE(what);
    std::vector<std::string> arguments = {"list", what, "--json", "--instruction", "TFILLPAD_EXPAND"};
    if (std::string(what) == "cells" || std::string(what) == "clauses") arguments.insert(arguments.end(), {"--profile", "a5"});
    const Finished finished = run(folder, arguments);
    EXPECT_EQ(finished.status, 0);
    EXPECT_EQ(finished.err, "");
    const Json list = finished.json();
    ASSERT_TRUE(list.is_array());
    std::set<std::string> ids;
    for (const Json& entry : list) EXPECT_TRUE(ids.insert(entry.at("id").get<std::string>()).second) << entry;
    EXPECT_FALSE(ids.empty());
    arguments.erase(arguments.begin() + 2);
    const Finished plain = run(folder, arguments);
    EXPECT_EQ(std::count(plain.out.begin(), plain.out.end(), '\n'), static_cast<std::ptrdiff_t>(ids.size()));
  }
}

TEST(List, InstructionsAreTheFiveOfTheSeeds) {
  const Folder folder;
  std::set<std::string> ids;
  for (const Json& entry : run(folder, {"list", "instructions", "--json"}).json()) ids.insert(entry.at("id"));
  EXPECT_EQ(ids, (std::set<std::string>{"TFILLPAD", "TFILLPAD_EXPAND", "TGATHERB", "TMULS", "TPARTADD"}));
}

TEST(List, ProfilesIncludePortable) {
  const Folder folder;
  std::set<std::string> ids;
  for (const Json& entry : run(folder, {"list", "profiles", "--json"}).json()) ids.insert(entry.at("id"));
  for (const char* id : {"cpu_sim", "a2a3", "a5", "portable"}) EXPECT_TRUE(ids.count(id)) << id;
}

TEST(List, ClausesHaveCitationAndPhase) {
  const Folder folder;
  for (const Json& clause : run(folder, {"list", "clauses", "--json", "--instruction", "TFILLPAD_EXPAND", "--profile", "a5"}).json()) {
    EXPECT_FALSE(clause.at("citation").empty()) << clause.at("id");
    const std::string phase = clause.at("phase");
    EXPECT_TRUE(phase == "static" || phase == "run-time" || phase == "data") << clause.at("id") << ": " << phase;
    const std::string rule = clause.at("rule");
    EXPECT_EQ(rule.find("!!"), std::string::npos) << rule;
  }
}

TEST(List, InstructionNamesAreTakenInAnyCase) {
  const Folder folder;
  const Json list = run(folder, {"list", "instructions", "--json", "--instruction", "tmuls,TPartAdd"}).json();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].at("id"), "TMULS");
}

TEST(Explain, PrintsPagesAndClauses) {
  const Folder folder;
  const Finished page = run(folder, {"explain", "tmuls"});
  EXPECT_EQ(page.status, 0);
  for (const char* word : {"TMULS", "tmuls.a5.dtype", "source:", "Disputes"})
    EXPECT_NE(page.out.find(word), std::string::npos) << word;
  const Finished clause = run(folder, {"explain", "tmuls.a5.dtype"});
  EXPECT_EQ(clause.status, 0);
  EXPECT_NE(clause.out.find("tmuls.a5.dtype"), std::string::npos);
  EXPECT_LT(clause.out.size(), page.out.size());
}

}  // namespace
}  // namespace pto_cts::cli
