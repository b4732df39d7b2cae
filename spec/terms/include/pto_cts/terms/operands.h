// SPDX-License-Identifier: MIT
// Operands of an instruction as terms: what a clause or a formula may say about them.
#pragma once

#include <string>
#include <vector>

#include "pto_cts/terms/term.h"

namespace pto_cts::terms {

/// A tile operand. Its fields are the template parameters and run-time extents of the tile operand page.
class Tile {
 public:
  explicit Tile(int index);

  int index;  ///< Position among the tile operands.
  EnumTerm<TileType> type;
  EnumTerm<DType> dtype;
  Int rows, cols;
  EnumTerm<BLayout> blayout;
  EnumTerm<SLayout> slayout;
  Int fractal_bytes;
  EnumTerm<PadValue> pad;
  Int static_valid_rows, static_valid_cols;  ///< As in the type; -1 where dynamic.
  Int valid_rows, valid_cols;                ///< At run time.
  Int box_rows, box_cols;                    ///< In elements; 1 without boxes.

  Bool is_row_major() const { return blayout == BLayout::RowMajor; }
  Bool is_nd() const { return is_row_major() && slayout == SLayout::NoneBox; }
  Int bytes() const { return rows * cols * size_of(dtype); }
  Bool dynamic_rows() const { return static_valid_rows == -1; }
  Bool dynamic_cols() const { return static_valid_cols == -1; }

  /// Whether the destination element under consideration lies in this tile's valid region.
  Bool defined_here() const { return row() < valid_rows && col() < valid_cols; }

  /// The element at (row, col); undefined outside the valid region.
  Elem at(const Int& row, const Int& col) const;

  /// Of an index operand: the content at (row, col) as an unsigned number; undefined outside the valid region.
  Int index_at(const Int& row, const Int& col) const;

  /// The element at a byte offset of the storage; undefined unless the offset is a multiple of `alignment` and all
  /// bytes there belong to one valid element.
  Elem load(const Int& byte_offset, const Int& alignment) const;
};

class Scalar {
 public:
  explicit Scalar(int index);
  int index;
  EnumTerm<DType> dtype;
  Elem value;
};

/// An attribute with a closed list of values, compared by text.
class Choice {
 public:
  Choice(int index, std::vector<std::string> values);
  int index;
  /// pre: `value` is in the declared list.
  Bool is(const char* value) const;

 private:
  std::vector<std::string> values_;
};

/// An attribute whose values are the pad values, in order.
class PadAttribute {
 public:
  explicit PadAttribute(int index);
  int index;
  EnumTerm<PadValue> value;
};

/// The two tiles share their storage.
Bool same_storage(const Tile& a, const Tile& b);

/// The two tiles have one C++ type: all template parameters equal, static valid extents included.
Bool same_type(const Tile& a, const Tile& b);

/// The two valid regions are equal.
Bool same_valid_region(const Tile& a, const Tile& b);

/// `pred` holds for every element of the tile's valid region; it may use row() and col().
Bool for_all_valid(const Tile& tile, const Bool& pred);

}  // namespace pto_cts::terms
