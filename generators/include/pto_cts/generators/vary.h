// SPDX-License-Identifier: MIT
// One thing about a tuple varied at a time, to see what a failure depends on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::generators {

/// A value of a factor, and tuples that have it and are otherwise as near as they can be to the one that is varied; not all
/// of them need be legal.
struct FactorValue {
  std::string label;
  std::vector<Tuple> tuples;
};

struct TupleFactor {
  std::string name;
  bool is_number = false;  ///< Its values are numbers, in rising order.
  std::vector<FactorValue> values;
};

/// The factors of a tuple: "dtype", "location", "layout", "pad", each attribute by its key, "in-place", "rows", "columns",
/// of each operand "<operand>.valid-rows" and "<operand>.valid-cols", and "extents" (static or dynamic).
std::vector<TupleFactor> tuple_factors(const terms::Instruction& instruction, const Tuple& tuple);

/// The value that a tuple has of a factor, as it is labelled there.
std::string value_of(const Tuple& tuple, std::string_view factor);

}  // namespace pto_cts::generators
