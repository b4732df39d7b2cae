// SPDX-License-Identifier: MIT
#include "pretty_json.h"

#include <algorithm>

namespace pto_cts::record {
namespace {

constexpr std::size_t kWidth = 100;

class Printer {
 public:
  explicit Printer(std::string_view rows_key) : rows_key_(rows_key) {}

  void print(const Json& value, std::size_t indent, bool by_rows) {
    if (value.is_string() && is_plain(value.get_ref<const std::string&>())) {
      text_.append("\"").append(value.get_ref<const std::string&>()).append("\"");
      return;
    }
    if (!value.is_structured() || value.empty()) {
      text_ += value.dump();
      return;
    }
    if (!by_rows && is_flat(value)) {
      const std::size_t start = text_.size();
      print_members(value, 0, false, true);
      if (text_.size() - start + indent <= kWidth) return;
      text_.resize(start);
    }
    print_members(value, indent, by_rows, false);
  }

  std::string take() { return std::move(text_); }

 private:
  /// True for text, such as rows of hexadecimal digits, that JSON writes as it is.
  static bool is_plain(std::string_view text) {
    return std::ranges::all_of(text,
                               [](char c) { return c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
  }

  static bool is_flat(const Json& value) {
    return std::ranges::none_of(value, [](const Json& member) { return member.is_structured() && !member.empty(); });
  }

  void print_members(const Json& value, std::size_t indent, bool by_rows, bool one_line) {
    text_ += value.is_object() ? '{' : '[';
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      if (!first) text_ += one_line ? ", " : ",";
      first = false;
      if (!one_line) text_.append("\n").append(indent + 2, ' ');
      if (value.is_object()) text_.append(Json(key).dump()).append(": ");
      print(member, indent + 2, by_rows || (value.is_object() && key == rows_key_));
    }
    if (!one_line) text_.append("\n").append(indent, ' ');
    text_ += value.is_object() ? '}' : ']';
  }

  std::string_view rows_key_;
  std::string text_;
};

}  // namespace

std::string pretty_json(const Json& document, std::string_view rows_key) {
  Printer printer(rows_key);
  printer.print(document, 0, false);
  return printer.take() + "\n";
}

}  // namespace pto_cts::record
