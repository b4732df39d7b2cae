// SPDX-License-Identifier: MIT
#include "pto_cts/manual/manual.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "pto_cts/instructions/registry.h"
#include "pto_cts/reports/citation.h"

namespace pto_cts::reports {
namespace {

using Pages = std::map<std::string, std::string>;

Pages by_file(const std::vector<ManualPage>& pages) {
  Pages files;
  for (const ManualPage& page : pages) EXPECT_TRUE(files.emplace(page.file, page.text).second) << page.file << " twice";
  return files;
}

record::ProofFile some_proofs() {
  const terms::Instruction& tmuls = *spec::find_instruction("TMULS");
  record::ProofRecord proved{"a5/tmuls/independence/tmuls.a5.dtype", "TMULS", "a5", "independence", "proved", "independent", "can be broken alone",
                             tmuls.examples.front().tuple, tmuls.examples.front().tuple, {"dst.dtype"}, {"tmuls.a5.dtype"}, "a note", ""};
  record::ProofRecord refuted{"a5/tmuls/definedness/src0", "TMULS", "a5", "definedness", "refuted", "", "reads what is defined",
                              tmuls.examples.front().tuple, std::nullopt, {}, {}, "", "tmuls.a5-source-rows"};
  record::ProofRecord across{"tmuls/inclusion/x", "TMULS", "", "inclusion", "unknown", "", "a5 includes a2a3", std::nullopt, std::nullopt, {}, {}, "", ""};
  return {{proved, refuted, across}, {{"a5/tmuls/legal/f32", "TMULS", "a5", "feasible", {}}, {"a5/tmuls/legal/x", "TMULS", "a5", "infeasible", {"tmuls.a5.dtype"}}}};
}

const Pages& real() {
  static const record::ProofFile proofs = some_proofs();
  static const Pages pages = by_file(manual_pages(spec::instructions(), {}, &proofs));
  return pages;
}

pugi::xml_document parsed(const std::string& text) {
  pugi::xml_document document;
  const pugi::xml_parse_result result = document.load_string(text.c_str(), pugi::parse_default | pugi::parse_doctype | pugi::parse_ws_pcdata);
  EXPECT_TRUE(result) << result.description() << " at " << result.offset;
  return document;
}

std::string text_of(const pugi::xml_node& node) {
  std::string text = node.value();
  for (const pugi::xml_node child : node) text += text_of(child);
  return text;
}

std::vector<pugi::xml_node> elements(const pugi::xml_node& root, const std::function<bool(const pugi::xml_node&)>& wanted) {
  std::vector<pugi::xml_node> found;
  struct Walker : pugi::xml_tree_walker {
    std::vector<pugi::xml_node>* found;
    const std::function<bool(const pugi::xml_node&)>* wanted;
    bool for_each(pugi::xml_node& node) override {
      if ((*wanted)(node)) found->push_back(node);
      return true;
    }
  } walker;
  walker.found = &found;
  walker.wanted = &wanted;
  pugi::xml_node start = root;
  start.traverse(walker);
  return found;
}

std::set<std::string> anchors(const std::string& file, const std::string& text) {
  std::set<std::string> ids;
  const std::regex pattern(file.ends_with(".md") ? "<a id=\"([^\"]+)\"></a>" : " id=\"([^\"]+)\"");
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it)
    EXPECT_TRUE(ids.insert((*it)[1]).second) << file << ": " << (*it)[1] << " is the anchor of two places";
  return ids;
}

std::vector<std::string> links(const std::string& file, const std::string& text) {
  std::vector<std::string> all;
  const std::regex pattern(file.ends_with(".md") ? "\\]\\(([^)]+)\\)" : "href=\"([^\"]+)\"");
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end; it != end; ++it) all.push_back((*it)[1]);
  return all;
}

TEST(Manual, HasEachPageTwice) {
  std::set<std::string> expected = {"README.md", "index.html"};
  std::vector<std::string> names = {"clauses", "disputes", "proofs"};
  for (const terms::Instruction& one : spec::instructions()) names.push_back(terms::id_prefix(one));
  for (const std::string& name : names) expected.insert({name + ".md", name + ".html"});
  std::set<std::string> files;
  for (const auto& [file, text] : real()) {
    files.insert(file);
    EXPECT_LT(text.find(kManualMark), 100u) << file;
  }
  EXPECT_EQ(files, expected);
}

