// SPDX-License-Identifier: MIT
// A line of assembly, read from left to right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pto_cts::render {

/// Characters of words and names that need no quotes.
bool is_plain(char c);

/// The text itself where all of it is plain, else in quotes.
std::string quoted_unless_plain(std::string_view text);

std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  /// Where the next thing stands, after white space and comments.
  std::size_t here();

  /// True where nothing follows.
  bool at_end() { return here() == text_.size(); }

  /// True where that follows.
  bool sees(std::string_view mark);

  /// Goes past it where it follows.
  bool accept(std::string_view mark);

  /// As accept, for a whole word.
  bool accept_word(std::string_view word);

  /// Goes past it; fails where it does not follow, with `where` it belongs.
  void expect(std::string_view mark, std::string_view where);

  /// A plain or quoted word; fails with `what` where there is none.
  std::string word(std::string_view what);

  /// The name of a value: '%' and a word.
  std::string value();

  /// Everything up to one of the marks, without white space.
  std::string until(std::string_view marks);

  /// "column 7: <fault>; <mend>"
  [[noreturn]] void fail(std::size_t at, const std::string& fault, const std::string& mend) const;

  /// What stands at a place, for a message.
  std::string found(std::size_t at) const;

 private:
  std::string quoted();
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// User's text in a message: in quotes, without control characters, not too long.
std::string shown(std::string_view text);

/// An integer that fits into 32 bits, or the most negative 64-bit one where it is none or does not.
std::int64_t small_integer(std::string_view text);
inline constexpr std::int64_t kNoInteger = INT64_MIN;

}  // namespace pto_cts::render
