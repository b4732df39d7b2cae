// SPDX-License-Identifier: MIT
// The tile type: template parameters in the order of the tile operand page, plus the run-time valid extents.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pto_cts/types/dtype.h"

namespace pto_cts {

enum class TileType : std::uint8_t { Vec, Mat, Left, Right, Acc, Bias, Scaling, ScaleLeft, ScaleRight, Ctrl };
enum class BLayout : std::uint8_t { RowMajor, ColMajor };
enum class SLayout : std::uint8_t { NoneBox, RowMajor, ColMajor };
enum class PadValue : std::uint8_t { Null, Zero, Max, Min };

inline constexpr std::array kAllTileTypes = {TileType::Vec,     TileType::Mat,       TileType::Left,      TileType::Right,
                                             TileType::Acc,     TileType::Bias,      TileType::Scaling,   TileType::ScaleLeft,
                                             TileType::ScaleRight, TileType::Ctrl};
inline constexpr std::array kAllBLayouts = {BLayout::RowMajor, BLayout::ColMajor};
inline constexpr std::array kAllSLayouts = {SLayout::NoneBox, SLayout::RowMajor, SLayout::ColMajor};
inline constexpr std::array kAllPadValues = {PadValue::Null, PadValue::Zero, PadValue::Max, PadValue::Min};

std::string_view name(TileType value);
std::string_view name(BLayout value);
std::string_view name(SLayout value);
std::string_view name(PadValue value);
std::optional<TileType> parse_tile_type(std::string_view text);
std::optional<BLayout> parse_blayout(std::string_view text);
std::optional<SLayout> parse_slayout(std::string_view text);
std::optional<PadValue> parse_pad_value(std::string_view text);

/// Marks a valid extent of the tile type as supplied at run time.
inline constexpr std::int64_t kDynamic = -1;

/// A tile type with its run-time valid region. Defaults are those of the tile operand page: row-major, no boxes,
/// boxes of 512 bytes where there are any, no pad value, the whole tile valid.
///
/// Invariant (see consistent()): a static valid extent equals the run-time one.
struct TileDesc {
  TileType type = TileType::Vec;
  DType dtype = DType::f32;
  std::int64_t rows = 0;  ///< Static shape, in elements.
  std::int64_t cols = 0;
  BLayout blayout = BLayout::RowMajor;
  std::int64_t static_valid_rows = kDynamic;  ///< As in the type: a count, or kDynamic.
  std::int64_t static_valid_cols = kDynamic;
  SLayout slayout = SLayout::NoneBox;
  std::int64_t fractal_bytes = 512;  ///< SLayoutSize.
  PadValue pad = PadValue::Null;
  std::int64_t valid_rows = 0;  ///< What GetValidRow() returns.
  std::int64_t valid_cols = 0;

  friend bool operator==(const TileDesc&, const TileDesc&) = default;
};

/// Tile<type, dtype, rows, cols> with every other parameter left at its default.
TileDesc default_tile(TileType type, DType dtype, std::int64_t rows, std::int64_t cols);

/// Size of the storage: rows * cols * element size, in bytes.
inline std::int64_t tile_bytes(const TileDesc& tile) { return tile.rows * tile.cols * element_bytes(tile.dtype); }

inline bool has_dynamic_rows(const TileDesc& tile) { return tile.static_valid_rows == kDynamic; }
inline bool has_dynamic_cols(const TileDesc& tile) { return tile.static_valid_cols == kDynamic; }

/// True where each static valid extent equals the run-time one.
bool consistent(const TileDesc& tile);

/// True where two descriptors are the same C++ type: everything equal but the run-time extents.
bool same_type(const TileDesc& a, const TileDesc& b);

/// True where (row, col) lies in the valid region.
inline bool in_valid_region(const TileDesc& tile, std::int64_t row, std::int64_t col) {
  return row >= 0 && col >= 0 && row < tile.valid_rows && col < tile.valid_cols;
}

}  // namespace pto_cts
