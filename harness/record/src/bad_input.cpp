// SPDX-License-Identifier: MIT
#include "pto_cts/record/bad_input.h"

#include <algorithm>

namespace pto_cts::record {

std::string printable(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c < ' ' || c > '~') c = '?';
  return result;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShown = 40;
  return "'" + printable(text.substr(0, kShown)) + (text.size() > kShown ? "...'" : "'");
}

void refuse(std::string_view where, std::string_view problem, std::string_view mend) {
  std::string text;
  if (!where.empty()) text.append(where).append(": ");
  throw BadInput(text.append(problem).append("; ").append(mend));
}

bool is_plain_path(std::string_view text) {
  const auto is_control = [](char c) { return (c >= 0 && c < ' ') || c == '\x7f' || c == '\\'; };
  if (std::ranges::any_of(text, is_control)) return false;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find('/', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == text.size()) return true;
    begin = end + 1;
  }
}

std::string indexed(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

}  // namespace pto_cts::record
