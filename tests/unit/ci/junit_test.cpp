// SPDX-License-Identifier: MIT
#include "pto_cts/ci/ci.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>

#include "sample_run.h"

namespace pto_cts::reports::junit_test {
namespace {

pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(text.c_str());
  EXPECT_TRUE(result) << result.description() << "\n" << text;
  return document;
}

pugi::xml_node testcase(const pugi::xml_document& document, const std::string& suite, const std::string& name) {
  const pugi::xml_node found = document.child("testsuites").find_child_by_attribute("testsuite", "name", suite.c_str()).find_child_by_attribute(
      "testcase", "name", name.c_str());
  EXPECT_TRUE(found) << suite << " " << name;
  return found;
}

std::map<std::string, std::string> properties(const pugi::xml_node& node) {
  std::map<std::string, std::string> all;
  for (const pugi::xml_node property : node.child("properties")) all[property.attribute("name").value()] = property.attribute("value").value();
  return all;
}

std::string attribute(const pugi::xml_node& node, const char* key) { return node.attribute(key).value(); }

TEST(Junit, HasASuiteForEachInstructionAndProfileAndATestCaseForEachCell) {
  const pugi::xml_document document = parsed(junit_xml(tests::mixed_run()));
  std::vector<std::string> suites;
  for (const pugi::xml_node suite : document.child("testsuites")) suites.push_back(attribute(suite, "name"));
  EXPECT_EQ(suites, (std::vector<std::string>{"a5.TMULS", "cpu_sim.TPARTADD", "a5.TPARTADD"}));
  const pugi::xml_node one = testcase(document, "a5.TMULS", "legal/f32/ND/inside");
  EXPECT_EQ(attribute(one, "classname"), "a5.TMULS");
  EXPECT_FALSE(one.child("failure") || one.child("skipped"));
  const pugi::xml_node root = document.child("testsuites");
  EXPECT_EQ(attribute(root, "tests"), "7");
  EXPECT_EQ(attribute(root, "failures"), "2");
  EXPECT_EQ(attribute(root, "skipped"), "3");
  EXPECT_EQ(attribute(root, "errors"), "0");
}

TEST(Junit, CountsEachCaseInOneTestCase) {
  const RunReport report = tests::mixed_run();
  const pugi::xml_document document = parsed(junit_xml(report));
  std::map<std::string, std::uint64_t> counts;
  for (const pugi::xml_node suite : document.child("testsuites"))
    for (const pugi::xml_node one : suite.children("testcase"))
      for (const auto& [judgement, count] : properties(one)) counts[judgement] += std::stoull(count);
  const record::Counts& total = report.summary.total;
  const std::map<std::string, std::uint64_t> expected = {{"pass", total.pass}, {"fail", total.fail}, {"undecided", total.undecided},
                                                         {"not-supported", total.not_supported}, {"not-expressible", total.not_expressible},
                                                         {"not-run", total.not_run}};
  EXPECT_EQ(counts, expected);
}

TEST(Junit, AFailureSaysWhatAndWhere) {
  const RunReport report = tests::mixed_run();
  const pugi::xml_document document = parsed(junit_xml(report));
  const pugi::xml_node failure = testcase(document, "a5.TMULS", "legal/f16/ND/inside").child("failure");
  EXPECT_EQ(attribute(failure, "message"), "wrong value: 2 of 3 cases fail");
  EXPECT_EQ(attribute(failure, "type"), "wrong value");
  const std::string text = failure.text().get();
  for (const std::string& part : {"first: " + report.results[2].name, std::string("file: cases/0123456789abcdef.json"),
                                  std::string("finding: tmuls/wrong-value/01234567"), std::string("kinds: crashed 1, wrong value 1"),
                                  std::string("dst[0, 1]: expected 1 (0x3c00), got 2 (0x4000)")})
    EXPECT_NE(text.find(part), std::string::npos) << part << " not in " << text;
  EXPECT_TRUE(testcase(document, "cpu_sim.TPARTADD", "reject/tpartadd.row-major").child("failure"));
}

TEST(Junit, WhatIsNotDecidedIsSkippedAndNeverFails) {
  const pugi::xml_document document = parsed(junit_xml(tests::mixed_run()));
  const auto skipped = [&](const char* suite, const char* cell) { return attribute(testcase(document, suite, cell).child("skipped"), "message"); };
  EXPECT_EQ(skipped("a5.TMULS", "reject/tmuls.a5.dtype"), "undecided: the twin was rejected too 1");
  EXPECT_EQ(skipped("a5.TPARTADD", "legal/i8/ND/inside"), "not-run 1, not-supported: outside what the backend declares 1");
  EXPECT_EQ(skipped("cpu_sim.TPARTADD", "legal/i8/ND/inside"), "not-expressible: no such call 1");
  const pugi::xml_node mixed = testcase(document, "a5.TMULS", "target/tmuls.same-type");
  EXPECT_FALSE(mixed.child("skipped") || mixed.child("failure"));
  EXPECT_EQ(properties(mixed), (std::map<std::string, std::string>{{"pass", "1"}, {"undecided", "1"}}));
}

TEST(Junit, WaivedFailuresAreSkippedWithTheirRationale) {
  const pugi::xml_document document = parsed(junit_xml(tests::waived_run()));
  const pugi::xml_node waived = testcase(document, "a5.TMULS", "legal/f16/ND/inside");
  EXPECT_FALSE(waived.child("failure"));
  EXPECT_EQ(attribute(waived.child("skipped"), "message"), "waived: f16 is known 2");
  EXPECT_EQ(properties(waived), (std::map<std::string, std::string>{{"pass", "1"}, {"fail", "2"}}));
  EXPECT_TRUE(testcase(document, "cpu_sim.TPARTADD", "reject/tpartadd.row-major").child("failure"));
  RunReport partly = tests::mixed_run();
  partly.statement.waivers = {{"a5/TMULS/*", "crashed", "known", 1}};
  const pugi::xml_document rest = parsed(junit_xml(partly));
  const pugi::xml_node failure = testcase(rest, "a5.TMULS", "legal/f16/ND/inside").child("failure");
  EXPECT_EQ(attribute(failure, "type"), "wrong value");
  EXPECT_NE(std::string(failure.text().get()).find("waived: known 1"), std::string::npos);
}

// A run that is not green must not look green, though no case fails.
TEST(Junit, FaultsOfTheBackendAreErrorsAndMissingRecordsAreSkipped) {
  RunReport report = tests::passing_run();
  report.results[0].environment = {"a plug-in that does not load twice"};
  report.summary = record::summarise(report.results);
  report.statement.run.planned_total = 5;
  const pugi::xml_document document = parsed(junit_xml(report));
  EXPECT_EQ(attribute(document.child("testsuites"), "errors"), "1");
  EXPECT_EQ(attribute(document.child("testsuites"), "tests"), "4");
  EXPECT_EQ(attribute(testcase(document, "run", "backend fault 1").child("error"), "message"), "a plug-in that does not load twice; 1 case met it");
  const pugi::xml_node missing = testcase(document, "run", "cases without a record");
  EXPECT_EQ(attribute(missing.child("skipped"), "message"), "not-run: 3 of 5 planned cases have no record");
  EXPECT_EQ(properties(missing).at("not-run"), "3");
}

TEST(Junit, HostileTextsAreTexts) {
  const std::string text = junit_xml(tests::hostile_run());
  for (const char c : text) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n') << static_cast<int>(c);
  const pugi::xml_document document = parsed(text);
  const std::string said = testcase(document, "a5.TMULS", "legal/f16/ND/inside").child("failure").text().get();
  EXPECT_NE(said.find("diagnostic: ]]><b>&\"'\xEF\xBF\xBD\xEF\xBF\xBD[31m\xEF\xBF\xBD"), std::string::npos) << said;
  EXPECT_NE(said.find("\xc3\xa9"), std::string::npos) << "what is no harm is kept";
}

TEST(Junit, DoesNotDependOnTheOrderOfCells) {
  RunReport report = tests::mixed_run();
  const std::string text = junit_xml(report);
  std::swap(report.results[0], report.results[5]);
  EXPECT_EQ(junit_xml(report), text);
}

}  // namespace
}  // namespace pto_cts::reports::junit_test
