// SPDX-License-Identifier: MIT
// Which of two cases is the simpler one to read, and to debug.
#pragma once

#include <array>
#include <compare>
#include <cstdint>

#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"

namespace pto_cts::generators {

/// What a case costs its reader, the weightiest first: the first entry that differs decides. Each is a count, or a sum
/// over tile operands, and never negative.
enum class Cost : std::uint8_t {
  operands_in_play,  ///< Operands that are read and hold anything but zeros; operands that share their storage.
  tile_bytes,
  valid_elements,
  dynamic_extents,
  layout,      ///< Locations, Vec first; layouts other than row-major without boxes, boxes of unusual size.
  attributes,  ///< Attributes that have another value than their default, and pads, Null before Zero before others.
  dtype,       ///< Types that are less common; each operand of another type than the first besides.
  shape,       ///< Columns twice, and differences between the operands' shapes and valid regions.
  non_zero,    ///< Defined elements of read operands, and scalars, that are not zero.
  values,      ///< What they are: one before others, few set bits before many.
  poison       ///< Poison other than the usual.
};

inline constexpr std::size_t kCosts = static_cast<std::size_t>(Cost::poison) + 1;

struct Simplicity {
  std::array<std::int64_t, kCosts> costs{};

  std::int64_t& operator[](Cost cost) { return costs[static_cast<std::size_t>(cost)]; }
  std::int64_t operator[](Cost cost) const { return costs[static_cast<std::size_t>(cost)]; }

  friend auto operator<=>(const Simplicity&, const Simplicity&) = default;
};

/// The entries that the tuple decides alone; the others are 0, and of the first the operands that share.
Simplicity simplicity(const terms::Instruction& instruction, const Tuple& tuple);

Simplicity simplicity(const terms::Instruction& instruction, const Case& subject);

}  // namespace pto_cts::generators
