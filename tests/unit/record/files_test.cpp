// SPDX-License-Identifier: MIT
#include "pto_cts/record/files.h"

#include <gtest/gtest.h>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record::files_test {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(::testing::TempDir()) / (std::string("pto_cts_files_") + test->name());
    fs::remove_all(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  auto entries() const { return std::distance(fs::directory_iterator(directory_), fs::directory_iterator()); }

  fs::path directory_;
};

TEST_F(Files, AreWrittenAndReadBackWithAllBytes) {
  const std::string text("a\0b\n\xff", 5);
  write_file(directory_ / "deep" / "file", text);
  EXPECT_EQ(read_file(directory_ / "deep" / "file"), text);
}

TEST_F(Files, AreReplacedAsAWhole) {
  write_file(directory_ / "file", "old");
  AtomicFile file(directory_ / "file");
  file.write("new");
  EXPECT_EQ(read_file(directory_ / "file"), "old");
  file.commit();
  EXPECT_EQ(read_file(directory_ / "file"), "new");
  EXPECT_EQ(entries(), 1);
}

TEST_F(Files, LeaveNothingWhenTheyAreNotCommitted) {
  { AtomicFile(directory_ / "file").write("half"); }
  EXPECT_EQ(entries(), 0);
}

TEST_F(Files, ThatCannotBeUsedAreNamedInOneLine) {
  fs::create_directories(directory_);
  const auto message = [](auto action) -> std::string {
    try {
      action();
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { read_file(directory_ / "none"); }),
            (directory_ / "none").string() +
                ": cannot be read (No such file or directory); give the path of a readable file");
  EXPECT_NE(message([&] { read_file(directory_); }).find("Is a directory"), std::string::npos);
  EXPECT_NE(message([&] { write_file("/proc/none/file", ""); }).find("cannot be written"), std::string::npos);
  EXPECT_EQ(message([&] { read_file("/a\nb"); }).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace pto_cts::record::files_test
