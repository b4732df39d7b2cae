// SPDX-License-Identifier: MIT
// The side of the backend that runs compiled functions, which is to be isolated; and where the tiles of a call lie in
// the buffers that TASSIGN addresses.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/headers/config.h"

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

/// A build and the folder in which its libraries lie.
struct Site {
  Mode mode = Mode::automatic;
  std::filesystem::path libraries;
};

/// Call.build is a position in `sites`. A function that is in no library is a protocol error. Storages are copied into the
/// tiles and back. Sets the environment of this process.
std::unique_ptr<backend::Backend> make_runner(std::string name, const std::vector<Site>& sites, const Config& config);

}  // namespace pto_cts::headers
