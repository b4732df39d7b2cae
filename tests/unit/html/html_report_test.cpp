// SPDX-License-Identifier: MIT
#include "pto_cts/html/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "synthetic_report.h"
#include "temporary_folder.h"

namespace pto_cts::reports {
namespace {

using tests::kHostile;
using tests::SyntheticRun;

constexpr std::uint64_t kRecords = 3000;

const SyntheticRun& run() {
  static const tests::TemporaryFolder folder;
  static const SyntheticRun made(folder.path(), kRecords);
  return made;
}

const std::string& page() {
  static const std::string text = html_report(run().report);
  return text;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// What stands in the element with this start tag.
std::string element(const std::string& text, const std::string& start, const std::string& end) {
  const std::size_t begin = text.find(start);
  if (begin == std::string::npos) return {};
  return text.substr(begin + start.size(), text.find(end, begin) - begin - start.size());
}

nlohmann::json cases() { return nlohmann::json::parse(element(page(), "<script type=\"application/json\" id=\"case-data\">", "</script>")); }

std::string text_of(const nlohmann::json& data, const char* column, std::size_t at) {
  const auto& texts = data[column]["texts"];
  return texts[data[column]["of"][at].get<std::size_t>()].get<std::string>();
}

// The start tags outside of style and scripts.
std::vector<std::string> tags(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    const std::size_t end = text.find('>', at);
    found.push_back(text.substr(at, end - at + 1));
    at = end;
    for (const char* raw : {"script", "style"})
      if (found.back().starts_with(std::string("<") + raw)) at = text.find(std::string("</") + raw, at);
  }
  return found;
}

TEST(HtmlReport, IsTheSameForTheSameRun) { EXPECT_EQ(html_report(run().report), page()); }

TEST(HtmlReport, LoadsNothing) {
  for (const std::string& tag : tags(page())) {
    EXPECT_FALSE(holds(tag, " src=")) << tag;
    if (holds(tag, " href=")) {
      EXPECT_TRUE(holds(tag, " href=\"#")) << tag;
    }
    EXPECT_FALSE(holds(tag, " style=")) << tag;
    EXPECT_FALSE(holds(tag, " onclick=") || holds(tag, " onerror=")) << tag;
    EXPECT_FALSE(tag.starts_with("<link") || tag.starts_with("<iframe") || tag.starts_with("<img")) << tag;
  }
  for (const char* word : {"http://", "https://", "url(", "@import", "fetch(", "XMLHttpRequest", "import("}) EXPECT_FALSE(holds(page(), word)) << word;
  EXPECT_TRUE(holds(page(), "content=\"default-src &apos;none&apos;; style-src &apos;sha256-"));
}

TEST(HtmlReport, LetsNoTextOfABackendBecomeMarkup) {
  EXPECT_FALSE(holds(page(), "<script>throw 1"));
  EXPECT_FALSE(holds(page(), "<b onclick"));
  EXPECT_FALSE(holds(page(), "<!--"));
  EXPECT_TRUE(holds(page(), "&lt;/script&gt;&lt;script&gt;throw 1&lt;/script&gt;&lt;!-- &lt;b onclick=&apos;x&apos;&gt;&quot;quoted&quot; &amp; "
                            "\\xff\\xfe \\x01\\x1b[31m \\u202e{{backend}} ]]&gt;"));
  const std::string data = element(page(), "id=\"case-data\">", "</script>");
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_TRUE(holds(data, "\\u003c/script>"));
  // Three scripts: the two data blocks and the one that runs.
  const std::vector<std::string> all = tags(page());
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const std::string& tag) { return tag.starts_with("<script"); }), 3);
}

TEST(HtmlReport, IsUtf8WithoutControlCharacters) {
  for (const char c : page()) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\n');
  EXPECT_EQ(page().find('\xff'), std::string::npos);
  EXPECT_EQ(page().find('\x7f'), std::string::npos);
  EXPECT_NO_THROW(nlohmann::json(page()).dump());  // Throws where it is not UTF-8.
}

