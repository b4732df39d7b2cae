// SPDX-License-Identifier: MIT
#include "assembly_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

namespace pto_cts::render {
namespace {

constexpr std::string_view kElided = "...";

// RowMajor is row_major.
template <typename Enum>
std::string snake_case(Enum value) {
  std::string result;
  for (const char c : name(value)) {
    if (c >= 'A' && c <= 'Z' && !result.empty()) result += '_';
    result += c;
  }
  return lower_case(result);
}

// The same for row_major, RowMajor and BLayout::RowMajor.
std::string folded(std::string_view text) {
  if (const std::size_t scope = text.rfind("::"); scope != std::string_view::npos) text.remove_prefix(scope + 2);
  std::string result = lower_case(text);
  std::erase(result, '_');
  return result;
}

std::optional<DType> dtype_of(std::string_view text) {
  if (const auto dtype = parse_dtype(text)) return dtype;
  if (text.starts_with("ui") || text.starts_with("si")) return parse_dtype((text[0] == 'u' ? "u" : "i") + std::string(text.substr(2)));
  return std::nullopt;
}

// The parameters of one tile type, as they come.
class TileReader {
 public:
  TileReader(Scanner& in, std::size_t at) : in_(&in), at_(at) {}

  ValueType read() {
    do {
      read_parameter();
    } while (in_->accept(","));
    in_->expect(">", "at the end of the tile type");
    for (const std::string_view key : {"loc", "dtype", "rows", "cols"})
      if (!known(key)) in_->fail(at_, fmt::format("the tile type has no {}", key), fmt::format("add {}=, as in {}", key, example(key)));
    finish(rows_, tile_.rows, tile_.static_valid_rows, tile_.valid_rows);
    finish(cols_, tile_.cols, tile_.static_valid_cols, tile_.valid_cols);
    return {at_, true, tile_, DType::f32, assumed_whole_};
  }

 private:
  struct Extent {
    std::optional<std::int64_t> in_type;
    std::optional<std::int64_t> at_run_time;
  };

  static std::string example(std::string_view key) {
    return key == "loc" ? "loc=vec" : key == "dtype" ? "dtype=f32" : fmt::format("{}=16", key);
  }

  bool known(std::string_view key) const { return std::ranges::find(keys_, key) != keys_.end(); }

  void mark(std::size_t at, std::string_view key) {
    if (known(key)) in_->fail(at, fmt::format("{} is given twice", key), "give it once");
    keys_.emplace_back(key);
  }

  void finish(const Extent& given, std::int64_t whole, std::int64_t& in_type, std::int64_t& at_run_time) {
    in_type = given.in_type.value_or(whole);
    assumed_whole_ = assumed_whole_ || (in_type == kDynamic && !given.at_run_time);
    at_run_time = given.at_run_time.value_or(in_type == kDynamic ? whole : in_type);
  }

  void read_parameter() {
    const std::size_t at = in_->here();
    const std::string key = in_->until(",>=#");
    if (key == kElided) in_->fail(at, "the tile type is elided", "write it, as in loc=vec, dtype=f32, rows=16, cols=16");
    if (!in_->accept("=")) return read_positional(at, key);
    const std::size_t value_at = in_->here();
    read_value(at, key, value_at, in_->until(",>=#"));
  }

  void read_value(std::size_t at, std::string_view key, std::size_t value_at, std::string_view value) {
    if (key != "valid") mark(at, key);
    if (key == "loc") return choose<TileType>(value_at, value, kAllTileTypes, tile_.type);
    if (key == "blayout") return choose<BLayout>(value_at, value, kAllBLayouts, tile_.blayout);
    if (key == "slayout") return choose<SLayout>(value_at, value, kAllSLayouts, tile_.slayout);
    if (key == "pad") {
      if (value.size() == 1 && value[0] >= '0' && value[0] <= '3') return void(tile_.pad = kAllPadValues[static_cast<std::size_t>(value[0] - '0')]);
      return choose<PadValue>(value_at, value, kAllPadValues, tile_.pad);
    }
    if (key == "dtype") return void(tile_.dtype = dtype(value_at, value));
    if (key == "rows") return void(tile_.rows = integer(value_at, value));
    if (key == "cols") return void(tile_.cols = integer(value_at, value));
    if (key == "fractal") return void(tile_.fractal_bytes = integer(value_at, value));
    if (key == "v_row") return void(rows_ = extent(value_at, value));
    if (key == "v_col") return void(cols_ = extent(value_at, value));
    if (key != "valid")
      in_->fail(at, fmt::format("unknown tile parameter {}", shown(key)),
                "choose from loc, dtype, rows, cols, v_row, v_col, valid, blayout, slayout, fractal, pad");
    const std::size_t cross = value.find('x');
    if (cross == std::string_view::npos) in_->fail(value_at, "valid takes two extents", "write rows x columns, as in valid=3x5");
    mark(at, "v_row");
    mark(at, "v_col");
    rows_ = extent(value_at, value.substr(0, cross));
    cols_ = extent(value_at, value.substr(cross + 1));
  }

