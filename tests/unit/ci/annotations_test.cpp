// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "sample_run.h"

namespace pto_cts::reports::annotations_test {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

std::size_t starting(const std::vector<std::string>& all, const char* begin) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const std::string& line) { return line.starts_with(begin); }));
}

TEST(Annotations, AreErrorsForFindingsAWarningForGapsAndANoticeOfTheResult) {
  EXPECT_EQ(lines(github_annotations(tests::mixed_run())),
            (std::vector<std::string>{
                "::error title=PTO-CTS%3A tmuls/wrong-value/01234567::wrong value in TMULS, 2 cases%0Afails for: dtype f16 only%0Asmallest: TMULS "
                "out dst=Vec f16 16x16%0Aelement: dst[0, 1]: expected 1 (0x3c00), got 2 (0x4000)%0Afile: findings/tmuls.wrong-value.01234567.json",
                "::error title=PTO-CTS%3A failing cases in no finding::1 case; failing cases by kind: crashed 1, illegal tuple accepted 1, wrong value 1",
                "::warning title=PTO-CTS%3A known gaps::legality: 3 cases are undecided",
                "::notice title=PTO-CTS%3A reduced run::simd: does not conform%0Ano certificate: --cases 10: less than the 100000 of a certificate"}));
}

TEST(Annotations, OfAPassingRunAreANotice) {
  const std::vector<std::string> all = lines(github_annotations(tests::passing_run()));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all.front().starts_with("::notice ")) << all.front();
}

TEST(Annotations, AreTenErrorsAtMost) {
  for (const std::size_t findings : {9u, 10u, 11u, 40u}) {
    RunReport report = tests::passing_run();
    report.statement.conforms = false;
    for (std::size_t i = 0; i < findings; ++i) {
      report.findings.emplace_back();
      report.findings.back().id = "t/" + std::to_string(i);
    }
    const std::vector<std::string> all = lines(github_annotations(report));
    EXPECT_EQ(starting(all, "::error "), std::min<std::size_t>(findings, 10));
    EXPECT_EQ(starting(all, "::warning "), findings > 10 ? 1u : 0u);
    if (findings == 40) { EXPECT_NE(all[10].find("::30 more, of 40"), std::string::npos) << all[10]; }
  }
}

TEST(Annotations, OfWaivedFailuresAreWarnings) {
  RunReport report = tests::mixed_run();
  report.statement.conforms = true;
  const std::vector<std::string> all = lines(github_annotations(report));
  EXPECT_EQ(starting(all, "::error "), 0u);
  EXPECT_EQ(starting(all, "::warning "), 3u);
}

TEST(Annotations, FaultsOfTheBackendAreErrors) {
  RunReport report = tests::passing_run();
  report.results[0].environment = {"exits"};
  report.summary = record::summarise(report.results);
  report.statement.conforms = false;
  EXPECT_EQ(lines(github_annotations(report)).front(), "::error title=PTO-CTS%3A fault of the backend itself::exits%0A1 case met it");
}

// A backend's text must not become a command of its own.
TEST(Annotations, HostileTextsStayInTheirLine) {
  const std::string text = github_annotations(tests::hostile_run());
  for (const std::string& line : lines(text)) {
    EXPECT_TRUE(line.starts_with("::error title=") || line.starts_with("::warning title=") || line.starts_with("::notice title=")) << line;
    const std::string title = line.substr(0, line.find("::", 2));
    EXPECT_EQ(title.find_first_of(",\r"), std::string::npos) << title;
  }
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  EXPECT_NE(text.find("@all%250A"), std::string::npos) << "what looks escaped is escaped again: " << text;
}

}  // namespace
}  // namespace pto_cts::reports::annotations_test
