// SPDX-License-Identifier: MIT
#include "pto_cts/types/tile.h"

#include <span>

namespace pto_cts {
namespace {

template <typename Enum>
std::optional<Enum> parse_one_of(std::span<const Enum> values, std::string_view text) {
  for (const Enum value : values)
    if (name(value) == text) return value;
  return std::nullopt;
}

}  // namespace

std::string_view name(TileType value) {
  constexpr std::string_view kNames[] = {"Vec",  "Mat",     "Left",      "Right",      "Acc",
                                         "Bias", "Scaling", "ScaleLeft", "ScaleRight", "Ctrl"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(BLayout value) { return value == BLayout::RowMajor ? "RowMajor" : "ColMajor"; }

std::string_view name(SLayout value) {
  constexpr std::string_view kNames[] = {"NoneBox", "RowMajor", "ColMajor"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(PadValue value) {
  constexpr std::string_view kNames[] = {"Null", "Zero", "Max", "Min"};
  return kNames[static_cast<std::size_t>(value)];
}

std::optional<TileType> parse_tile_type(std::string_view text) { return parse_one_of<TileType>(kAllTileTypes, text); }
std::optional<BLayout> parse_blayout(std::string_view text) { return parse_one_of<BLayout>(kAllBLayouts, text); }
std::optional<SLayout> parse_slayout(std::string_view text) { return parse_one_of<SLayout>(kAllSLayouts, text); }
std::optional<PadValue> parse_pad_value(std::string_view text) { return parse_one_of<PadValue>(kAllPadValues, text); }

TileDesc default_tile(TileType type, DType dtype, std::int64_t rows, std::int64_t cols) {
  TileDesc tile;
  tile.type = type;
  tile.dtype = dtype;
  tile.rows = tile.static_valid_rows = tile.valid_rows = rows;
  tile.cols = tile.static_valid_cols = tile.valid_cols = cols;
  return tile;
}

bool consistent(const TileDesc& tile) {
  return (has_dynamic_rows(tile) || tile.static_valid_rows == tile.valid_rows) &&
         (has_dynamic_cols(tile) || tile.static_valid_cols == tile.valid_cols);
}

bool same_type(const TileDesc& a, const TileDesc& b) {
  TileDesc c = b;
  c.valid_rows = a.valid_rows;
  c.valid_cols = a.valid_cols;
  return a == c;
}

}  // namespace pto_cts
