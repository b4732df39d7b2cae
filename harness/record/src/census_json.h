// SPDX-License-Identifier: MIT
// Censuses of wrong elements as JSON.
#pragma once

#include "pto_cts/record/json_fields.h"
#include "pto_cts/record/result.h"

namespace pto_cts::record {

Json census_to_json(const MismatchCensus& census);
MismatchCensus census_from_json(const Node& node);

}  // namespace pto_cts::record
