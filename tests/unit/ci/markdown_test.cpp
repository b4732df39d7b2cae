// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sample_run.h"

namespace pto_cts::reports::markdown_test {
namespace {

std::size_t lines(const std::string& text) { return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')); }

RunReport with_levels(RunReport report) {
  using namespace record;
  ProfileStatement profile;
  profile.profile = Profile::a5;
  profile.level = 1;
  profile.capped_by = "legality is not observed";
  profile.dimensions = {{Dimension::semantic, Standing::conforms, {}},
                        {Dimension::legality, Standing::not_observed, {"nothing is rejected"}},
                        {Dimension::ordering, Standing::not_judged, {}},
                        {Dimension::diagnostic, Standing::does_not_conform, {"silent"}}};
  report.statement.profiles = {profile};
  return report;
}

TEST(Markdown, ShowsTheRun) {
  EXPECT_EQ(markdown_summary(with_levels(tests::mixed_run())),
            R"(## PTO-CTS: reduced run, level none

simd: does not conform
- no certificate: --cases 10: less than the 100000 of a certificate

| profile | level | semantic | legality | ordering | diagnostic | what keeps it from the next level |
|---|---|---|---|---|---|---|
| a5 | 1 | conforms | not observed | not judged | does not conform | legality is not observed |

| instruction | cpu_sim | a5 |
|---|---|---|
| TMULS | - | **2 fail**, 4 pass, 2 undecided |
| TPARTADD | **1 fail**, 1 not expressible | 1 not supported, 1 not run |
| total | **1 fail**, 1 not expressible | **2 fail**, 4 pass, 2 undecided, 1 not supported, 1 not run |

**Findings**
- tmuls/wrong-value/01234567: wrong value in TMULS, 2 cases; fails for dtype f16 only
- 1 failing case in no finding: crashed 1, illegal tuple accepted 1, wrong value 1

**Known gaps**
- legality: 3 cases are undecided

Everything behind this page: statement.json, records.jsonl, findings.json; spec aaaaaaaaaaaa, backend built-in, seed 7.
)");
}

// The worst of everything at once.
TEST(Markdown, StaysUnderFortyLines) {
  std::vector<record::Result> results;
  for (int i = 0; i < 150; ++i)
    for (const Profile profile : kAllProfiles)
      results.push_back(tests::result("T" + std::to_string(100 + i), profile, "legal/f32",
                                      i == 77 ? record::Judgement::fail : record::Judgement::pass, i == 77 ? "crashed" : ""));
  RunReport report = with_levels(tests::run_report(results));
  report.statement.profiles.resize(4, report.statement.profiles.front());
  report.statement.reasons.resize(50, "another reason");
  report.statement.gaps.assign(50, "a gap\nof two lines");
  report.statement.waivers.resize(3, {"*", "", "why", 4});
  report.statement.sentence = std::string(3000, 'x') + "\n\n\n";
  for (int i = 0; i < 200; ++i) {
    record::Finding finding;
    finding.id = "t/" + std::to_string(i);
    report.findings.push_back(finding);
  }
  const std::string text = markdown_summary(report);
  EXPECT_LT(lines(text), 40u) << text;
  EXPECT_NE(text.find("| T177 | **1 fail**"), std::string::npos) << "what fails comes first\n" << text;
  EXPECT_NE(text.find(" more instructions | "), std::string::npos) << text;
  EXPECT_NE(text.find("| total | **1 fail**, 149 pass |"), std::string::npos) << text;
  EXPECT_NE(text.find("- 197 more\n"), std::string::npos) << "200 findings and failing cases in none, four shown\n" << text;
  EXPECT_NE(text.find("- 46 more\n"), std::string::npos) << text;
  EXPECT_NE(text.find("; 48 more reasons"), std::string::npos) << text;
}

// Rows that are folded lose no case.
TEST(Markdown, FoldsTheRestIntoOneRow) {
  std::vector<record::Result> results;
  for (int i = 0; i < 40; ++i) results.push_back(tests::result("T" + std::to_string(100 + i), Profile::a5, "legal/f32", record::Judgement::pass));
  const std::string text = markdown_summary(tests::run_report(results));
  const std::size_t shown = static_cast<std::size_t>(std::count(text.begin(), text.end(), 'T')) - 1;  // But for that of PTO-CTS.
  const std::string folded = std::to_string(40 - (shown - 1)) + " more instructions";
  EXPECT_LT(lines(text), 40u);
  EXPECT_GT(shown, 15u) << text;
  EXPECT_NE(text.find("| " + folded + " | " + std::to_string(40 - (shown - 1)) + " pass |"), std::string::npos) << folded << "\n" << text;
}

TEST(Markdown, NoTextOfABackendIsMarkup) {
  const std::string text = markdown_summary(with_levels(tests::hostile_run()));
  EXPECT_LT(lines(text), 40u);
  for (const char* forbidden : {"<b>", "[x](", "\x1b", "\x01", "\xff", "\r", "@all", "\xe2\x80\xae"})
    EXPECT_EQ(text.find(forbidden), std::string::npos) << forbidden << "\n" << text;
  EXPECT_NE(text.find("&lt;b&gt;&amp;"), std::string::npos) << text;
  std::size_t unescaped = 0;
  for (std::size_t i = 1; i < text.size(); ++i) unescaped += text[i] == '`' && text[i - 1] != '\\';
  EXPECT_EQ(unescaped, 0u) << text;
  const std::size_t table = text.find("| instruction |");
  for (std::size_t at = table, end; text.compare(at, 1, "|") == 0; at = end + 1) {
    end = text.find('\n', at);
    EXPECT_EQ(std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(end), '|'), 4);
  }
}

TEST(Markdown, NothingAtAllIsAPageToo) {
  const std::string text = markdown_summary(RunReport());
  EXPECT_NE(text.find("incomplete run, level none"), std::string::npos) << text;
}

}  // namespace
}  // namespace pto_cts::reports::markdown_test
