// SPDX-License-Identifier: MIT
// Strict reading of JSON: each fault is a BadInput that names the field by its path.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/bad_input.h"

namespace pto_cts::record {

using Json = nlohmann::ordered_json;

/// One JSON document and nothing after it; an object with the same key twice is refused, and one with more than 1000.
Json parse_json(std::string_view text);

/// A value with its path, as in "tiles[0].shape.rows"; empty for the document itself.
struct Node {
  const Json* json = nullptr;
  std::string path;
};

/// An object that has all of `required`, any of `optional`, and no other field.
class Fields {
 public:
  Fields(const Node& node, std::initializer_list<std::string_view> required,
         std::initializer_list<std::string_view> optional = {});

  /// pre: a required field.
  Node at(std::string_view key) const { return *find(key); }
  std::optional<Node> find(std::string_view key) const;

 private:
  std::string path_of(std::string_view key) const;

  Node node_;
};

std::string read_text(const Node& node);
std::string read_nonempty_text(const Node& node);
bool read_bool(const Node& node);
std::int64_t read_integer(const Node& node);
std::uint64_t read_unsigned(const Node& node);
std::vector<Node> read_array(const Node& node);
std::vector<std::string> read_texts(const Node& node);

/// Text "0x" with exactly that many hexadecimal digits.
std::uint64_t read_hex(const Node& node, int digits);
std::string to_hex(std::uint64_t value, int digits);

/// One of the names in `all`, by any spelling that `parse` accepts.
template <typename Enum, typename Values>
Enum read_enum(const Node& node, std::optional<Enum> (*parse)(std::string_view), const Values& all) {
  const std::string text = read_text(node);
  if (const auto value = parse(text)) return *value;
  std::string names;
  for (const Enum value : all) names.append(names.empty() ? "" : ", ").append(name(value));
  refuse(node.path, in_quotes(text) + " is not known", "use one of " + names);
}

}  // namespace pto_cts::record
