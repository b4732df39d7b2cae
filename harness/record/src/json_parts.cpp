// SPDX-License-Identifier: MIT
#include "json_parts.h"

namespace pto_cts::record {

std::string dumped(const Json& document) { return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void check_schema(const Node& node, std::int64_t schema) {
  if (read_integer(node) != schema) refuse("schema", "is not the one of this version", "make the package again");
}

std::map<std::string, std::uint64_t> read_tally(const Node& node) {
  if (!node.json->is_object()) refuse(node.path, "is no object", "give names and numbers");
  std::map<std::string, std::uint64_t> tally;
  for (const auto& [key, value] : node.json->items()) tally[key] = read_unsigned({&value, node.path + "." + key});
  return tally;
}

Json census_to_json(const MismatchCensus& census) {
  Json first = Json::array();
  for (const Mismatch& mismatch : census.first)
    first.push_back({{"operand", mismatch.operand},
                     {"row", mismatch.row},
                     {"col", mismatch.col},
                     {"expected", mismatch.expected},
                     {"actual", mismatch.actual}});
  return {{"differing", census.differing}, {"judged", census.judged}, {"first", std::move(first)}};
}

MismatchCensus census_from_json(const Node& node) {
  const Fields fields(node, {"differing", "judged", "first"});
  MismatchCensus census{read_unsigned(fields.at("differing")), read_unsigned(fields.at("judged")), {}};
  for (const Node& element : read_array(fields.at("first"))) {
    const Fields member(element, {"operand", "row", "col", "expected", "actual"});
    census.first.push_back({read_text(member.at("operand")), read_integer(member.at("row")),
                            read_integer(member.at("col")), read_text(member.at("expected")),
                            read_text(member.at("actual"))});
  }
  return census;
}

}  // namespace pto_cts::record
