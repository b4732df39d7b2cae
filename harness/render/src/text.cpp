// SPDX-License-Identifier: MIT
#include "pto_cts/render/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "pto_cts/types/layout.h"

namespace pto_cts::render {
namespace {

constexpr std::int64_t kDefaultBoxBytes = 512;

bool needs_no_quotes(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '-' || c == '+';
}

std::string word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, needs_no_quotes)) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      quoted.append({'\\', c});
    else if (c < ' ' || c > '~')
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string extent_kind(std::int64_t in_type, std::int64_t at_run_time) {
  if (in_type == kDynamic) return "dyn";
  return in_type == at_run_time ? "static" : fmt::format("static={}", in_type);
}

std::string layout_text(const TileDesc& tile) {
  const std::string_view layout = name(layout_of(tile));
  if (tile.slayout == SLayout::NoneBox && tile.fractal_bytes == kDefaultBoxBytes) return std::string(layout);
  return fmt::format("{}/{}", layout, tile.fractal_bytes);
}

std::string attribute_text(const Attribute& attribute) {
  const std::string text = word(attribute.key) + "=" + word(attribute.value);
  return attribute.template_slot ? "<" + text + ">" : text;
}

void append_list(std::string& line, std::string_view start, const std::vector<Attribute>& attributes) {
  for (const Attribute& attribute : attributes) {
    line.append(&attribute == attributes.data() ? start : ", ");
    line += attribute_text(attribute);
  }
}

float from_f16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  float magnitude = 0;
  if (exponent == 0x1f)
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else if (exponent == 0)
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  else
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  return (bits & 0x8000) != 0 ? std::copysign(magnitude, -1.0f) : magnitude;
}

std::string decimal(DType dtype, std::uint64_t bits) {
  switch (dtype) {
    case DType::i8: return fmt::to_string(static_cast<int>(static_cast<std::int8_t>(bits)));
    case DType::i16: return fmt::to_string(static_cast<std::int16_t>(bits));
    case DType::i32: return fmt::to_string(static_cast<std::int32_t>(bits));
    case DType::i64: return fmt::to_string(static_cast<std::int64_t>(bits));
    case DType::f16: return fmt::format("{}", from_f16(static_cast<std::uint16_t>(bits)));
    case DType::bf16: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    case DType::f32: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case DType::u8:
    case DType::u16:
    case DType::u32:
    case DType::u64: break;
  }
  return fmt::to_string(bits);
}

}  // namespace

std::string render_tile(const TileDesc& tile) {
  return fmt::format("{} {} {}x{} valid {}x{}({},{}) {} pad {}", name(tile.type), name(tile.dtype), tile.rows,
                     tile.cols, tile.valid_rows, tile.valid_cols, extent_kind(tile.static_valid_rows, tile.valid_rows),
                     extent_kind(tile.static_valid_cols, tile.valid_cols), layout_text(tile), name(tile.pad));
}

std::string render_tuple(const Tuple& tuple) {
  std::string line = word(tuple.mnemonic);
  std::string_view separator = " ";
  for (const TileOperand& operand : tuple.tiles) {
    line += fmt::format("{}{} {}={} @{}", separator, name(operand.role), word(operand.name), render_tile(operand.tile),
                        operand.storage);
    separator = ", ";
  }
  for (const ScalarOperand& scalar : tuple.scalars) {
    line += fmt::format("{}{} {}", separator, word(scalar.name), name(scalar.dtype));
    separator = ", ";
  }
  append_list(line, "; ", tuple.attributes);
  append_list(line, "; config ", tuple.configuration);
  return line;
}

std::string render_value(DType dtype, std::uint64_t bits) {
  const int width = 8 * element_bytes(dtype);
  const std::uint64_t masked = width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
  return fmt::format("{} (0x{:0{}x})", decimal(dtype, masked), masked, width / 4);
}

}  // namespace pto_cts::render
