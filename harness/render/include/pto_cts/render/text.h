// SPDX-License-Identifier: MIT
// Tuples and values as one line of text for people.
#pragma once

#include <cstdint>
#include <string>

#include "pto_cts/types/tuple.h"

namespace pto_cts::render {

/// A tile type with its valid region, such as "Vec f32 16x16 valid 3x5(dyn,static) ND pad Zero": static shape,
/// run-time valid extents with how the type gives each, layout, pad. A boxed layout shows its box size in bytes, as
/// in "Nz/512"; so does any layout with a size other than 512. A static extent that contradicts the run-time one
/// shows as "static=4".
std::string render_tile(const TileDesc& tile);

/// The whole tuple, such as
///   TMULS out dst=Vec f32 ... pad Null @0, in src0=Vec f32 ... @0, scalar f32; form=heterogeneous; config mode=fast
/// Tiles come first, with role, name and storage id; then scalars as name and type; attributes after the first ';', in
/// angle brackets where they are template arguments; configuration state last.
///
/// Law: different tuples give different texts. Names and values that are not plain words are quoted and escaped.
std::string render_tuple(const Tuple& tuple);

/// Value and bits of one element, such as "1.5 (0x3e00)". Integers are decimal; floats are the shortest decimal that
/// gives back the same value as f32, or "inf", "nan", each with '-' where the sign bit is set.
/// Bits above the width of the type are ignored.
std::string render_value(DType dtype, std::uint64_t bits);

}  // namespace pto_cts::render
