// SPDX-License-Identifier: MIT
#include "pto_cts/process/process_backend.h"

#include <gtest/gtest.h>

#include "pto_cts/backend/backend.h"

namespace pto_cts::process::command_test {
namespace {

using Words = std::vector<std::string>;

TEST(SplitCommand, SplitsAtBlanks) {
  EXPECT_EQ(split_command("a"), Words{"a"});
  EXPECT_EQ(split_command("  python3\t-u  x.py \n"), (Words{"python3", "-u", "x.py"}));
}

TEST(SplitCommand, KeepsWhatIsQuoted) {
  EXPECT_EQ(split_command("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(split_command("a'b'\"c\"d"), Words{"abcd"});
  EXPECT_EQ(split_command("a '' \"\""), (Words{"a", "", ""}));
  EXPECT_EQ(split_command("'\\' '\"' \"'\""), (Words{"\\", "\"", "'"}));
}

TEST(SplitCommand, KnowsBackslashInDoubleQuotes) {
  EXPECT_EQ(split_command(R"("a\"b\\c\$d\`e\nf")"), Words{R"(a"b\c$d`e\nf)"});
}

TEST(SplitCommand, ExpandsNothing) {
  EXPECT_EQ(split_command("a $HOME ~ *.py #b; c|d >e"), (Words{"a", "$HOME", "~", "*.py", "#b;", "c|d", ">e"}));
}

TEST(SplitCommand, RefusesWhatIsNotClosed) {
  for (const char* text : {"a 'b", "a \"b", "a \"b\\\"", "a \"b\\", "a\\", "'"})
    EXPECT_THROW(split_command(text), backend::CannotOpen) << text;
}

TEST(SplitCommand, RefusesACommandWithoutAProgram) {
  for (const char* text : {"", "  ", "'' a", "\"\""}) EXPECT_THROW(split_command(text), backend::CannotOpen) << text;
}

}  // namespace
}  // namespace pto_cts::process::command_test
