// SPDX-License-Identifier: MIT
// Payload bytes as rows of hexadecimal elements.
#pragma once

#include <cstdint>
#include <vector>

#include "pto_cts/record/json_fields.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::record {

/// pre: some tile lives in the storage.
Json payload_to_json(const Tuple& tuple, int storage, const std::vector<std::uint8_t>& bytes);

/// Refuses anything but the rows that payload_to_json() writes, save for the case of the digits.
std::vector<std::uint8_t> payload_from_json(const Tuple& tuple, int storage, const Node& node);

}  // namespace pto_cts::record