TEST(Manual, LinksResolve) {
  std::map<std::string, std::set<std::string>> ids;
  for (const auto& [file, text] : real()) ids[file] = anchors(file, text);
  std::size_t count = 0;
  for (const auto& [file, text] : real())
    for (const std::string& link : links(file, text)) {
      ++count;
      const std::size_t hash = link.find('#');
      const std::string page = hash == 0 ? file : link.substr(0, hash);
      ASSERT_TRUE(ids.count(page)) << file << " leads to " << link;
      EXPECT_EQ(page.substr(page.rfind('.')), file.substr(file.rfind('.'))) << "a link to the other kind of page";
      if (hash != std::string::npos) { EXPECT_TRUE(ids[page].count(link.substr(hash + 1))) << file << " leads to " << link; }
    }
  EXPECT_GT(count, 200u);
}

// What a page must say of everything that the spec holds. The HTML is read by a parser, so that escapes do not matter.
TEST(Manual, SaysEverythingThatTheSpecHolds) {
  for (const terms::Instruction& instruction : spec::instructions()) {
    const std::string page = terms::id_prefix(instruction);
    const std::string& markdown = real().at(page + ".md");
    const pugi::xml_document document = parsed(real().at(page + ".html"));
    const std::string text = text_of(document);
    const std::set<std::string> ids = anchors(page + ".html", real().at(page + ".html"));
    const auto says = [&](const std::string& what) { EXPECT_NE(text.find(what), std::string::npos) << page << " does not say: " << what; };
    const auto has = [&](const std::string& id) {
      EXPECT_TRUE(ids.count(id)) << page << " has no place for " << id;
      EXPECT_NE(markdown.find("<a id=\"" + id + "\"></a>"), std::string::npos) << id;
      says(id);
    };
    const auto cites = [&](const std::vector<terms::Cite>& all) {
      for (const terms::Cite& cite : all) {
        says(citation(cite));
        says(paraphrase(cite));
      }
    };
    says(instruction.summary);
    for (const terms::TileParameter& tile : instruction.tiles) says(tile.name);
    for (const terms::AttributeParameter& one : instruction.attributes) {
      says(one.key);
      for (const std::string& value : one.values) says(value);
    }
    for (const terms::Effect& effect : instruction.effects) cites(effect.cites);
    for (const terms::Clause& clause : instruction.clauses) {
      has(clause.id);
      cites(clause.cites);
      EXPECT_NE(real().at("clauses.md").find("](" + page + ".md#" + clause.id + ")"), std::string::npos) << clause.id;
    }
    for (const terms::CoreCondition& condition : instruction.core) {
      has(condition.id);
      says(condition.why);
      cites(condition.cites);
    }
    for (const terms::Dispute& dispute : instruction.disputes) {
      has(dispute.id);
      says(dispute.question);
      says(dispute.default_reading);
      for (const terms::Alternative& one : dispute.alternatives) says(one.meaning);
      cites(dispute.cites);
      EXPECT_NE(real().at("disputes.md").find("](" + page + ".md#" + dispute.id + ")"), std::string::npos) << dispute.id;
    }
    for (const terms::Example& example : instruction.examples) {
      has(example.id);
      cites(example.cites);
    }
  }
}

TEST(Manual, WritesMathematics) {
  const std::string& text = real().at("tmuls.md");
  EXPECT_NE(text.find("dst[i, j] = src0[i, j] \u00b7 scalar\n  for each (i, j) in the valid region of dst\n"), std::string::npos) << text;
  EXPECT_NE(text.find("dst.dtype \u2208 {i32, i16, f16, f32}\n"), std::string::npos) << text;
  EXPECT_NE(text.find("mod 512 = 0"), std::string::npos);
  for (const auto& [file, page] : real())
    for (const char* program : {" == ", " && ", " || ", " != ", "reading '"}) EXPECT_EQ(page.find(program), std::string::npos) << file << program;
}

// The example of TGATHERB lies below the least capacity: the rule decides, not the page.
TEST(Manual, JudgesTheExamplesOfThePages) {
  const std::string& gather = real().at("tgatherb.md");
  EXPECT_NE(gather.find("| `a5` | **illegal** | [tgatherb.dst.capacity](tgatherb.md#tgatherb.dst.capacity)"), std::string::npos) << gather;
  EXPECT_NE(real().at("tmuls.md").find("| `cpu_sim` | **legal** | - |"), std::string::npos);
}

// A formula is shown as it is judged, and beside it as another reading has it.
TEST(Manual, ShowsWhatOtherReadingsChange) {
  const std::string& text = real().at("tgatherb.md");
  const std::size_t mathematics = text.find("\ndst[i, j] = bytes of src at offset[i, j] (aligned to size(dst.dtype))"), other = text.find("Under the interpretation `block32`:");
  EXPECT_LT(mathematics, other) << text.substr(0, 3000);
  EXPECT_NE(other, std::string::npos);
  EXPECT_NE(text.find("\n  unspecified where ", other), std::string::npos);
  EXPECT_EQ(real().at("tmuls.md").find("Under the interpretation"), std::string::npos);
}

