// SPDX-License-Identifier: MIT
// Where the tiles of a call lie in the buffers that TASSIGN addresses.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::headers {

/// Addresses of one operand, in bytes.
struct Place {
  std::uint64_t address = 0;
  std::optional<std::uint64_t> guard;  ///< A tile of the same type that touches it, for no operand.
};

/// Flush::left: storages from address 0 on, the first operand's first, each followed by a guard. Flush::right: storages next
/// to one another, the first operand's last and at the end of the buffer, a guard before the first of them. Operands in one
/// storage have one address; no two storages overlap, even where their tile types have buffers of their own. The buffer is
/// the smallest of those of the tile types. Nothing where it is too small for the tiles; guards are left out where it is too
/// small for those.
std::optional<std::vector<Place>> place(const Tuple& tuple, backend::Flush flush,
                                        const std::map<TileType, std::uint64_t>& memory);

/// True where there is room for guards.
bool has_guards(const Tuple& tuple, const std::map<TileType, std::uint64_t>& memory);

}  // namespace pto_cts::headers
