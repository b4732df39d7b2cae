// SPDX-License-Identifier: MIT
// Layout maps over symbolic extents.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pto_cts/smt/obligation.h"
#include "pto_cts/terms/operands.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::smt {

/// The strides of a layout as terms over extents that stand for any tile's.
using SymbolicMap = std::function<Strides<terms::Int>(Layout, const terms::Int& rows, const terms::Int& cols,
                                                      const terms::Int& box_rows, const terms::Int& box_cols)>;

/// The maps that the suite itself uses.
inline constexpr auto own_map = strides_of<terms::Int>;

/// Two questions about one layout with boxes of one size, for all extents that whole boxes fill and whose product stays
/// below 2^27 elements: whether two elements share a place, and whether one lies outside. Both unsat where the map is
/// sound.
std::vector<Query> map_questions(Layout layout, const Box& box, const SymbolicMap& map = own_map);

/// Asks whole scripts. One answer each.
Answer ask_script(const Query& query);

}  // namespace pto_cts::smt
