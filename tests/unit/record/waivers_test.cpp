// SPDX-License-Identifier: MIT
// Waivers: read strictly, and matched by case name and kind.
#include <gtest/gtest.h>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/statement.h"
#include "temporary_folder.h"

namespace pto_cts::record::waivers_test {
namespace {

std::vector<Waiver> read(const std::string& text) {
  const tests::TemporaryFolder folder;
  folder.write("w.toml", text);
  return read_waivers(folder / "w.toml");
}

TEST(Waivers, AreRead) {
  EXPECT_EQ(read("[[waiver]]\ncases = \"a5/tmuls/*\"\nrationale = \"known\"\n[[waiver]]\ncases = \"a5/tmuls/x\"\nkind = \"wrong pad\"\nrationale = \"r\"\n"),
            (std::vector<Waiver>{{"a5/tmuls/*", "", "known", 0}, {"a5/tmuls/x", "wrong pad", "r", 0}}));
  EXPECT_TRUE(read("").empty());
}

TEST(Waivers, WithoutRationaleOrCasesOrWithOtherKeysAreRefused) {
  for (const char* text : {"[[waiver]]\ncases = \"a5/tmuls/a\"\n", "[[waiver]]\ncases = \"a5/tmuls/a\"\nrationale = \" \"\n", "[[waiver]]\nrationale = \"r\"\n",
                           "[[waiver]]\ncases = \"a5/tmuls/a\"\nrationale = \"r\"\nuntil = \"2030\"\n", "[waiver]\ncases = \"a5/tmuls/a\"\nrationale = \"r\"\n",
                           "[[waivers]]\n", "waiver = 1\n", "[[waiver]\n", "waiver = [1]\n"})
    EXPECT_THROW(read(text), BadInput) << text;
}

TEST(Waivers, WiderThanOneInstructionOnOneProfileAreRefused) {
  for (const char* cases : {"*", "a5/*", "*/tmuls/x", "a5/t*/x", "a5/tmuls", "a5/tmuls/[a-z]", "a5/tmuls/\\\\x"})
    EXPECT_THROW(read("[[waiver]]\ncases = \"" + std::string(cases) + "\"\nrationale = \"r\"\n"), BadInput) << cases;
}

TEST(Waivers, MatchByGlobAndKind) {
  const Waiver any{"a5/tmuls/*", "", "r", 0}, pad{"*", "wrong pad", "r", 0};
  EXPECT_TRUE(waives(any, "a5/tmuls/legal/f32/ND/x/3", "wrong value"));
  EXPECT_FALSE(waives(any, "a2a3/tmuls/legal/f32/ND/x/3", "wrong value"));
  EXPECT_TRUE(waives(pad, "a2a3/tmuls/legal/f32/ND/x/3", "wrong pad"));
  EXPECT_FALSE(waives(pad, "a2a3/tmuls/legal/f32/ND/x/3", "wrong value"));
}

}  // namespace
}  // namespace pto_cts::record::waivers_test
