// SPDX-License-Identifier: MIT
#include "census_json.h"

namespace pto_cts::record {

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
