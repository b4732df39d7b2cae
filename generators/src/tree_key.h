// SPDX-License-Identifier: MIT
// Trees as map keys, and numeric trees as numbers.
#pragma once

#include <cstdint>
#include <string>

#include "pto_cts/terms/node.h"

namespace pto_cts::generators {

/// Equal strings, equal trees. Where `tile_blind`, tile operands are not told apart.
std::string tree_key(const terms::NodePtr& tree, bool tile_blind = false);

/// A hash over the whole tree.
std::uint64_t tree_hash(const terms::NodePtr& tree, std::uint64_t seed);

/// Value of a tree whose leaves are constants and numeric variables of one tile.
struct TileNumbers {
  std::int64_t rows = 0, cols = 0, valid_rows = 0, valid_cols = 0;
};
std::int64_t value_at(const terms::Node& node, const TileNumbers& numbers);

}  // namespace pto_cts::generators
