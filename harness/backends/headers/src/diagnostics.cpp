// SPDX-License-Identifier: MIT
#include "diagnostics.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace pto_cts::headers {
namespace {

constexpr std::string_view kCase = "case_", kType = "tile_";
constexpr std::size_t kMaxText = 600;

// "<file>:<line>:<column>: <kind>: <message>", with less of it where there is less.
struct Line {
  std::string_view file, number, kind, message;
};

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

std::string_view take_to(std::string_view& text, std::string_view end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return {};
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at + end.size());
  return taken;
}

Line parse(std::string_view text) {
  Line line;
  std::string_view rest = text;
  line.file = take_to(rest, ":");
  std::string_view after = rest;
  line.number = take_to(after, ":");
  if (!all_digits(line.number)) {
    line.number = {};
  } else {
    rest = after;
    if (const std::string_view column = take_to(after, ":"); all_digits(column)) rest = after;
  }
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  line.message = rest;
  for (const std::string_view kind : {"error", "fatal error", "note", "warning"})
    if (rest.starts_with(kind) && rest.substr(kind.size()).starts_with(": ")) {
      line.kind = kind;
      line.message = rest.substr(kind.size() + 2);
    }
  return line;
}

struct Part {
  bool is_case = false;
  std::size_t number = 0;
};

std::optional<Part> part_of(std::string_view file) {
  for (const std::string_view prefix : {kCase, kType}) {
    if (!file.starts_with(prefix) || !all_digits(file.substr(prefix.size()))) continue;
    Part part{prefix == kCase, 0};
    std::from_chars(file.data() + prefix.size(), file.data() + file.size(), part.number);
    return part;
  }
  return std::nullopt;
}

// What is the same wherever in a unit the part stands: "case_3:20:5" becomes "the call".
std::string without_places(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const bool is_case = message.starts_with(kCase), is_type = message.starts_with(kType);
    std::size_t end = kCase.size();
    while ((is_case || is_type) && end < message.size() && (std::isdigit(static_cast<unsigned char>(message[end])) || message[end] == ':')) ++end;
    if ((is_case || is_type) && end > kCase.size()) {
      text += is_case ? "the call" : "the tile type";
      message.remove_prefix(end);
    } else {
      text += message.front();
      message.remove_prefix(1);
    }
  }
  return text.substr(0, kMaxText);
}

std::string place_and_message(const Line& line) {
  const auto part = part_of(line.file);
  if (part) return (part->is_case ? "the call: " : "the tile type: ") + without_places(line.message);
  std::string_view file = line.file;
  if (const std::size_t slash = file.rfind('/'); slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return std::string(file) + (line.number.empty() ? "" : ":" + std::string(line.number)) + ": " + without_places(line.message);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Names that nobody declares, and text that is no C++: no rule is written so.
bool is_of_the_environment(const Line& line) {
  if (part_of(line.file)) return false;
  const std::string_view m = line.message;
  if (m.starts_with("expected ") || line.kind == "fatal error") return true;
  if (has(m, "undeclared identifier") || has(m, "unknown type name") || has(m, "no template named")) return true;
  if (has(m, "neither visible in the template definition nor found by argument-dependent lookup")) return true;
  if (has(m, "was not declared in this scope") || has(m, "has not been declared") || has(m, "does not name a type")) return true;
  if (has(m, "no arguments to") && has(m, "must be available")) return true;
  if (m.starts_with("no member named") || m.starts_with("no type named")) return has(m, "in namespace");
  // gcc names classes and namespaces alike; an instantiated class shows its arguments.
  if (const std::size_t at = m.find("is not a member of"); at != std::string_view::npos) return !has(m.substr(at), "<");
  return false;
}

Result result_of(const Line& error) {
  return {is_of_the_environment(error) ? Made::environment : Made::refused, place_and_message(error)};
}

// Calls `act` with each line, without its end.
template <typename Act>
void for_each_line(std::string_view text, Act act) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    act(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

class Attribution {
 public:
  explicit Attribution(Vendor vendor) : vendor_(vendor) {}

  void take(const Line& line) {
    const auto part = part_of(line.file);
    if (line.kind == "error" || line.kind == "fatal error") {
      close();
      error_ = line;
      place_ = part ? part : ahead_;
      is_own_ = part.has_value();
      ahead_.reset();
    } else if (vendor_ == Vendor::gcc && line.kind.empty() && part) {
      ahead_ = part;  // gcc leads up to the error
    } else if (vendor_ == Vendor::clang && line.kind == "note" && part && error_ && !is_own_) {
      place_ = part;  // clang explains afterwards; the last of these notes is where it all began
    }
  }

  Diagnosis finish() {
    close();
    return std::move(diagnosis_);
  }

 private:
  void close() {
    if (error_ && place_) (place_->is_case ? diagnosis_.cases : diagnosis_.types).try_emplace(place_->number, result_of(*error_));
    error_.reset();
    place_.reset();
  }

  Vendor vendor_;
  Diagnosis diagnosis_;
  std::optional<Line> error_;
  std::optional<Part> place_, ahead_;
  bool is_own_ = false;
};

}  // namespace

std::string case_name(std::size_t number) { return std::string(kCase) + std::to_string(number); }
std::string type_name(std::size_t number) { return std::string(kType) + std::to_string(number); }

Diagnosis diagnose(Vendor vendor, std::string_view messages) {
  Attribution attribution(vendor);
  for_each_line(messages, [&](std::string_view text) { attribution.take(parse(text)); });
  return attribution.finish();
}

std::string first_error(std::string_view messages) {
  std::string first, undefined, last;
  for_each_line(messages, [&](std::string_view text) {
    const Line line = parse(text);
    if (first.empty() && line.kind.find("error") != std::string_view::npos) first = place_and_message(line);
    if (const std::size_t at = text.find("undefined reference to"); undefined.empty() && at != std::string_view::npos)
      undefined = without_places(text.substr(at));
    if (!text.empty()) last = std::string(text.substr(0, kMaxText));
  });
  return !undefined.empty() ? undefined : !first.empty() ? first : last;
}

}  // namespace pto_cts::headers
