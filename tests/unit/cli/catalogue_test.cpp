// SPDX-License-Identifier: MIT
// The command catalogue.
#include "program.h"

namespace pto_cts::cli {
namespace {

// On a copy of what the build found out, among files that are not its own.
TEST(Catalogue, RemovesWhatAnotherBuildFoundOutAndNothingElse) {
  const Folder folder;
  fs::copy(PTO_CTS_CATALOGUE, folder / "c", fs::copy_options::recursive);
  const std::vector<std::string> mine = {"c/thesis.txt", "c/0123456789abcdeg/thesis.txt", "c/fedcba9876543210/thesis.txt", "c/headers/unit.so"};
  const std::string entry = std::string(64, 'a') + ".json";
  for (const std::string& kept : mine) write_text(folder / kept, "mine");
  for (const char* old : {"c/0123456789abcdef/", "c/fedcba9876543210/"}) write_text(folder / (old + entry), "old");
  const Finished finished = run(folder, {"catalogue", "--out", "c"});
  ASSERT_EQ(finished.status, 0) << finished.err;
  std::size_t results = 0, remembered = 0;
  ASSERT_EQ(sscanf(finished.out.c_str(), "c: %zu results, %zu of them remembered", &results, &remembered), 2) << finished.out;
  EXPECT_GT(results, 15u);
  EXPECT_EQ(remembered, results) << "the build's own";
  for (const std::string& kept : mine) EXPECT_TRUE(fs::exists(folder / kept)) << kept;
  EXPECT_FALSE(fs::exists(folder / "c/0123456789abcdef"));
  EXPECT_FALSE(fs::exists(folder / ("c/fedcba9876543210/" + entry)));
  write_text(folder / "file", "");
  expect_refused(folder, {"catalogue", "--out", "file/below"}, {"file/below", "cannot be written"});
}

}  // namespace
}  // namespace pto_cts::cli
