// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "document.h"
#include "pto_cts/manual/manual.h"

namespace pto_cts::reports::manual {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --text: #1b1f24; --paper: #fff; --soft: #f3f5f7; --line: #c9d0d8; --link: #0b57a4; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ec; --paper: #14181c; --soft: #20262c; --line: #434c56; --link: #82b9f5; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--paper); font: 1rem/1.55 system-ui, sans-serif; }
main, nav { max-width: 60rem; margin: 0 auto; padding: 0 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0; padding: 0.75rem 0; list-style: none; border-bottom: 1px solid var(--line); }
a { color: var(--link); }
a:focus-visible, .wide:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 0.25rem; background: var(--paper); padding: 0.25rem 0.5rem; }
h1 { font-size: 1.8rem; line-height: 1.25; }
h2 { margin-top: 2.5rem; font-size: 1.4rem; border-bottom: 1px solid var(--line); }
h3 { margin-top: 1.75rem; font-size: 1.15rem; }
h4, h5 { margin: 1.5rem 0 0.25rem; font-size: 1rem; }
h1, h2, h3, h4, h5, li, p { overflow-wrap: anywhere; }
:target { background: var(--soft); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; background: var(--soft); }
code { padding: 0.05em 0.25em; border-radius: 0.2em; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.6rem 0.8rem; border-left: 3px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }
caption { text-align: left; padding: 0.25rem 0; font-style: italic; }
th, td { padding: 0.3rem 0.7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { background: var(--soft); }
@media print { nav, .skip { display: none; } }
)";

std::string html_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '"') result += "&quot;";
    else result += c;
  }
  return result;
}

std::string html_address(const Target& target) {
  return html_escaped((target.page.empty() ? "" : html_file(target.page)) + (target.anchor.empty() ? "" : "#" + target.anchor));
}

std::string html_inline(const Text& text) {
  std::string result;
  for (const Span& span : text) {
    switch (span.kind) {
      case Span::Kind::plain: result += html_escaped(span.text); break;
      case Span::Kind::code: result += "<code>" + html_escaped(span.text) + "</code>"; break;
      case Span::Kind::strong: result += "<strong>" + html_escaped(span.text) + "</strong>"; break;
      case Span::Kind::link: result += "<a href=\"" + html_address(span.target) + "\">" + html_escaped(span.text) + "</a>"; break;
    }
  }
  return result;
}

struct HtmlWriter {
  std::string text;

  void operator()(const Heading& heading) {
    const std::string id = heading.anchor.empty() ? "" : " id=\"" + html_escaped(heading.anchor) + "\"";
    text += fmt::format("<h{0}{1}>{2}</h{0}>\n", heading.level, id, html_escaped(heading.text));
  }
  void operator()(const Paragraph& paragraph) { text += "<p>" + html_inline(paragraph.text) + "</p>\n"; }
  void operator()(const Display& display) {
    text += "<pre>";
    for (std::size_t i = 0; i < display.lines.size(); ++i) text += (i == 0 ? "" : "\n") + html_escaped(display.lines[i]);
    text += "</pre>\n";
  }
  void operator()(const Items& items) {
    text += "<ul>\n";
    for (const Text& item : items.items) text += "<li>" + html_inline(item) + "</li>\n";
    text += "</ul>\n";
  }
  void operator()(const Table& table) {
    text += fmt::format("<div class=\"wide\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\">\n<table>\n<caption>{0}</caption>\n<thead><tr>",
                        html_escaped(table.caption));
    for (const std::string& cell : table.head) text += "<th scope=\"col\">" + html_escaped(cell) + "</th>";
    text += "</tr></thead>\n<tbody>\n";
    for (const std::vector<Text>& row : table.rows) {
      text += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i)
        text += (i == 0 ? "<th scope=\"row\">" : "<td>") + html_inline(row[i]) + (i == 0 ? "</th>" : "</td>");
      text += "</tr>\n";
    }
    text += "</tbody>\n</table>\n</div>\n";
  }
};

}  // namespace

std::string html_file(std::string_view page) { return std::string(page) + ".html"; }

std::string to_html(const Document& document) {
  const std::string title = document.page == kOverview ? document.title : document.title + " - PTO-CTS manual";
  HtmlWriter writer;
  writer.text = fmt::format(
      "<!DOCTYPE html>\n<!-- {} -->\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{}</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<a class=\"skip\" href=\"#content\">Skip to the content</a>\n",
      kManualMark, html_escaped(title), kStyle);
  writer.text += "<nav aria-label=\"Manual\">\n<ul>\n";
  for (const Span& span : document.navigation) writer.text += "<li>" + html_inline({span}) + "</li>\n";
  writer.text += "</ul>\n</nav>\n<main id=\"content\">\n<h1>" + html_escaped(document.title) + "</h1>\n";
  for (const Block& block : document.blocks) std::visit(writer, block);
  return writer.text + "</main>\n</body>\n</html>\n";
}

}  // namespace pto_cts::reports::manual
