// SPDX-License-Identifier: MIT
// pto-cts prove, through the program.
#include <set>

#include "program.h"

namespace pto_cts::cli {
namespace {

TEST(Prove, PrintsATableAndTheRefutations) {
  const Folder folder;
  const Finished finished = run(folder, {"prove", "--instruction", "TMULS", "--profile", "a5"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  for (const char* word : {"instruction", "proved", "refuted", "unknown", "TMULS", "independence",
                           "refuted a5/tmuls/definedness/src0", "element (1, 0) of dst", "recorded as dispute tmuls.a5-source-rows",
                           "0 refuted otherwise, 0 unknown"})
    EXPECT_NE(finished.out.find(word), std::string::npos) << word << " in " << finished.out;
}

TEST(Prove, JsonHasEveryObligation) {
  const Folder folder;
  const std::vector<std::string> words = {"prove", "--instruction", "TMULS", "--profile", "a2a3,a5", "--json", "--cache", "c"};
  const Finished cold = run(folder, words);
  EXPECT_EQ(cold.status, 0) << cold.err;
  Json first = cold.json();
  std::set<std::string> ids;
  std::set<std::string> families;
  for (const Json& one : first.at("obligations")) {
    EXPECT_TRUE(ids.insert(one.at("id").get<std::string>()).second) << one;
    families.insert(one.at("family").get<std::string>());
    EXPECT_EQ(one.at("instruction"), "TMULS");
    const std::string status = one.at("status");
    EXPECT_TRUE(status == "proved" || status == "refuted") << one;
    if (status == "refuted") {
      EXPECT_NE(one.at("dispute"), "") << one;
    }
    if (one.at("family") == "independence") {
      EXPECT_TRUE(one.at("kind") == "independent" || one.at("kind") == "implied") << one;
      EXPECT_EQ(one.at("kind") == "independent", one.at("witness").is_object()) << one;
      EXPECT_EQ(one.at("kind") == "independent", !one.at("changed").empty()) << one;
    }
  }
  EXPECT_EQ(families, (std::set<std::string>{"satisfiable", "independence", "definedness", "classes", "layouts", "verdicts",
                                             "reachable", "documents"}));
  EXPECT_EQ(first.at("unknown"), 0);
  EXPECT_EQ(first.at("cells").at("unknown"), 0);
  EXPECT_GT(first.at("cells").at("feasible"), 100);
  EXPECT_EQ(first.at("remembered"), 0);

  const Finished warm = run(folder, words);
  EXPECT_EQ(warm.status, 0) << warm.err;
  Json second = warm.json();
  EXPECT_EQ(second.at("remembered"), second.at("runs"));
  for (const char* key : {"remembered", "seconds"}) first.erase(key), second.erase(key);
  EXPECT_EQ(first, second);
}

TEST(Prove, PortableIsAboutAllProfiles) {
  const Folder folder;
  const Finished finished = run(folder, {"prove", "--instruction", "TMULS", "--profile", "portable"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  for (const char* word : {"all/tmuls/portable", "all/tmuls/profiles/a5-in-a2a3 (differs)", "change dst.dtype, src0.dtype, scalar.dtype"})
    EXPECT_NE(finished.out.find(word), std::string::npos) << word << " in " << finished.out;
}

TEST(Prove, WritesQueries) {
  const Folder folder;
  const Finished finished = run(folder, {"prove", "--instruction", "TMULS", "--profile", "a2a3", "--smt2", "q", "--no-cache"});
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_TRUE(fs::exists(folder / "q/a2a3-tmuls-rules.smt2"));
  EXPECT_TRUE(fs::exists(folder / "q/a2a3-tmuls-cells.smt2"));
}

TEST(Prove, RefusesWhatItDoesNotKnow) {
  const Folder folder;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"prove", "--instruction", "TNONE"}, {"prove", "--profile", "a7"},
        {"prove", "--interpretation", "none"}, {"prove", "--jobs", "many"}}) {
    const Finished finished = run(folder, words);
    EXPECT_EQ(finished.status, 2);
    EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
  }
}

}  // namespace
}  // namespace pto_cts::cli
