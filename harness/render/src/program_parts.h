// SPDX-License-Identifier: MIT
// Parts of a program: elements as C++ constants, where they lie, and what is the same for all instructions.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "pto_cts/types/dtype.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::render {

/// The unsigned type that is as wide as the element: "std::uint16_t".
std::string bits_type(DType dtype);

/// "0x3e00": all digits of the element.
std::string bits_text(DType dtype, std::uint64_t bits);

/// Bits of elements, row by row.
struct Matrix {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::uint64_t> bits{};

  std::uint64_t& at(std::int64_t row, std::int64_t col) { return bits[static_cast<std::size_t>(row * cols + col)]; }
  std::uint64_t at(std::int64_t row, std::int64_t col) const { return bits[static_cast<std::size_t>(row * cols + col)]; }
  bool is_uniform() const;  ///< All are equal; true where there are none.
};

/// The definition of a constant: one number where all elements are equal, else an array with a line for each row.
/// Zeros at the end of a row and at the end of the array are left out.
std::string definition(DType dtype, const std::string& name, const Matrix& matrix);

/// How the element (r, c) of that constant is named: "src0_bits[r][c]" or "src0_bits".
std::string element_of(const std::string& name, const Matrix& matrix);

/// Distance of the element (r, c) from the start of the tile in bytes, as C++: "4 * (r * 8 + c)".
/// pre: has_sound_layout(tile).
std::string byte_offset(const TileDesc& tile);

/// What run() uses: its storages, what it finds, and for each of the types the function "f16_text", which gives value and
/// bits of an element.
std::string helpers(bool is_illegal, bool has_pads, const std::set<DType>& dtypes);

/// The function that calls run() and says what was found.
std::string verdict(bool is_illegal, bool has_pads);

}  // namespace pto_cts::render
