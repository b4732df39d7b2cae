// SPDX-License-Identifier: MIT
// The parts of a case as JSON, and what every case must obey, whether it is read or written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pto_cts/record/json_fields.h"
#include "pto_cts/types/case.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

Json operand_to_json(const TileOperand& operand);
TileOperand operand_from_json(const Node& node);

Json attributes_to_json(const std::vector<Attribute>& attributes);
std::vector<Attribute> attributes_from_json(const Node& node);

Tuple tuple_from_json(const Node& node);

/// pre: some tile lives in the storage.
Json payload_to_json(const Tuple& tuple, int storage, const std::vector<std::uint8_t>& bytes);

/// Refuses anything but the rows that payload_to_json() writes, save for the case of the digits.
std::vector<std::uint8_t> payload_from_json(const Tuple& tuple, int storage, const Node& node);

/// Throws BadInput that names the field, as in a case file, with `prefix` before it.
void check_tuple(const Tuple& tuple, const std::string& prefix);
void check_case(const Case& c, const std::string& prefix);

}  // namespace pto_cts::record
