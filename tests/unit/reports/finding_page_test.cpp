// SPDX-License-Identifier: MIT
// The page of a finding, made by hand.
#include <gtest/gtest.h>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/finding/page.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::reports {
namespace {

const terms::Instruction& tmuls() {
  static const terms::Instruction resolved = terms::under(*spec::find_instruction("TMULS"), {});
  return resolved;
}

// TMULS of 2 x 3 valid elements of i32 by 3, the second element of the first row being wrong.
Case tmuls_case() {
  Case subject;
  subject.name = "a5/tmuls/smallest/wrong-value";
  subject.profile = Profile::a5;
  TileDesc tile = default_tile(TileType::Vec, DType::i32, 16, 8);
  tile.static_valid_rows = tile.valid_rows = 2;
  tile.static_valid_cols = tile.valid_cols = 3;
  subject.tuple = {"TMULS", {{"dst", Role::out, tile, 0}, {"src0", Role::in, tile, 1}}, {{"scalar", DType::i32}}, {}, {}};
  subject.scalars = {3};
  subject.payload.assign(2, std::vector<std::uint8_t>(512, 0));
  subject.payload[1][0] = 5;
  subject.payload[1][4] = 7;
  return subject;
}

record::Finding finding() {
  record::Finding one;
  one.id = "tmuls/wrong-value/00000000";
  one.instructions = {"TMULS"};
  one.kind = "wrong value";
  one.cases = 7;
  one.statement = "dtype i32 only; any shape";
  one.smallest = "findings/tmuls.wrong-value.00000000.json";
  one.tuple = "TMULS ...";
  one.outcome = "executed";
  one.tile_bytes = 1024;
  one.valid_elements = 12;
  one.non_zero = 3;
  one.mismatches = record::MismatchCensus{1, 6, {{"dst", 0, 1, "21 (0x00000015)", "20 (0x00000014)"}}};
  one.minimality = {true, 4, 0, false};
  one.failed = one.repeated = 3;
  one.partly_explained_by = {{"block32", 2}};
  one.members = {{"a5/tmuls/legal/1", "cases/0123456789abcdef.json"}};
  return one;
}

std::string page(const record::Finding& one, const Case& subject = tmuls_case()) {
  return finding_page(one, subject, {&tmuls(), "mutant:x", "--backend 'mutant:x'", "report"});
}

void expect(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << word << "\nin\n" << text;
}

TEST(FindingPage, ShowsExpectedBesideActualWithTheWrongElementMarked) {
  const std::string text = page(finding());
  expect(text, {"1 of 6 judged elements differ; the first: dst[0, 1]: expected 21 (0x00000015), got 20 (0x00000014)",
                "  0000000f  00000015  00000000 ", "         =  00000014*        = ", "  src0  (its valid region)", "scalar = 3 (0x00000003)"});
}

TEST(FindingPage, SaysWhatIsKnownOfTheSmallestCase) {
  record::Finding one = finding();
  expect(page(one), {"locally minimal: 4 simpler neighbours were run, none fails alike", "2 of them pass under the reading block32"});
  one.minimality.neighbours = 0;
  one.minimality.least_bytes = true;
  expect(page(one), {"no case of this kind that the backend takes is one step simpler", "no tuple of this kind has tiles of less than 1024 bytes"});
  one.failed = 2;
  expect(page(one), {"flaky: fails in 2 of 3 runs"});
  one.minimality = {false, 0, 99, false};
  expect(page(one), {"the budget ended the search after 99 cases"});
  one.failed = 0;
  expect(page(one), {"it did not fail again"});
  one.repeated = 0;
  expect(page(one), {"it was not run again, and is not shrunk"});
}

TEST(FindingPage, NamesTheFormulaOrTheClauseWithItsSource) {
  expect(page(finding()), {"What the instruction means", "TMULS, "});
  record::Finding accepted = finding();
  accepted.kind = "illegal tuple accepted";
  accepted.clauses = {"tmuls.a5.dtype"};
  accepted.verdict = record::VerdictKind::illegal;
  accepted.mismatches.reset();
  const std::string text = page(accepted);
  expect(text, {"Rule that the tuple breaks\n  tmuls.a5.dtype: "});
  EXPECT_EQ(text.find("What the instruction means"), std::string::npos);
}

TEST(FindingPage, HoldsAssemblyInBothFormsAndTheCommands) {
  expect(page(finding()), {"%dst = pto.tmuls %src0, %scalar : ", "pto.tmuls ins(%src0, %scalar : ",
                           "pto-cts reproduce findings/tmuls.wrong-value.00000000.json --backend 'mutant:x'"});
  expect(finding_program(finding(), tmuls_case(), {&tmuls(), "mutant:x", "--backend 'mutant:x'", "report"}), {"#include <pto/pto-inst.hpp>", "TMULS(dst, src0, "});
  EXPECT_EQ(page_of(finding()), "findings/tmuls.wrong-value.00000000.txt");
  EXPECT_EQ(program_of(finding()), "findings/tmuls.wrong-value.00000000.cpp");
}

TEST(FindingPage, IsShortOnATerminal) {
  const std::string text = finding_brief(finding(), {&tmuls(), "mutant:x", "--backend 'mutant:x'", "report"});
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 8);
  expect(text, {"wrong value in TMULS, 7 cases", "fails for: dtype i32 only; any shape", "dst[0, 1]", "report/findings/tmuls.wrong-value.00000000.txt"});
}

}  // namespace
}  // namespace pto_cts::reports
