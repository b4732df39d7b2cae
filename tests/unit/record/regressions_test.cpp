// SPDX-License-Identifier: MIT
// The cases in tests/regressions are read as they were written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "pto_cts/record/case_file.h"
#include "pto_cts/record/files.h"

namespace pto_cts::record::regressions_test {
namespace {

TEST(Regressions, AreInTheCanonicalForm) {
  const std::filesystem::path folder = std::filesystem::path(PTO_CTS_SOURCE_DIR) / "tests" / "regressions";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = read_file(entry.path());
    EXPECT_EQ(write_case(read_case(text)), text) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 12u);
}

// A file and its case say the same of themselves.
TEST(Regressions, AreNamedAfterTheirFiles) {
  const std::filesystem::path folder = std::filesystem::path(PTO_CTS_SOURCE_DIR) / "tests" / "regressions";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const Case c = load_case(entry.path());
    std::string instruction;
    for (const unsigned char letter : c.tuple.mnemonic) instruction += static_cast<char>(std::tolower(letter));
    std::string prefix = instruction + "-";
    std::ranges::replace(prefix, '_', '-');
    const std::string stem = entry.path().stem().string();
    ASSERT_TRUE(stem.starts_with(prefix)) << stem;
    EXPECT_EQ(c.name, std::string(name(c.profile)) + "/" + instruction + "/regression/" + stem.substr(prefix.size()));
  }
}

}  // namespace
}  // namespace pto_cts::record::regressions_test
