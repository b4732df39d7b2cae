// SPDX-License-Identifier: MIT
#include "pto_cts/render/text.h"

#include <fmt/format.h>

#include <algorithm>

#include "pto_cts/types/layout.h"

namespace pto_cts::render {
namespace {

constexpr std::int64_t kDefaultBoxBytes = 512;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '-' || c == '+';
}

std::string word(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
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

}  // namespace pto_cts::render
