// SPDX-License-Identifier: MIT
// What several files of a package say in the same form.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/record/json_fields.h"
#include "pto_cts/record/result.h"

namespace pto_cts::record {

/// A document with indentation and a newline at its end. Bytes of texts that are not UTF-8 are replaced by U+FFFD.
std::string dumped(const Json& document);

/// Refuses a file of a package that another version has written.
void check_schema(const Node& node, std::int64_t schema);

/// An object of names and numbers.
std::map<std::string, std::uint64_t> read_tally(const Node& node);

Json census_to_json(const MismatchCensus& census);
MismatchCensus census_from_json(const Node& node);

template <typename List>
Json names_json(const List& list) {
  Json names = Json::array();
  for (const auto& one : list) names.push_back(name(one));
  return names;
}

template <typename Enum, typename Values>
std::vector<Enum> read_names(const Node& node, std::optional<Enum> (*parse)(std::string_view), const Values& all) {
  std::vector<Enum> names;
  for (const Node& element : read_array(node)) names.push_back(read_enum(element, parse, all));
  return names;
}

}  // namespace pto_cts::record
