// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "parts.h"
#include "pto_cts/reports/citation.h"

namespace pto_cts::reports::html {
namespace {

// Length of the UTF-8 sequence at the start of a text, or 0.
std::size_t sequence(std::string_view text, std::uint32_t& code) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
  if (length == 0 || length > text.size()) return 0;
  code = length == 1 ? lead : lead & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  return too_long || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

bool is_invisible(std::uint32_t code) {
  return (code >= 0x80 && code < 0xA0) || (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF || code == 0x061C || (code & 0xFFFE) == 0xFFFE;
}

std::string percent_encoded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-_./,:").find(c) != std::string_view::npos;
    if (plain) out += c;
    else out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

}  // namespace

std::string clean(std::string_view text, bool lines) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    std::uint32_t code = 0;
    const std::size_t length = sequence(text, code);
    if (code == '\n' && lines) out += '\n';
    else if (length == 0) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
    else if (code < 0x20 || code == 0x7F) out += fmt::format("\\x{:02x}", code);
    else if (is_invisible(code)) out += fmt::format("\\u{:04x}", code);
    else out += text.substr(0, length);
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return out;
}

Data object() { return Data(Data::type::object); }

void set(Data& data, const std::string& key, std::string_view text) {
  if (text.empty()) data.set(key, Data(false));
  else data.set(key, clean(text, true));
}

void set(Data& data, const std::string& key, std::uint64_t number) { data.set(key, grouped(number)); }

void set_flag(Data& data, const std::string& key, bool flag) { data.set(key, Data(flag)); }

void set_list(Data& data, const std::string& key, std::vector<Data> items) {
  Data list(Data::type::list);
  for (Data& item : items) list.push_back(std::move(item));
  data.set(key, std::move(list));
}

void set_lines(Data& data, const std::string& key, std::span<const std::string> lines) {
  std::vector<Data> items;
  for (const std::string& line : lines) items.emplace_back(clean(line));
  set_list(data, key, std::move(items));
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string counted(std::uint64_t number, std::string_view noun) { return fmt::format("{} {}{}", grouped(number), noun, number == 1 ? "" : "s"); }

std::string link(std::span<const std::pair<std::string_view, std::string_view>> filter) {
  std::string text;
  for (const auto& [key, value] : filter) text += fmt::format("{}{}={}", text.empty() ? "#" : "&", key, percent_encoded(value));
  return text;
}

Mark mark_of(record::Judgement judgement) {
  switch (judgement) {
    case record::Judgement::pass: return {"pass", "✓", "pass"};
    case record::Judgement::fail: return {"fail", "✗", "fail"};
    case record::Judgement::undecided: return {"undecided", "?", "undecided"};
    case record::Judgement::not_supported: return {"none", "–", "not supported"};
    case record::Judgement::not_expressible: return {"none", "∅", "not expressible"};
    case record::Judgement::not_run: return {"none", "○", "not run"};
  }
  return {};
}

Mark mark_of(const record::Counts& counts) {
  using record::Judgement;
  if (counts.fail > 0) return mark_of(Judgement::fail);
  if (counts.pass > 0) return counts.pass == counts.planned ? mark_of(Judgement::pass) : Mark{"partly", "◐", "partly"};
  const std::pair<std::uint64_t, Judgement> rest[] = {{counts.undecided, Judgement::undecided},
                                                      {counts.not_supported, Judgement::not_supported},
                                                      {counts.not_expressible, Judgement::not_expressible},
                                                      {counts.not_run, Judgement::not_run}};
  for (const auto& [count, judgement] : rest)
    if (count > 0) return mark_of(judgement);
  return {"empty", "", "no case"};
}

std::string counts_text(const record::Counts& counts) {
  const std::pair<std::uint64_t, const char*> parts[] = {
      {counts.fail, "fail"}, {counts.pass, "pass"}, {counts.undecided, "undecided"}, {counts.not_supported, "not supported"},
      {counts.not_expressible, "not expressible"}, {counts.not_run, "not run"}};
  std::string text;
  for (const auto& [count, word] : parts)
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), word);
  return text;
}

void add(record::Counts& counts, record::Judgement judgement) {
  using record::Judgement;
  ++counts.planned;
  switch (judgement) {
    case Judgement::pass: ++counts.pass; break;
    case Judgement::fail: ++counts.fail; break;
    case Judgement::undecided: ++counts.undecided; break;
    case Judgement::not_supported: ++counts.not_supported; return;
    case Judgement::not_expressible: ++counts.not_expressible; return;
    case Judgement::not_run: ++counts.not_run; return;
  }
  ++counts.run;
}

std::string group_of(std::string_view cell) {
  const std::size_t first = cell.find('/');
  const std::string_view head = cell.substr(0, first);
  if (head != "legal" || first == std::string_view::npos) return std::string(head);
  const std::string_view rest = cell.substr(first + 1);
  return std::string(rest.substr(0, rest.find('/')));
}

std::vector<Data> citations(const std::vector<terms::Cite>& cites) {
  std::vector<Data> items;
  for (const terms::Cite& cite : cites) {
    Data item = object();
    set(item, "cite", citation(cite));
    set(item, "says", paraphrase(cite));
    items.push_back(std::move(item));
  }
  return items;
}

}  // namespace pto_cts::reports::html
