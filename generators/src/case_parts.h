// SPDX-License-Identifier: MIT
// Parts of a case, to be read and changed: elements by operand, row and column; regions, shapes and types of its tuple.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pto_cts/types/case.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::generators {

/// The bits of one.
std::uint64_t one_of(DType dtype);

/// An element of a read operand.
struct Place {
  int tile = 0;  ///< Position in Tuple::tiles.
  std::int64_t row = 0;
  std::int64_t col = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

std::uint64_t element(const Case& subject, const Place& place);
void set_element(Case& subject, const Place& place, std::uint64_t bits);

/// Calls visit(place, bits) for every defined element of every read operand; of operands without places, for none.
void for_each_defined(const Case& subject, const std::function<void(const Place&, std::uint64_t)>& visit);

/// True where the operand is read and holds a defined element that is not zero, or has no places and any byte is not.
bool is_in_play(const Case& subject, int tile);

/// Sets to zero what the case leaves undefined: elements outside valid regions, and storages that are only written.
void clear_undefined(Case& subject);

/// Bytes by which the pages align rows.
inline constexpr std::int64_t kRegister = 32;

/// Another valid region; extents that the type gives stay the type's.
void set_valid(TileDesc& tile, std::int64_t rows, std::int64_t cols);

/// Another shape. A region that was whole stays whole, another is cut.
void set_shape(TileDesc& tile, std::int64_t rows, std::int64_t cols);

/// What stays the same where the size of the elements changes.
enum class Keep { row_bytes, column_bytes, shape };

/// Another element type for all operands of one type. Extents that were whole stay whole, others are cut.
void retype(Tuple& tuple, DType old, DType other, Keep keep);

}  // namespace pto_cts::generators
