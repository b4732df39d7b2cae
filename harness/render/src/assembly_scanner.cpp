// SPDX-License-Identifier: MIT
#include "assembly_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "pto_cts/render/assembly.h"

namespace pto_cts::render {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_printable(char c) { return c >= ' ' && c <= '~'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  return lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
}

}  // namespace

bool is_plain(char c) {
  return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_' || c == '.' || c == '$' || c == '-';
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), lower);
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), upper);
  return result;
}

std::string quoted_unless_plain(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted.append({'\\', c});
    else if (is_printable(c))
      quoted += c;
    else
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return quoted + "\"";
}

std::string shown(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (const char c : text.substr(0, kMost)) result += is_printable(c) ? c : '?';
  return result + (text.size() > kMost ? "...'" : "'");
}

std::int64_t small_integer(std::string_view text) {
  std::int32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && stop == end ? value : kNoInteger;
}

std::size_t Scanner::here() {
  for (;; ++at_) {
    const bool comment = peek() == '#' || (peek() == '/' && peek(1) == '/');
    if (comment) at_ = std::min(text_.find('\n', at_), text_.size());
    if (at_ >= text_.size() || !is_space(text_[at_])) return at_;
  }
}

bool Scanner::sees(std::string_view mark) {
  here();
  return text_.substr(at_).starts_with(mark);
}

bool Scanner::accept(std::string_view mark) {
  if (!sees(mark)) return false;
  at_ += mark.size();
  return true;
}

bool Scanner::accept_word(std::string_view word) {
  if (!sees(word) || is_plain(peek(word.size()))) return false;
  at_ += word.size();
  return true;
}

void Scanner::expect(std::string_view mark, std::string_view where) {
  const std::size_t at = here();
  if (!accept(mark)) fail(at, fmt::format("{} where '{}' belongs", found(at), mark), fmt::format("write '{}' {}", mark, where));
}

std::string Scanner::word(std::string_view what) {
  const std::size_t at = here();
  if (peek() == '"') return quoted();
  while (is_plain(peek()) && !text_.substr(at_).starts_with("->")) ++at_;
  if (at_ == at) fail(at, fmt::format("{} where {} belongs", found(at), what), "write it, in quotes if it is no plain word");
  return std::string(text_.substr(at, at_ - at));
}

std::string Scanner::quoted() {
  const std::size_t at = at_++;
  std::string result;
  while (at_ < text_.size() && peek() != '"') {
    char c = text_[at_++];
    if (c == '\\') {
      c = peek();
      ++at_;
      if (c == 'x') {
        const int high = hex_digit(peek()), low = hex_digit(peek(1));
        if (high < 0 || low < 0) fail(std::min(at_, text_.size()), "\\x without two hexadecimal digits", "write them");
        c = static_cast<char>(high * 16 + low);
        at_ += 2;
      } else if (c != '"' && c != '\\') {
        fail(std::min(at_, text_.size()) - 1, "an unknown escape", "choose from \\\", \\\\ and \\x with two digits");
      }
    }
    result += c;
  }
  if (at_ >= text_.size()) fail(at, "a quote without an end", "close it with '\"'");
  ++at_;
  return result;
}

std::string Scanner::value() {
  const std::size_t at = here();
  if (!accept("%")) fail(at, found(at) + " where a value belongs", "values begin with '%'");
  if (at_ >= text_.size() || (!is_plain(peek()) && peek() != '"')) fail(at, "'%' without a name", "name the value, as in %src");
  std::string name = word("a name");
  // MLIR's n-th result of several.
  if (peek() == '#' && is_digit(peek(1))) {
    name += text_[at_++];
    while (is_digit(peek())) name += text_[at_++];
  }
  return name;
}

std::string Scanner::until(std::string_view marks) {
  std::string result;
  for (; at_ < text_.size() && marks.find(text_[at_]) == std::string_view::npos; ++at_)
    if (!is_space(text_[at_])) result += text_[at_];
  return result;
}

std::string Scanner::found(std::size_t at) const {
  if (at >= text_.size()) return "the end";
  std::size_t length = 0;
  while (at + length < text_.size() && is_plain(text_[at + length])) ++length;
  return shown(text_.substr(at, std::max<std::size_t>(length, 1)));
}

void Scanner::fail(std::size_t at, const std::string& fault, const std::string& mend) const {
  throw AssemblyError(fmt::format("column {}: {}; {}", at + 1, fault, mend));
}

}  // namespace pto_cts::render
