// SPDX-License-Identifier: MIT
#include "pto_cts/render/intrinsic.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pto_cts::render {
namespace {

constexpr std::string_view kForm = "form";
constexpr std::string_view kPad = "pad";

bool one_type(const Tuple& tuple) {
  for (const TileOperand& operand : tuple.tiles)
    if (!same_type(operand.tile, tuple.tiles.front().tile)) return false;
  return true;
}

// Template arguments other than types, in order.
std::vector<std::string> template_slots(const Tuple& tuple) {
  std::vector<std::string> slots;
  for (const Attribute& attribute : tuple.attributes)
    if (attribute.template_slot) slots.push_back((attribute.key == kPad ? "PadValue::" : "") + attribute.value);
  return slots;
}

}  // namespace

std::string cpp_type(DType dtype) {
  switch (dtype) {
    case DType::u8: return "uint8_t";
    case DType::i8: return "int8_t";
    case DType::u16: return "uint16_t";
    case DType::i16: return "int16_t";
    case DType::u32: return "uint32_t";
    case DType::i32: return "int32_t";
    case DType::u64: return "uint64_t";
    case DType::i64: return "int64_t";
    case DType::f16: return "half";
    case DType::bf16: return "bfloat16_t";
    case DType::f32: return "float";
  }
  return {};
}

std::string cpp_tile_type(const TileDesc& tile) {
  return fmt::format("Tile<TileType::{}, {}, {}, {}, BLayout::{}, {}, {}, SLayout::{}, {}, PadValue::{}>", name(tile.type),
                     cpp_type(tile.dtype), tile.rows, tile.cols, name(tile.blayout), tile.static_valid_rows,
                     tile.static_valid_cols, name(tile.slayout), tile.fractal_bytes, name(tile.pad));
}

std::vector<std::string> constructor_arguments(const TileDesc& tile, const std::string& valid_rows, const std::string& valid_cols) {
  std::vector<std::string> arguments;
  if (has_dynamic_rows(tile)) arguments.push_back(valid_rows);
  if (has_dynamic_cols(tile)) arguments.push_back(valid_cols);
  return arguments;
}

std::optional<std::string> inexpressible(const Tuple& tuple) {
  if (!tuple.configuration.empty()) return "configuration state";
  for (const ScalarOperand& scalar : tuple.scalars)
    if (scalar.dtype != tuple.tiles.front().tile.dtype) return "the signature gives the scalar the tile's element type";
  const std::string_view form = find_attribute(tuple, kForm);
  if (form == "homogeneous" && !one_type(tuple)) return "the homogeneous form has one tile type";
  const std::string_view pad = find_attribute(tuple, kPad);
  if (form == "heterogeneous" && !pad.empty() && pad != name(PadValue::Zero)) return "the heterogeneous form takes no pad argument";
  return std::nullopt;
}

bool is_ambiguous(const Tuple& tuple) { return find_attribute(tuple, kForm) == "heterogeneous" && one_type(tuple); }

std::string cpp_call(const Tuple& tuple, const std::vector<std::string>& tiles, const std::vector<std::string>& types,
                     const std::vector<std::string>& scalars) {
  std::string arguments = fmt::format("{}", fmt::join(tiles, ", "));
  for (const std::string& scalar : scalars) arguments += ", " + scalar;
  const std::string plain = fmt::format("{}({});", tuple.mnemonic, arguments);
  const std::string_view form = find_attribute(tuple, kForm);
  const std::vector<std::string> slots = template_slots(tuple);
  if (form == "homogeneous" || (form.empty() && !slots.empty())) {
    std::vector<std::string> all = form.empty() ? std::vector<std::string>() : std::vector{types.front()};
    all.insert(all.end(), slots.begin(), slots.end());
    return fmt::format("{}<{}>({});", tuple.mnemonic, fmt::join(all, ", "), arguments);
  }
  if (!is_ambiguous(tuple)) return plain;
  const std::string spelled = fmt::format("{}<{}>({})", tuple.mnemonic, fmt::join(types, ", "), arguments);
  return fmt::format("if constexpr (requires {{ {0}; }}) {0}; else {1}", spelled, plain);
}

}  // namespace pto_cts::render