TEST(HtmlReport, HoldsEveryRecord) {
  const nlohmann::json data = cases();
  ASSERT_EQ(data["count"], kRecords);
  for (std::size_t i = 0; i < kRecords; ++i) {
    const record::Result& result = run().report.results[i];
    EXPECT_EQ(text_of(data, "profile", i), name(result.profile));
    EXPECT_EQ(text_of(data, "instruction", i), result.instruction);
    EXPECT_EQ(text_of(data, "judgement", i), record::name(result.judgement));
    EXPECT_EQ(text_of(data, "detail", i), result.detail);
    EXPECT_EQ(text_of(data, "outcome", i), result.outcome);
    std::string who = result.instruction;
    for (char& c : who) c = static_cast<char>(std::tolower(c));
    EXPECT_EQ(text_of(data, "profile", i) + "/" + who + "/" + text_of(data, "cell", i) + text_of(data, "rest", i), result.name);
    const auto& more = data["more"]["texts"][data["more"]["of"][i].get<std::size_t>()];
    EXPECT_EQ(more["verdict"], record::name(result.verdict));
    EXPECT_EQ(more.value("clauses", std::vector<std::string>()), result.clauses);
  }
}

TEST(HtmlReport, KeepsANameThatIsBuiltOtherwise) {
  SyntheticRun other(run().report.folder, 1);
  other.report.results[0].name = "elsewhere/<1>";
  const nlohmann::json data = nlohmann::json::parse(element(html_report(other.report), "id=\"case-data\">", "</script>"));
  EXPECT_EQ(text_of(data, "rest", 0), "=elsewhere/<1>");
}

// Sums over the results, independent of the library's own counts.
TEST(HtmlReport, CountsInTheMatrixAreThoseOfTheRecords) {
  std::size_t planned = 0, failed = 0;
  for (const record::Result& result : run().report.results)
    if (result.instruction == "TMULS" && result.profile == Profile::a5 && result.cell.starts_with("legal/f16/")) {
      ++planned;
      failed += result.judgement == record::Judgement::fail ? 1 : 0;
    }
  ASSERT_GT(failed, 0u);
  EXPECT_TRUE(holds(page(), "href=\"#instruction=TMULS&amp;profile=a5&amp;group=f16\" aria-label=\"TMULS on a5, f16: " + std::to_string(failed) + " fail, " +
                                std::to_string(planned - failed) + " pass\""));
  const auto passed = static_cast<std::size_t>(std::ranges::count(run().report.results, record::Judgement::pass, &record::Result::judgement));
  ASSERT_GT(passed, 1000u);
  const std::string tail = std::to_string(passed % 1000);
  EXPECT_TRUE(holds(page(), "<a href=\"#judgement=pass\"><span class=\"mark pass\"><span aria-hidden=\"true\">✓</span> " + std::to_string(passed / 1000) + "," +
                                std::string(3 - tail.size(), '0') + tail + "</span>"));
}

TEST(HtmlReport, SaysWhatTheStatementSays) {
  for (const char* text : {"demo 1.4 does not conform: 4 of its findings are open", "reduced run", "It certifies nothing.", "u64 and i64 were left out",
                           "memory after a rejection is not observed", "The device driver checks it.", "conforms with waived deviations",
                           "rejections are not observed in memory", "1,920 rejections", "7,901 of 8,326 feasible cells", "guards are not observed"})
    EXPECT_TRUE(holds(page(), text)) << text;
  EXPECT_TRUE(holds(page(), "<code>block32</code>"));
}

TEST(HtmlReport, ShowsEveryInstructionClauseAndDispute) {
  for (const terms::Instruction& instruction : *run().report.instructions) {
    EXPECT_TRUE(holds(page(), "<caption>" + instruction.mnemonic + "</caption>"));
    for (const terms::Clause& clause : instruction.clauses) {
      EXPECT_TRUE(holds(page(), "<p class=\"rule-id\">" + clause.id + " ")) << clause.id;
      EXPECT_TRUE(holds(page(), "a5/" + terms::id_prefix(instruction) + "/independence/" + clause.id + "</p>")) << clause.id;
    }
    for (const terms::CoreCondition& core : instruction.core) EXPECT_TRUE(holds(page(), "<p class=\"rule-id\">" + core.id + " ")) << core.id;
  }
  EXPECT_TRUE(holds(page(), "tgatherb.offset-alignment") || holds(page(), "offset-alignment"));
}

std::string finding(std::size_t number) {
  return element(page(), "<article class=\"finding\" id=\"finding-" + std::to_string(number) + "\"", "</article>");
}

