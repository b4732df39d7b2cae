// SPDX-License-Identifier: MIT
// The parts of a tuple as JSON.
#pragma once

#include <vector>

#include "pto_cts/record/json_fields.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

Json operand_to_json(const TileOperand& operand);
TileOperand operand_from_json(const Node& node);

Json attributes_to_json(const std::vector<Attribute>& attributes);
std::vector<Attribute> attributes_from_json(const Node& node);

Tuple tuple_from_json(const Node& node);

}  // namespace pto_cts::record
