// SPDX-License-Identifier: MIT
// A page as it is meant, before it is Markdown or HTML.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace pto_cts::reports::manual {

/// A place of the manual: a page without its extension, and an anchor in it, or none.
struct Target {
  std::string page;
  std::string anchor;
};

inline constexpr std::string_view kOverview = "index";

struct Span {
  enum class Kind { plain, code, strong, link };
  Kind kind = Kind::plain;
  std::string text;
  Target target{};
};

using Text = std::vector<Span>;

inline Span plain(std::string text) { return {Span::Kind::plain, std::move(text)}; }
inline Span code(std::string text) { return {Span::Kind::code, std::move(text)}; }
inline Span strong(std::string text) { return {Span::Kind::strong, std::move(text)}; }
inline Span link(std::string text, std::string page, std::string anchor = {}) {
  return {Span::Kind::link, std::move(text), {std::move(page), std::move(anchor)}};
}

/// Levels 2 to 5; level 1 is the title's.
struct Heading {
  int level = 2;
  std::string text;
  std::string anchor{};
};

struct Paragraph {
  Text text;
};

/// Lines that stand as they are.
struct Display {
  std::vector<std::string> lines;
};

struct Items {
  std::vector<Text> items;
};

/// The first cell of a row names it.
struct Table {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<Text>> rows;
};

using Block = std::variant<Heading, Paragraph, Display, Items, Table>;

struct Document {
  std::string page;
  std::string title;
  Text navigation;  ///< Links alone.
  std::vector<Block> blocks;

  void add(Block block) { blocks.push_back(std::move(block)); }
};

std::string to_markdown(const Document& document);
std::string to_html(const Document& document);

/// Name of the file that holds a page.
std::string markdown_file(std::string_view page);
std::string html_file(std::string_view page);

}  // namespace pto_cts::reports::manual
