// SPDX-License-Identifier: MIT
#include "pto_cts/process/process_backend.h"

#include "pto_cts/backend/backend.h"

namespace pto_cts::process {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kEscapedInDoubleQuotes = "\\\"$`";

bool is_one_of(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

/// Reads words one after the other.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  /// False at the end.
  bool skip_blanks() {
    while (at_ < text_.size() && is_one_of(text_[at_], kBlanks)) ++at_;
    return at_ < text_.size();
  }

  std::string word() {
    std::string word;
    while (at_ < text_.size() && !is_one_of(text_[at_], kBlanks)) {
      const char c = text_[at_++];
      if (c == '\'')
        single_quoted(word);
      else if (c == '"')
        double_quoted(word);
      else
        word += c == '\\' ? next("a backslash ends it; give the character that it quotes") : c;
    }
    return word;
  }

 private:
  void single_quoted(std::string& word) {
    for (char c; (c = next("a single quote is not closed; close it")) != '\'';) word += c;
  }

  void double_quoted(std::string& word) {
    constexpr const char* kOpen = "a double quote is not closed; close it";
    for (char c; (c = next(kOpen)) != '"';) {
      if (c == '\\') {
        c = next(kOpen);
        if (!is_one_of(c, kEscapedInDoubleQuotes)) word += '\\';
      }
      word += c;
    }
  }

  char next(const char* fault) {
    if (at_ == text_.size()) throw backend::CannotOpen("process: in the command, " + std::string(fault));
    return text_[at_++];
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<std::string> split_command(std::string_view command) {
  std::vector<std::string> words;
  for (Reader reader(command); reader.skip_blanks();) words.push_back(reader.word());
  if (words.empty() || words.front().empty())
    throw backend::CannotOpen("process: names no program; give process:<program and arguments>");
  return words;
}

}  // namespace pto_cts::process