TEST(HtmlReport, DrawsTheTileOfAFinding) {
  const std::string text = finding(1);
  for (const char* part : {"wrong pad", "163 cases", "tfillpad/wrong-pad/736c0950", "dtype f16, bf16 or f32 only", "8 of 163 cases pass under the reading valid-rows",
                           "<strong>written: dst</strong> f32 16\u00a0×\u00a08, valid region 5\u00a0×\u00a03. The whole tile is shown.", "<strong>read: src</strong>", "<th scope=\"row\">dst[0, 3]</th>",
                           "Locally minimal: 38 simpler neighbours", "<h4>What the instruction means</h4>", "href=\"#case=a5/tmuls/legal/f16/ND/any/1\""})
    EXPECT_TRUE(holds(text, part)) << part;
  EXPECT_FALSE(holds(text, "class=\"overview\""));
  const nlohmann::json tiles = nlohmann::json::parse(element(page(), "id=\"tile-data\">", "</script>"));
  const nlohmann::json& tile = tiles.at("finding-1-0");
  const auto said = [&](std::size_t row, std::size_t col) { return tile["texts"][tile["of"][row * 8 + col].get<std::size_t>()].get<std::string>(); };
  EXPECT_EQ(said(0, 3), "wrong pad: expected inf (0x7f800000), actual 3.4028235e+38 (0x7f7fffff)");
  EXPECT_EQ(said(1, 1), "value: expected 1.3e-44 (0x00000009), actual as expected");  // A copy of the ninth element.
  const nlohmann::json& source = tiles.at("finding-1-1-read");
  EXPECT_EQ(source["texts"][source["of"][9].get<std::size_t>()], "holds 1.3e-44 (0x00000009)");
  EXPECT_EQ(source["texts"][source["of"][7].get<std::size_t>()], "outside the valid region, undefined");
}

TEST(HtmlReport, DrawsAWindowOfALargeTile) {
  const std::string text = finding(2);
  EXPECT_TRUE(holds(text, "Shown: rows 37 to 60 of 64, columns 0 to 31 of 128."));
  EXPECT_TRUE(holds(text, "class=\"overview\""));
  const nlohmann::json tiles = nlohmann::json::parse(element(page(), "id=\"tile-data\">", "</script>"));
  const nlohmann::json& tile = tiles.at("finding-2-0");
  EXPECT_EQ(tile["of"].size(), 24u * 32u);
  EXPECT_EQ(tile["texts"][tile["of"][(49 - 37) * 32].get<std::size_t>()], "wrong value: expected 84 (0x00000054), actual -1 (0xffffffff)");
  EXPECT_EQ(tile["texts"][tile["of"][(50 - 37) * 32].get<std::size_t>()], "unspecified: may hold anything, not judged");
}

TEST(HtmlReport, DrawsShapesOfAnAcceptedIllegalTuple) {
  const std::string text = finding(3);
  for (const char* part : {"dst (out)", "valid region 8\u00a0×\u00a024", "The valid region is larger than the tile.", "<h4>Rule that the tuple breaks</h4>", "tmuls.dst.valid-cols"})
    EXPECT_TRUE(holds(text, part)) << part;
  EXPECT_FALSE(holds(text, "class=\"tile\""));
}

TEST(HtmlReport, SaysThatACaseCannotBeRead) {
  EXPECT_TRUE(holds(finding(4), "Nothing is drawn: the file of the smallest case cannot be read."));
  EXPECT_FALSE(holds(page(), run().report.folder.string()));
}

TEST(HtmlReport, ListsCellsThatAreNotCovered) {
  const std::string list = element(page(), "<summary>TMULS on a5: 1 cell not covered</summary>", "</details>");
  EXPECT_TRUE(holds(list, "<li>a5/tmuls/legal/u64/ND/any</li>"));
  EXPECT_TRUE(holds(page(), "refuted, as the dispute offset-alignment says"));
}

TEST(HtmlReport, IsThereForAnEmptyRun) {
  const std::vector<terms::Instruction> none;
  RunReport empty;
  empty.instructions = &none;
  const std::string text = html_report(empty);
  for (const char* part : {"The run has not ended. It certifies nothing.", "No case failed.", "The run has no case.", "The package has no proofs."}) EXPECT_TRUE(holds(text, part)) << part;
  EXPECT_EQ(nlohmann::json::parse(element(text, "id=\"case-data\">", "</script>"))["count"], 0);
}

}  // namespace
}  // namespace pto_cts::reports
