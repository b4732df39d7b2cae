// SPDX-License-Identifier: MIT
#include "pto_cts/judge/text_class.h"

#include <algorithm>

namespace pto_cts::judge {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::string text_class(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_in_word);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (std::any_of(word.begin(), word.end(), is_digit)) result += '#';
    else result += word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

}  // namespace pto_cts::judge