  // "vec" is loc=vec; "16x32xf32" is rows=16, cols=32, dtype=f32.
  void read_positional(std::size_t at, std::string_view text) {
    const std::size_t first = text.find('x'), second = first == std::string_view::npos ? first : text.find('x', first + 1);
    if (second == std::string_view::npos || text.empty() || !(text[0] == '-' || (text[0] >= '0' && text[0] <= '9'))) {
      mark(at, "loc");
      return choose<TileType>(at, text, kAllTileTypes, tile_.type);
    }
    for (const std::string_view key : {"rows", "cols", "dtype"}) mark(at, key);
    tile_.rows = integer(at, text.substr(0, first));
    tile_.cols = integer(at, text.substr(first + 1, second - first - 1));
    tile_.dtype = dtype(at, text.substr(second + 1));
  }

  template <typename Enum>
  void choose(std::size_t at, std::string_view text, std::span<const Enum> values, Enum& result) {
    std::string all;
    for (const Enum value : values) {
      if (folded(text) == folded(name(value))) return void(result = value);
      all += (all.empty() ? "" : ", ") + snake_case(value);
    }
    in_->fail(at, fmt::format("unknown value {}", shown(text)), "choose from " + all);
  }

  DType dtype(std::size_t at, std::string_view text) {
    if (const auto result = dtype_of(text)) return *result;
    in_->fail(at, fmt::format("unknown element type {}", shown(text)), "choose from i8, i16, i32, i64, ui8, ui16, ui32, ui64, f16, bf16, f32");
  }

  std::int64_t integer(std::size_t at, std::string_view text) {
    const std::int64_t value = small_integer(text);
    if (value == kNoInteger) in_->fail(at, fmt::format("{} is no integer of 32 bits", shown(text)), "write one, as in 16");
    return value;
  }

  // "5", "?", "?:5" or "4:5".
  Extent extent(std::size_t at, std::string_view text) {
    Extent result;
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) result.at_run_time = integer(at, text.substr(colon + 1));
    const std::string_view in_type = text.substr(0, colon);
    result.in_type = in_type == "?" ? kDynamic : integer(at, in_type);
    return result;
  }

  Scanner* in_;
  std::size_t at_;
  std::vector<std::string> keys_;
  TileDesc tile_;
  Extent rows_, cols_;
  bool assumed_whole_ = false;
};

std::string extent_text(std::int64_t in_type, std::int64_t at_run_time) {
  if (in_type == kDynamic) return fmt::format("?:{}", at_run_time);
  return in_type == at_run_time ? fmt::format("{}", in_type) : fmt::format("{}:{}", in_type, at_run_time);
}

}  // namespace

std::string assembly_dtype(DType dtype) {
  const std::string_view text = name(dtype);
  return text.starts_with('u') ? fmt::format("ui{}", text.substr(1)) : std::string(text);
}

std::string assembly_tile(const TileDesc& tile, std::string_view keyword) {
  return fmt::format("!pto.{}<loc={}, dtype={}, rows={}, cols={}, v_row={}, v_col={}, blayout={}, slayout={}, fractal={}, pad={}>",
                     keyword, snake_case(tile.type), assembly_dtype(tile.dtype), tile.rows, tile.cols,
                     extent_text(tile.static_valid_rows, tile.valid_rows), extent_text(tile.static_valid_cols, tile.valid_cols),
                     snake_case(tile.blayout), snake_case(tile.slayout), tile.fractal_bytes, static_cast<int>(tile.pad));
}

ValueType parse_type(Scanner& in) {
  const std::size_t at = in.here();
  if (in.accept("!")) {
    if (!in.accept_word("pto.tile_buf") && !in.accept_word("pto.tile"))
      in.fail(at, "a type that is no tile", "write !pto.tile<...>, !pto.tile_buf<...> or an element type");
    in.expect("<", "and the parameters of the tile");
    return TileReader(in, at).read();
  }
  const std::string text = in.word("a type");
  const auto dtype = dtype_of(text);
  if (!dtype) in.fail(at, fmt::format("unknown type {}", shown(text)), "write !pto.tile<...> or an element type such as f32");
  return {at, false, {}, *dtype, false};
}

}  // namespace pto_cts::render
