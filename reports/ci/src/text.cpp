// SPDX-License-Identifier: MIT
#include "text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pto_cts::reports::ci {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Character {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0 where no character begins here.
};

Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  char32_t code = lead & (0x7Fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  if (code < kLeast[bytes] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, bytes};
}

bool is_shown(char32_t code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  if (code >= 0x7F && code <= 0x9F) return false;
  if (code == 0xFFFE || code == 0xFFFF) return false;
  const bool turns = code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return !turns && code != 0x2028 && code != 0x2029;
}

}  // namespace

std::string clean(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const Character next = decode(text);
    const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
    result += next.bytes > 0 && is_shown(next.code) ? text.substr(0, bytes) : kReplacement;
    text.remove_prefix(bytes);
  }
  return result;
}

std::string one_line(std::string_view text, std::size_t limit) {
  std::string result;
  for (const char c : clean(text)) {
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!space) result += c;
    else if (!result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  if (result.size() <= limit) return result;
  std::size_t end = limit > 3 ? limit - 3 : 0;
  while (end > 0 && (static_cast<unsigned char>(result[end]) & 0xC0) == 0x80) --end;
  return result.substr(0, end) + "...";
}

std::string by_count(const std::map<std::string, std::uint64_t>& counts, std::size_t shown) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i < shown) text += fmt::format("{}{} {}", i == 0 ? "" : ", ", sorted[i].first, sorted[i].second);
    else rest += sorted[i].second;
  }
  if (rest > 0) text += fmt::format(", other {}", rest);
  return text;
}

std::string counted(std::uint64_t count, std::string_view what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

std::string first_mismatch(const std::optional<record::MismatchCensus>& mismatches) {
  if (!mismatches || mismatches->first.empty()) return {};
  const record::Mismatch& first = mismatches->first.front();
  return fmt::format("{}[{}, {}]: expected {}, got {}", first.operand, first.row, first.col, first.expected, first.actual);
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(separator)) + part;
  return text;
}

std::string level_text(const std::optional<int>& level) { return level ? std::to_string(*level) : "none"; }

std::uint64_t ungrouped(const record::Counts& counts, const std::vector<record::Finding>& findings) {
  std::uint64_t grouped = 0;
  for (const record::Finding& finding : findings) grouped += finding.cases;
  return counts.fail > grouped ? counts.fail - grouped : 0;
}

}  // namespace pto_cts::reports::ci
