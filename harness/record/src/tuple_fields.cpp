// SPDX-License-Identifier: MIT
#include "tuple_fields.h"

#include <array>
#include <utility>

#include "case_check.h"
#include "pto_cts/record/tuple_json.h"

namespace pto_cts::record {
namespace {

constexpr std::array kRoles = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};

Json extents_to_json(std::int64_t rows, std::int64_t cols) {
  return {{"rows", rows}, {"cols", cols}};
}

void extents_from_json(const Node& node, std::int64_t& rows, std::int64_t& cols) {
  const Fields fields(node, {"rows", "cols"});
  rows = read_integer(fields.at("rows"));
  cols = read_integer(fields.at("cols"));
}

}  // namespace

Json operand_to_json(const TileOperand& operand) {
  const TileDesc& tile = operand.tile;
  return {{"name", operand.name},
          {"role", name(operand.role)},
          {"storage", operand.storage},
          {"type", name(tile.type)},
          {"dtype", name(tile.dtype)},
          {"shape", extents_to_json(tile.rows, tile.cols)},
          {"layout",
           {{"blayout", name(tile.blayout)}, {"slayout", name(tile.slayout)}, {"fractal_bytes", tile.fractal_bytes}}},
          {"static_valid", extents_to_json(tile.static_valid_rows, tile.static_valid_cols)},
          {"valid", extents_to_json(tile.valid_rows, tile.valid_cols)},
          {"pad", name(tile.pad)}};
}

TileOperand operand_from_json(const Node& node) {
  const Fields fields(node,
                      {"name", "role", "storage", "type", "dtype", "shape", "layout", "static_valid", "valid", "pad"});
  TileOperand operand;
  operand.name = read_text(fields.at("name"));
  operand.role = read_enum(fields.at("role"), parse_role, kRoles);
  const std::int64_t storage = read_integer(fields.at("storage"));
  operand.storage = std::in_range<int>(storage) ? static_cast<int>(storage) : -1;
  TileDesc& tile = operand.tile;
  tile.type = read_enum(fields.at("type"), parse_tile_type, kAllTileTypes);
  tile.dtype = read_enum(fields.at("dtype"), parse_dtype, kAllDTypes);
  extents_from_json(fields.at("shape"), tile.rows, tile.cols);
  const Fields layout(fields.at("layout"), {"blayout", "slayout", "fractal_bytes"});
  tile.blayout = read_enum(layout.at("blayout"), parse_blayout, kAllBLayouts);
  tile.slayout = read_enum(layout.at("slayout"), parse_slayout, kAllSLayouts);
  tile.fractal_bytes = read_integer(layout.at("fractal_bytes"));
  extents_from_json(fields.at("static_valid"), tile.static_valid_rows, tile.static_valid_cols);
  extents_from_json(fields.at("valid"), tile.valid_rows, tile.valid_cols);
  tile.pad = read_enum(fields.at("pad"), parse_pad_value, kAllPadValues);
  return operand;
}

Json attributes_to_json(const std::vector<Attribute>& attributes) {
  Json list = Json::array();
  for (const Attribute& attribute : attributes)
    list.push_back({{"key", attribute.key}, {"value", attribute.value}, {"template_slot", attribute.template_slot}});
  return list;
}

std::vector<Attribute> attributes_from_json(const Node& node) {
  std::vector<Attribute> attributes;
  for (const Node& element : read_array(node)) {
    const Fields fields(element, {"key", "value", "template_slot"});
    attributes.push_back(
        {read_text(fields.at("key")), read_text(fields.at("value")), read_bool(fields.at("template_slot"))});
  }
  return attributes;
}

std::string write_tuple(const Tuple& tuple) {
  Json tiles = Json::array(), scalars = Json::array();
  for (const TileOperand& operand : tuple.tiles) tiles.push_back(operand_to_json(operand));
  for (const ScalarOperand& scalar : tuple.scalars)
    scalars.push_back({{"name", scalar.name}, {"dtype", name(scalar.dtype)}});
  const Json document = {{"instruction", tuple.mnemonic},
                         {"tiles", std::move(tiles)},
                         {"scalars", std::move(scalars)},
                         {"attributes", attributes_to_json(tuple.attributes)},
                         {"configuration", attributes_to_json(tuple.configuration)}};
  return document.dump();
}

Tuple tuple_from_json(const Node& node) {
  const Fields fields(node, {"instruction", "tiles", "scalars", "attributes", "configuration"});
  Tuple tuple;
  tuple.mnemonic = read_text(fields.at("instruction"));
  for (const Node& element : read_array(fields.at("tiles"))) tuple.tiles.push_back(operand_from_json(element));
  for (const Node& element : read_array(fields.at("scalars"))) {
    const Fields scalar(element, {"name", "dtype"});
    tuple.scalars.push_back({read_text(scalar.at("name")), read_enum(scalar.at("dtype"), parse_dtype, kAllDTypes)});
  }
  tuple.attributes = attributes_from_json(fields.at("attributes"));
  tuple.configuration = attributes_from_json(fields.at("configuration"));
  check_tuple(tuple, node.path.empty() ? "" : node.path + ".");
  return tuple;
}

Tuple read_tuple(std::string_view text) {
  const Json document = parse_json(text);
  return tuple_from_json({&document, ""});
}

}  // namespace pto_cts::record
