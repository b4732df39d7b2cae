// SPDX-License-Identifier: MIT
// Elements of a tile in raw storage, by logical coordinates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "pto_cts/types/layout.h"
#include "pto_cts/types/tile.h"

namespace pto_cts::judge {

/// Copies the elements of the valid region. pre: has_places(tile).
void copy_valid(const TileDesc& tile, const std::uint8_t* from, std::byte* to);

/// Sets every element of the static shape to the low bits of `bits`. pre: has_places(tile).
void set_all(const TileDesc& tile, std::uint64_t bits, std::byte* to);

/// Bits of the elements of one row of the static shape, from a storage. `map` is that of the tile, and out.size() its
/// columns. pre: has_sound_layout(tile).
void load_row(const TileDesc& tile, const LayoutMap& map, const std::byte* storage, std::int64_t row,
              std::span<std::uint64_t> out);

/// Bits of one element of a storage.
std::uint64_t load(const LayoutMap& map, DType dtype, const std::byte* storage, std::int64_t row, std::int64_t col);

}  // namespace pto_cts::judge
