// SPDX-License-Identifier: MIT
#include <algorithm>

#include "document.h"
#include "pto_cts/manual/manual.h"

namespace pto_cts::reports::manual {
namespace {

std::string markdown_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '\n') result += ' ';
    else {
      if (std::string_view("\\`*_[]|~#").find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return result;
}

// A code span whose delimiter no run of backticks inside can close.
std::string code_span(std::string_view text, bool in_table) {
  std::size_t longest = 0, run = 0;
  std::string inner;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|' && in_table) inner += '\\';
    inner += c == '\n' ? ' ' : c;
  }
  const std::string fence(longest + 1, '`');
  return longest == 0 ? fence + inner + fence : fence + " " + inner + " " + fence;
}

std::string markdown_address(const Target& target) {
  return (target.page.empty() ? "" : markdown_file(target.page)) + (target.anchor.empty() ? "" : "#" + target.anchor);
}

std::string markdown_inline(const Text& text, bool in_table = false) {
  std::string result;
  for (const Span& span : text) {
    switch (span.kind) {
      case Span::Kind::plain: result += markdown_escaped(span.text); break;
      case Span::Kind::code: result += code_span(span.text, in_table); break;
      case Span::Kind::strong: result += "**" + markdown_escaped(span.text) + "**"; break;
      case Span::Kind::link: result += "[" + markdown_escaped(span.text) + "](" + markdown_address(span.target) + ")"; break;
    }
  }
  return result;
}

struct MarkdownWriter {
  std::string text;

  void operator()(const Heading& heading) {
    text += std::string(static_cast<std::size_t>(heading.level), '#') + " ";
    if (!heading.anchor.empty()) text += "<a id=\"" + heading.anchor + "\"></a>";
    text += markdown_escaped(heading.text) + "\n";
  }
  void operator()(const Paragraph& paragraph) { text += markdown_inline(paragraph.text) + "\n"; }
  void operator()(const Display& display) {
    text += "```text\n";
    for (const std::string& line : display.lines) text += line + "\n";
    text += "```\n";
  }
  void operator()(const Items& items) {
    for (const Text& item : items.items) text += "- " + markdown_inline(item) + "\n";
  }
  void operator()(const Table& table) {
    for (const std::string& cell : table.head) text += "| " + markdown_escaped(cell) + " ";
    text += "|\n";
    for (std::size_t i = 0; i < table.head.size(); ++i) text += "|---";
    text += "|\n";
    for (const std::vector<Text>& row : table.rows) {
      for (const Text& cell : row) text += "| " + markdown_inline(cell, true) + " ";
      text += "|\n";
    }
  }
};

}  // namespace

std::string markdown_file(std::string_view page) { return page == kOverview ? "README.md" : std::string(page) + ".md"; }

std::string to_markdown(const Document& document) {
  MarkdownWriter writer;
  writer.text = "<!-- " + std::string(kManualMark) + " -->\n\n# " + markdown_escaped(document.title) + "\n";
  if (!document.navigation.empty()) {
    std::string links;
    for (const Span& span : document.navigation) links += (links.empty() ? "" : " - ") + markdown_inline({span});
    writer.text += "\n" + links + "\n";
  }
  for (const Block& block : document.blocks) {
    writer.text += "\n";
    std::visit(writer, block);
  }
  return writer.text;
}

}  // namespace pto_cts::reports::manual
