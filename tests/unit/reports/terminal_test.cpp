// SPDX-License-Identifier: MIT
#include "pto_cts/reports/terminal.h"

#include <gtest/gtest.h>

namespace pto_cts::reports {
namespace {

record::RunHeader header() {
  record::RunHeader header;
  header.backend = "mutant:x";
  header.seed = 7;
  header.shard = {2, 3};
  header.spec_hash = "0123456789abcdef0123456789abcdef";
  return header;
}

record::Summary summary() {
  record::Counts tmuls;
  tmuls.planned = 20;
  tmuls.run = 12;
  tmuls.pass = 6;
  tmuls.fail = 3;
  tmuls.undecided = 3;
  tmuls.not_supported = 5;
  tmuls.not_expressible = 2;
  tmuls.not_run = 1;
  tmuls.vacuous = 1;
  tmuls.replaced = 4;
  tmuls.fail_kinds = {{"crashed", 1}, {"wrong value", 2}};
  tmuls.undecided_reasons = {{"target-defined: executed", 3}};
  record::Counts expand;
  expand.planned = expand.run = expand.pass = 1'234'567;
  record::Summary all;
  all.rows[{"TMULS", Profile::a5}] = tmuls;
  all.rows[{"TFILLPAD_EXPAND", Profile::cpu_sim}] = expand;
  all.total = tmuls;
  all.total.planned += expand.planned;
  all.total.run += expand.run;
  all.total.pass += expand.pass;
  return all;
}

TEST(Terminal, ShowsEverythingThatTheSummaryHolds) {
  EXPECT_EQ(terminal_summary(header(), summary(), {10, 12, 3, 2}),
            R"(backend mutant:x, seed 7, shard 2/3, spec 0123456789ab

instruction      profile   planned      run     pass    fail undecided not supported not expressible not run vacuous
TFILLPAD_EXPAND  cpu_sim   1234567  1234567  1234567       0         0             0               0       0       0
TMULS            a5             20       12        6       3         3             5               2       1       1
total                      1234587  1234579  1234573       3         3             5               2       1       1

failures by kind
         2  wrong value
         1  crashed

undecided
         3  target-defined: executed

cells: 10 of 12 covered, 3 boundaries infeasible; 4 draws replaced
2 failing cases saved
)");
}

TEST(Terminal, LeavesOutWhatDidNotHappen) {
  record::Summary all;
  all.total.planned = all.total.run = all.total.pass = 5;
  all.rows[{"TMULS", Profile::a5}] = all.total;
  const std::string text = terminal_summary(header(), all, {5, 5, 0, 0});
  for (const char* absent : {"failures by kind", "\nundecided\n", "saved"})
    EXPECT_EQ(text.find(absent), std::string::npos) << absent;
  EXPECT_TRUE(text.ends_with("0 draws replaced\n")) << text;
}

TEST(Terminal, CountsALongTailOfReasons) {
  record::Summary all;
  all.total.planned = all.total.run = all.total.undecided = 66;
  for (std::uint64_t i = 1; i <= 11; ++i) all.total.undecided_reasons["reason " + std::to_string(i)] = i;
  const std::string text = terminal_summary(header(), all, {});
  EXPECT_NE(text.find("        11  reason 11\n"), std::string::npos) << text;
  EXPECT_NE(text.find("         4  reason 4\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("reason 3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("         6  for 3 further reasons\n"), std::string::npos) << text;
}

record::Counts counts(std::uint64_t run, std::uint64_t pass, std::uint64_t fail) {
  record::Counts total;
  total.planned = total.run = run;
  total.pass = pass;
  total.fail = fail;
  total.undecided = run - pass - fail;
  return total;
}

TEST(Conclusion, OfAShardSaysWhatFailedAndNeverThatItConforms) {
  EXPECT_EQ(conclusion(header(), counts(9, 8, 0)), "mutant:x: no failure in 9 cases");
  EXPECT_EQ(conclusion(header(), counts(9, 7, 1)), "mutant:x: does not conform: 1 of 9 cases fail");
  EXPECT_EQ(conclusion(header(), counts(0, 0, 0)), "mutant:x: nothing ran");
}

TEST(Conclusion, NamesTheReadings) {
  record::RunHeader under = header();
  under.interpretations = {"block32"};
  EXPECT_EQ(conclusion(under, counts(9, 8, 0)), "mutant:x: no failure under block32 in 9 cases");
  under.interpretations = {"block32", "valid-rows"};
  EXPECT_EQ(conclusion(under, counts(9, 8, 1)), "mutant:x: does not conform under block32, valid-rows: 1 of 9 cases fail");
}

}  // namespace
}  // namespace pto_cts::reports
