// SPDX-License-Identifier: MIT
#include "diagnostics.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace pto_cts::headers {
namespace {

constexpr std::size_t kMaxText = 600;
constexpr std::string_view kUndefined = "undefined reference to";

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

// What the names of the parts have in common with nothing else.
struct Prefixes {
  explicit Prefixes(const PartNames& names) : of_case("case_" + names.token + "_"), of_type("tile_" + names.token + "_") {}

  std::optional<Part> part_of(std::string_view file) const {
    for (const std::string& prefix : {of_case, of_type}) {
      if (!file.starts_with(prefix) || !all_digits(file.substr(prefix.size()))) continue;
      Part part{prefix == of_case, 0};
      std::from_chars(file.data() + prefix.size(), file.data() + file.size(), part.number);
      return part;
    }
    return std::nullopt;
  }

  // What is the same wherever in a unit the part stands: "case_3:20:5" becomes "the call".
  std::string without_places(std::string_view message) const {
    std::string text;
    while (!message.empty()) {
      const bool is_case = message.starts_with(of_case), is_type = message.starts_with(of_type);
      if (!is_case && !is_type) {
        text += message.front();
        message.remove_prefix(1);
        continue;
      }
      text += is_case ? "the call" : "the tile type";
      message.remove_prefix(of_case.size());
      while (!message.empty() && (std::isdigit(static_cast<unsigned char>(message[0])) || message[0] == ':')) message.remove_prefix(1);
    }
    return text.substr(0, kMaxText);
  }

  std::string place(const Line& line) const {
    if (const auto part = part_of(line.file)) return part->is_case ? "the call" : "the tile type";
    std::string_view file = line.file;
    if (const std::size_t slash = file.rfind('/'); slash != std::string_view::npos) file.remove_prefix(slash + 1);
    return std::string(file) + (line.number.empty() ? "" : ":" + std::string(line.number));
  }

  std::string of_case, of_type;
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Names that nobody declares, and text that is no C++: no rule is written so.
bool is_of_the_environment(const Line& line) {
  const std::string_view m = line.message;
  if (m.starts_with("static assertion failed") || m.starts_with("static_assert failed")) return false;
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
  Attribution(Vendor vendor, const PartNames& names) : vendor_(vendor), prefixes_(names) {}

  void take(const Line& line) {
    const auto part = prefixes_.part_of(line.file);
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
    if (error_) {
      const std::string where = prefixes_.place(*error_);
      diagnosis_.places.insert(where);
      const bool is_own = prefixes_.part_of(error_->file).has_value();
      const Made made = !is_own && is_of_the_environment(*error_) ? Made::environment : Made::refused;
      diagnosis_.kinds.insert(made);
      Result result{made, where + ": " + prefixes_.without_places(error_->message)};
      if (place_) (place_->is_case ? diagnosis_.cases : diagnosis_.types).try_emplace(place_->number, Fault{std::move(result), where});
    }
    error_.reset();
    place_.reset();
  }

  Vendor vendor_;
  Prefixes prefixes_;
  Diagnosis diagnosis_;
  std::optional<Line> error_;
  std::optional<Part> place_, ahead_;
  bool is_own_ = false;
};

}  // namespace

Diagnosis diagnose(Vendor vendor, const PartNames& names, std::string_view messages) {
  Attribution attribution(vendor, names);
  for_each_line(messages, [&](std::string_view text) { attribution.take(parse(text)); });
  return attribution.finish();
}

std::string first_error(std::string_view messages) {
  const Prefixes no_parts{PartNames{"-"}};
  std::string first, undefined, last;
  for_each_line(messages, [&](std::string_view text) {
    const Line line = parse(text);
    if (first.empty() && line.kind.find("error") != std::string_view::npos)
      first = no_parts.place(line) + ": " + std::string(line.message.substr(0, kMaxText));
    if (const std::size_t at = text.find(kUndefined); undefined.empty() && at != std::string_view::npos)
      undefined = std::string(text.substr(at, kMaxText));
    if (!text.empty()) last = std::string(text.substr(0, kMaxText));
  });
  return !undefined.empty() ? undefined : !first.empty() ? first : last;
}

bool is_about_the_text(std::string_view messages) {
  bool found = false;
  for_each_line(messages, [&](std::string_view text) {
    const Line line = parse(text);
    const bool placed = line.kind.find("error") != std::string_view::npos && !line.number.empty();
    const bool of_precompiled = has(line.message, "recompiled") || has(line.message, "PCH");
    found |= (placed && !of_precompiled) || has(text, kUndefined);
  });
  return found && !has(messages, "No space left") && !has(messages, "annot allocate memory");
}

}  // namespace pto_cts::headers
