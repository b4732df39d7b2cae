// SPDX-License-Identifier: MIT
// Tiles and calls as C++ with the PTO intrinsics, as the ISA pages spell them. Names are those of namespace pto.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pto_cts/types/tuple.h"

namespace pto_cts::render {

/// The element type as C++ spells it: "uint8_t", "half", "bfloat16_t", "float".
std::string cpp_type(DType dtype);

/// The tile type with all its parameters, such as
///   Tile<TileType::Vec, float, 16, 16, BLayout::RowMajor, 3, -1, SLayout::NoneBox, 512, PadValue::Null>
std::string cpp_tile_type(const TileDesc& tile);

/// What the constructor takes beside the type: the dynamic valid extents in order, row before column; none, one or two.
std::vector<std::string> constructor_arguments(const TileDesc& tile, const std::string& valid_rows, const std::string& valid_cols);

/// Why no call of the intrinsic says what the tuple says; nothing where one does: a scalar of another type than the tile
/// whose element type the signature gives it; a form of one type with tiles of two; a pad argument in a form without.
std::optional<std::string> inexpressible(const Tuple& tuple);

/// True where the plain call of the intrinsic may mean another form: two overloads fit a heterogeneous call with one type.
bool is_ambiguous(const Tuple& tuple);

/// The call as a statement. `tiles` and `scalars` are the names of its operands, `types` those of the tiles' types. The form
/// `homogeneous` is spelled with its template arguments. An ambiguous call is spelled with the types as arguments where the
/// headers take that, else plainly: such a statement is to stand in a template that `types` depend on.
/// pre: !inexpressible(tuple).
std::string cpp_call(const Tuple& tuple, const std::vector<std::string>& tiles, const std::vector<std::string>& types,
                     const std::vector<std::string>& scalars);

}  // namespace pto_cts::render
