// SPDX-License-Identifier: MIT
#include "pto_cts/record/json_fields.h"

#include <algorithm>

namespace pto_cts::record {
namespace {

constexpr std::string_view kDamaged = "restore the damaged text";
constexpr std::size_t kMaxFields = 1000;  // of an object; they are compared with each other

[[noreturn]] void refuse_syntax(std::string_view text, std::size_t byte) {
  if (byte > text.size()) refuse("", "the JSON text ends too early", kDamaged);
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  refuse("", "not JSON at line " + std::to_string(line) + ", column " + std::to_string(column), kDamaged);
}

bool contains(std::initializer_list<std::string_view> list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

[[noreturn]] void refuse_type(const Node& node, std::string_view wanted) {
  refuse(node.path, std::string("found ") + node.json->type_name(), std::string("give ").append(wanted));
}

}  // namespace

Json parse_json(std::string_view text) {
  std::vector<std::vector<std::string>> keys;
  const auto watch = [&keys](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key) {
      const auto& key = value.get_ref<const std::string&>();
      if (std::ranges::find(keys.back(), key) != keys.back().end())
        refuse("", "field " + in_quotes(key) + " is given twice", "give it once");
      if (keys.back().size() == kMaxFields) refuse("", "an object has too many fields", kDamaged);
      keys.back().push_back(key);
    }
    return true;
  };
  try {
    return Json::parse(text, watch);
  } catch (const Json::parse_error& error) {
    refuse_syntax(text, error.byte);
  } catch (const Json::exception&) {
    refuse("", "a number is out of range", "give numbers of at most 64 bits");
  }
}

Fields::Fields(const Node& node, std::initializer_list<std::string_view> required,
               std::initializer_list<std::string_view> optional)
    : node_(node) {
  if (!node.json->is_object()) refuse_type(node, "an object");
  for (const auto& [key, value] : node.json->items())
    if (!contains(required, key) && !contains(optional, key))
      refuse(node.path, "unknown field " + in_quotes(key), "remove it or correct its name");
  for (const std::string_view key : required)
    if (!node.json->contains(key)) refuse(path_of(key), "missing", "add this field");
}

std::optional<Node> Fields::find(std::string_view key) const {
  const auto found = node_.json->find(key);
  if (found == node_.json->end()) return std::nullopt;
  return Node{&*found, path_of(key)};
}

std::string Fields::path_of(std::string_view key) const {
  return node_.path.empty() ? std::string(key) : (node_.path + ".").append(key);
}

std::string read_text(const Node& node) {
  if (!node.json->is_string()) refuse_type(node, "a string");
  return node.json->get<std::string>();
}

std::string read_nonempty_text(const Node& node) {
  std::string text = read_text(node);
  if (text.empty()) refuse(node.path, "empty", "give a name");
  return text;
}

bool read_bool(const Node& node) {
  if (!node.json->is_boolean()) refuse_type(node, "true or false");
  return node.json->get<bool>();
}

std::int64_t read_integer(const Node& node) {
  constexpr std::string_view kWanted = "an integer of 64 bits";
  if (!node.json->is_number_integer()) refuse_type(node, kWanted);
  if (node.json->is_number_unsigned() && node.json->get<std::uint64_t>() > INT64_MAX) refuse_type(node, kWanted);
  return node.json->get<std::int64_t>();
}

std::uint64_t read_unsigned(const Node& node) {
  if (!node.json->is_number_unsigned()) refuse_type(node, "a non-negative integer of 64 bits");
  return node.json->get<std::uint64_t>();
}

std::vector<Node> read_array(const Node& node) {
  if (!node.json->is_array()) refuse_type(node, "an array");
  std::vector<Node> elements;
  for (const Json& element : *node.json) elements.push_back({&element, indexed(node.path, elements.size())});
  return elements;
}

std::vector<std::string> read_texts(const Node& node) {
  std::vector<std::string> texts;
  for (const Node& element : read_array(node)) texts.push_back(read_nonempty_text(element));
  return texts;
}

std::uint64_t read_hex(const Node& node, int digits) {
  const std::string text = read_text(node);
  const auto length = static_cast<std::size_t>(digits) + 2;
  if (text.size() != length || !text.starts_with("0x") ||
      text.find_first_not_of("0123456789abcdefABCDEF", 2) != std::string::npos)
    refuse(node.path, in_quotes(text) + " is not of the right form",
           "give 0x and exactly " + std::to_string(digits) + " hexadecimal digits");
  return std::stoull(text, nullptr, 16);
}

std::string to_hex(std::uint64_t value, int digits) {
  std::string text = "0x";
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += "0123456789abcdef"[(value >> shift) & 15];
  return text;
}

}  // namespace pto_cts::record
