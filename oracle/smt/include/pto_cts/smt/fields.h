// SPDX-License-Identifier: MIT
// The unknowns of a tuple as bit-vectors: their names, widths and order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::smt {

/// Attributes and sharing of storage; then what the types say, operand by operand within each kind; then extents.
enum class FieldKind : std::uint8_t {
  attribute, storage, type, blayout, slayout, fractal, pad, dtype, scalar_dtype, dynamic_rows, dynamic_cols,
  rows, cols, valid_rows, valid_cols
};

struct Field {
  std::string name;  ///< "dst.valid-rows", "form", "scalar.dtype".
  FieldKind kind;
  int index;         ///< Tile operand, scalar operand or attribute.
  int bits;          ///< Width as a bit-vector.
  std::int64_t least, most;
};

inline constexpr std::int64_t kBoxSizes[] = {512, 1024, 32};

/// One number for each field: enumerations by their place, an extent as itself, a box size by its place in kBoxSizes;
/// of a tile's storage, 0 where it is the first there, else one more than the operand that is. A value beyond the
/// field's range stands for a tuple outside the universe.
using Values = std::vector<std::int64_t>;

/// Bits of rows, of columns, and of the words in which integers are computed. Valid extents have one bit more than what
/// they bound, and are not negative.
struct Extents {
  int rows = 11;
  int cols = 16;
  int word = 32;
};

/// What the tile page admits lies well inside, and products stay below 2^31; that it does so for the legal tuples of
/// an instruction is proved in the wider one.
inline constexpr Extents kNarrow = {};
inline constexpr Extents kWide = {.rows = 17, .cols = 17, .word = 64};

class Fields {
 public:
  explicit Fields(const terms::Instruction& instruction, Extents extents = kNarrow);

  int word() const { return word_; }

  /// In the order by which witnesses are smallest.
  const std::vector<Field>& all() const { return all_; }
  std::size_t find(FieldKind kind, int index) const;

  Values of(const Tuple& tuple) const;
  Tuple tuple(const Values& values) const;

 private:
  const terms::Instruction* instruction_;
  int word_;
  std::vector<Field> all_;
};

}  // namespace pto_cts::smt
