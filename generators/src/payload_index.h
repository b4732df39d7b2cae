// SPDX-License-Identifier: MIT
// Contents of index operands.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pto_cts/generators/draw.h"
#include "pto_cts/generators/payload.h"

namespace pto_cts::generators::detail {

/// What the offsets of one index operand may lead to. Offsets are counted in units here; a slot is an aligned unit.
struct IndexTargets {
  std::uint64_t unit = 1;
  std::uint64_t bytes = 0;           ///< of the source tile
  std::uint64_t slots = 0;           ///< inside the source tile and within reach of the index type; 0 if there are none
  std::vector<std::uint32_t> valid;  ///< slots whose elements are all valid; all slots if there are none
  std::vector<std::uint32_t> beyond;  ///< other slots, which touch an element just right of or below the valid region
};

IndexTargets index_targets(const TileDesc& source, std::int64_t unit, DType index_dtype);

/// Stands in for the targets of an index operand whose use is not known: up to four slots of 32 bytes in a storage of
/// that size.
IndexTargets unknown_targets(std::int64_t bytes);

/// Fills the index tile at `bytes`.
void fill_index(const TileDesc& tile, std::uint8_t* bytes, IndexClass index_class, const IndexTargets& targets,
                Stream& stream);

/// Two aligned offsets in range, different if there are two.
std::pair<std::uint64_t, std::uint64_t> index_poison(const IndexTargets& targets, Stream& stream);

}  // namespace pto_cts::generators::detail
