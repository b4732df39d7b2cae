// SPDX-License-Identifier: MIT
// Types of values in assembly: tiles and elements.
#pragma once

#include <string>

#include "assembly_scanner.h"
#include "pto_cts/types/tile.h"

namespace pto_cts::render {

/// As MLIR spells it: "ui8", "i32" (signed), "bf16".
std::string assembly_dtype(DType dtype);

/// "!pto.tile<loc=vec, dtype=f32, ...>"; `keyword` is "tile" or "tile_buf".
std::string assembly_tile(const TileDesc& tile, std::string_view keyword);

struct ValueType {
  std::size_t at = 0;
  bool is_tile = false;
  TileDesc tile;
  DType dtype = DType::f32;    ///< Of a scalar.
  bool assumed_whole = false;  ///< A dynamic extent is given without its value.
};

ValueType parse_type(Scanner& in);

}  // namespace pto_cts::render
