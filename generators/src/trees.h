// SPDX-License-Identifier: MIT
// Trees over the unknowns: as map keys, as numbers, and with static extents rewritten.
#pragma once

#include <cstdint>
#include <string>

#include "pto_cts/terms/node.h"
#include "variables.h"

namespace pto_cts::generators {

terms::NodePtr constant(terms::Sort sort, std::int64_t value);

/// The negation, simplified.
terms::NodePtr negation(const terms::NodePtr& tree);

/// Equal strings, equal trees. Where `tile_blind`, tile operands are not told apart.
std::string tree_key(const terms::NodePtr& tree, bool tile_blind = false);

/// A hash that takes one more word, and one over a whole tree.
inline std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
  return hash ^ hash >> 29;
}
std::uint64_t tree_hash(const terms::NodePtr& tree, std::uint64_t seed);

/// Value of a tree whose leaves are constants and numeric variables of one tile.
struct TileNumbers {
  std::int64_t rows = 0, cols = 0, valid_rows = 0, valid_cols = 0;
};
std::int64_t value_at(const terms::Node& node, const TileNumbers& numbers);

/// True where a leaf is a numeric variable; then its number.
bool is_numeric(const terms::Node& leaf);
int numeric_var(const terms::Node& leaf);

/// Of the unknown whether an extent is dynamic: "dynamic, or not negative". Null for any other unknown.
terms::NodePtr static_extent_is_a_count(const DiscreteVar& var);

/// A dynamic valid extent is a boolean unknown and a run-time number: rewrites comparisons of the static extents
/// into these, so that no static extent is left.
terms::NodePtr without_static_extents(const terms::NodePtr& tree);

}  // namespace pto_cts::generators
