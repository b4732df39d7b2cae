// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "program.h"

namespace pto_cts::cli {
namespace {

TEST(Manual, WritesPagesAndReplacesItsOwn) {
  const Folder folder;
  const Finished first = run(folder, {"manual", "--out", "m", "--no-proofs"});
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_NE(first.out.find("m/README.md"), std::string::npos) << first.out;
  const std::vector<fs::path> files = files_in(folder / "m");
  EXPECT_EQ(files.size(), 18u);
  const std::string page = read_text(folder / "m/tgatherb.md");
  EXPECT_NE(page.find("# TGATHERB\n"), std::string::npos);
  EXPECT_EQ(run(folder, {"manual", "--out", "m", "--no-proofs"}).status, 0);
  EXPECT_EQ(files_in(folder / "m"), files);
  EXPECT_EQ(read_text(folder / "m/tgatherb.md"), page);
  ASSERT_EQ(run(folder, {"manual", "--out", "m", "--no-proofs", "--interpretation", "block32"}).status, 0);
  EXPECT_NE(read_text(folder / "m/tgatherb.md"), page);
}

TEST(Manual, RefusesAFolderThatHoldsSomethingElse) {
  const Folder folder;
  write_text(folder / "mine/README.md", "# My own\n");
  expect_refused(folder, {"manual", "--out", "mine", "--no-proofs"}, {"mine", "README.md", "--out"});
  EXPECT_EQ(read_text(folder / "mine/README.md"), "# My own\n");
  EXPECT_EQ(files_in(folder / "mine").size(), 1u);
  write_text(folder / "file", "x");
  expect_refused(folder, {"manual", "--out", "file", "--no-proofs"}, {"file", "--out"});
  expect_refused(folder, {"manual", "--out", "m", "--no-proofs", "--interpretation", "nonsense"}, {"nonsense"});
  EXPECT_FALSE(fs::exists(folder / "m"));
}

}  // namespace
}  // namespace pto_cts::cli