TEST(Manual, JudgesUnderTheReadings) {
  const Pages pages = by_file(manual_pages(spec::instructions(), {"block32"}, nullptr));
  EXPECT_NE(pages.at("README.md").find("**Readings in force: **`block32`"), std::string::npos) << pages.at("README.md");
  EXPECT_NE(pages.at("tgatherb.md").find("(in force here)"), std::string::npos);
}

TEST(Manual, ShowsProofs) {
  const std::string& page = real().at("tmuls.md");
  for (const char* part : {"| a5 | independence | 1 | 0 | 0 | 0 |", "| a5 | definedness | 0 | 1 | 0 | 0 |", "| all profiles | inclusion | 0 | 0 | 0 | 1 |",
                           "1 feasible, 1 infeasible, 0 unknown", "a note", "recorded as dispute [tmuls.a5-source-rows](tmuls.md#tmuls.a5-source-rows)",
                           "not so: `TMULS out dst=Vec f32 16x16", "dst.dtype changed: `TMULS"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
  EXPECT_EQ(real().at("proofs.md").find("can be broken alone:"), std::string::npos) << "only what is open";
  EXPECT_NE(real().at("proofs.md").find("a5/tmuls/definedness/src0"), std::string::npos);
  const Pages without = by_file(manual_pages(spec::instructions(), {}, nullptr));
  EXPECT_NE(without.at("proofs.md").find("No proofs were run"), std::string::npos);
  EXPECT_NE(without.at("tmuls.md").find("No proofs were run"), std::string::npos);
}

TEST(Manual, HtmlStandsAloneWithHeadingsInOrder) {
  for (const auto& [file, text] : real()) {
    if (!file.ends_with(".html")) continue;
    const pugi::xml_document document = parsed(text);
    const pugi::xml_node html = document.child("html");
    EXPECT_STREQ(html.attribute("lang").value(), "en");
    EXPECT_TRUE(html.child("body").child("main").child("h1")) << file;
    int level = 0, titles = 0;
    for (const pugi::xml_node& node : elements(document, [](const pugi::xml_node& one) {
           const std::string name = one.name();
           return name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
         })) {
      const int here = node.name()[1] - '0';
      EXPECT_LE(here, level + 1) << file << ": " << text_of(node);
      titles += here == 1 ? 1 : 0;
      level = here;
    }
    EXPECT_EQ(titles, 1) << file;
    for (const char* outside : {"<script", "<img", "<iframe", "http:", "https:", " src=\"", "<link", "@import", "url("}) EXPECT_EQ(text.find(outside), std::string::npos) << file << outside;
    EXPECT_NE(text.find("prefers-color-scheme: dark"), std::string::npos);
    EXPECT_NE(text.find("width=device-width"), std::string::npos);
    for (const pugi::xml_node& table : elements(document, [](const pugi::xml_node& one) { return std::string(one.name()) == "table"; }))
      EXPECT_TRUE(table.child("caption") && table.child("thead")) << file;
  }
}

TEST(Manual, MarkdownTablesAreWhole) {
  const auto bars = [](const std::string& line) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < line.size(); ++i) count += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
    return count;
  };
  for (const auto& [file, text] : real()) {
    if (!file.ends_with(".md")) continue;
    std::istringstream lines(text);
    std::size_t columns = 0;
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("|")) columns = 0;
      else if (columns == 0) columns = bars(line);
      else EXPECT_EQ(bars(line), columns) << file << ": " << line;
    }
  }
}

TEST(Manual, TextsAreNoMarkup) {
  std::vector<terms::Instruction> instructions = {*spec::find_instruction("TMULS")};
  instructions[0].summary = "<b onclick=\"x\">&| `*_[x](y)";
  instructions[0].attributes = {{"k|`v", {"a|b", "``"}, "<i>", false}};
  const Pages pages = by_file(manual_pages(instructions, {}, nullptr));
  const pugi::xml_document document = parsed(pages.at("tmuls.html"));
  EXPECT_NE(text_of(document).find(instructions[0].summary), std::string::npos);
  EXPECT_FALSE(document.child("html").child("body").child("main").child("p").child("b"));
  EXPECT_NE(pages.at("tmuls.md").find("&lt;b onclick=\"x\">&amp;\\| \\`\\*\\_\\[x\\](y)"), std::string::npos) << pages.at("tmuls.md");
  EXPECT_NE(pages.at("tmuls.md").find("| `` k\\|`v `` | `a\\|b`, ``` `` ``` | `<i>` | form of the call |"), std::string::npos) << pages.at("tmuls.md");
}

TEST(Manual, IsTheSameEachTime) {
  const record::ProofFile proofs = some_proofs();
  EXPECT_EQ(by_file(manual_pages(spec::instructions(), {}, &proofs)), real());
}

}  // namespace
}  // namespace pto_cts::reports
