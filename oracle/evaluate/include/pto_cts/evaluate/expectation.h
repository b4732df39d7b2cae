// SPDX-License-Identifier: MIT
// What the spec expects of every destination element of a case.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/numerics/allowed.h"
#include "pto_cts/terms/instruction.h"

namespace pto_cts::evaluate {

enum class ElementClass : std::uint8_t { value, pad, preserved, unspecified };

std::string_view name(ElementClass element_class);

/// Expectation of one written operand. Vectors are indexed by row * cols + col of the static shape.
struct ExpectedTile {
  int tile = 0;
  std::vector<ElementClass> classes;
  std::vector<std::uint64_t> bits;       ///< The value without any freedom used; where the class is value or pad.
  std::vector<std::uint8_t> arithmetic;  ///< Whether the value was computed; other values are copies, exact to the bit.
};

/// Laws: allowed(t, r, c) contains the bits of every value or pad element; it is that one value wherever the element is
/// not arithmetic.
class Expectation {
 public:
  /// pre: `instruction` is resolved by terms::under; the case is legal or target-defined, its layouts sound, and both
  /// outlive this object. Reads never leave a tile: what lies outside a valid region makes an element unspecified.
  Expectation(const terms::Instruction& instruction, const Case& subject);

  const std::vector<ExpectedTile>& tiles() const { return tiles_; }

  /// All results the profile allows for an element of class value or pad.
  numerics::AllowedSet allowed(const ExpectedTile& tile, std::int64_t row, std::int64_t col) const;

 private:
  const terms::Instruction& instruction_;
  const Contents contents_;
  std::vector<ExpectedTile> tiles_;
};

/// What is expected of all written operands, as bytes that have a digest: for each its name, rows and columns, the class of
/// every element ('v', 'p', 'k' for preserved, 'u'), and its bits, little-endian, zero where the class gives none.
std::string canonical_bytes(const Tuple& tuple, const Expectation& expectation);

}  // namespace pto_cts::evaluate
