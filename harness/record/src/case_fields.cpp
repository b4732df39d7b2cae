// SPDX-License-Identifier: MIT
#include "case_fields.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/case_file.h"
#include "pto_cts/types/layout.h"

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

struct RowShape {
  std::size_t element_bytes = 1;
  std::size_t row_bytes = 32;
};

RowShape row_shape(const Tuple& tuple, int storage) {
  const TileDesc& tile = std::ranges::find(tuple.tiles, storage, &TileOperand::storage)->tile;
  const auto element = static_cast<std::size_t>(element_bytes(tile.dtype));
  return {element, layout_of(tile) == Layout::ND ? static_cast<std::size_t>(tile.cols) * element : 32};
}

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Writes the little-endian bytes of a row; false where the text is not exactly that many bytes in that form.
bool decode_row(std::string_view text, std::size_t element_bytes, std::span<std::uint8_t> bytes) {
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < bytes.size(); begin += element_bytes) {
    if (begin != 0 && (at >= text.size() || text[at++] != ' ')) return false;
    const std::size_t size = std::min(element_bytes, bytes.size() - begin);
    if (text.size() - at < 2 * size) return false;
    for (std::size_t byte = begin + size; byte-- > begin; at += 2) {
      const int high = digit_value(text[at]), low = digit_value(text[at + 1]);
      if (high < 0 || low < 0) return false;
      bytes[byte] = static_cast<std::uint8_t>(high << 4 | low);
    }
  }
  return at == text.size();
}

std::string encode_row(std::size_t element_bytes, std::span<const std::uint8_t> bytes) {
  std::string text(2 * bytes.size() + (bytes.size() - 1) / element_bytes, ' ');
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < bytes.size(); begin += element_bytes, ++at)
    for (std::size_t byte = std::min(begin + element_bytes, bytes.size()); byte-- > begin;) {
      text[at++] = "0123456789abcdef"[bytes[byte] >> 4];
      text[at++] = "0123456789abcdef"[bytes[byte] & 15];
    }
  return text;
}

void check_name(const std::string& where, std::string_view text) {
  if (text.empty()) refuse(where, "empty", "give a name");
}

void check_extent(const std::string& where, std::int64_t extent, std::int64_t least) {
  if (extent < least || extent > kMaxExtent)
    refuse(where, std::to_string(extent) + " is out of range",
           "give an integer from " + std::to_string(least) + " to " + std::to_string(kMaxExtent));
}

void check_static(const std::string& where, std::string_view axis, std::int64_t in_type, std::int64_t at_run_time) {
  check_extent((where + ".static_valid.").append(axis), in_type, -kMaxExtent);
  check_extent((where + ".valid.").append(axis), at_run_time, -kMaxExtent);
  if (in_type != kDynamic && in_type != at_run_time)
    refuse((where + ".static_valid.").append(axis),
           std::to_string(in_type) + " differs from the run-time extent " + std::to_string(at_run_time),
           "make them equal, or give -1 for a dynamic extent");
}

void check_tile(const TileDesc& tile, const std::string& where) {
  check_extent(where + ".shape.rows", tile.rows, 1);
  check_extent(where + ".shape.cols", tile.cols, 1);
  check_extent(where + ".layout.fractal_bytes", tile.fractal_bytes, -kMaxExtent);
  check_static(where, "rows", tile.static_valid_rows, tile.valid_rows);
  check_static(where, "cols", tile.static_valid_cols, tile.valid_cols);
  if (tile.rows * tile.cols > kMaxStorageBytes / element_bytes(tile.dtype))
    refuse(where + ".shape", "more than " + std::to_string(kMaxStorageBytes) + " bytes", "give a smaller tile");
}

void check_attributes(const std::vector<Attribute>& attributes, const std::string& list) {
  for (std::size_t i = 0; i < attributes.size(); ++i) check_name(indexed(list, i) + ".key", attributes[i].key);
}

void check_bits(const std::string& where, DType dtype, std::uint64_t bits) {
  const int width = 8 * element_bytes(dtype);
  if (width < 64 && bits >> width != 0)
    refuse(where, "bits beyond the width of " + std::string(name(dtype)), "give a value of that type");
}

void check_count(const std::string& where, std::size_t count, std::size_t wanted) {
  if (count != wanted) refuse(where, std::to_string(count) + " entries", "give " + std::to_string(wanted));
}

void check_contents(const Case& c, const std::string& prefix) {
  check_count(prefix + "scalars", c.scalars.size(), c.tuple.scalars.size());
  for (std::size_t i = 0; i < c.scalars.size(); ++i)
    check_bits(indexed(prefix + "scalars", i) + ".bits", c.tuple.scalars[i].dtype, c.scalars[i]);
  for (std::size_t i = 0; i < c.index_poison.size(); ++i) {
    const IndexPoison& poison = c.index_poison[i];
    const std::string where = indexed(prefix + "index_poison", i);
    if (poison.tile < 0 || static_cast<std::size_t>(poison.tile) >= c.tuple.tiles.size())
      refuse(where + ".tile", "no such operand", "name an operand of the tuple");
    const DType dtype = c.tuple.tiles[static_cast<std::size_t>(poison.tile)].tile.dtype;
    check_bits(where + ".first", dtype, poison.first);
    check_bits(where + ".second", dtype, poison.second);
    if (std::ranges::count(c.index_poison, poison.tile, &IndexPoison::tile) > 1)
      refuse(where + ".tile", "this operand is named twice", "name it once");
  }
  check_count(prefix + "payload", c.payload.size(), static_cast<std::size_t>(storage_count(c.tuple)));
  for (std::size_t i = 0; i < c.payload.size(); ++i) {
    const std::int64_t bytes = storage_bytes(c.tuple, static_cast<int>(i));
    if (c.payload[i].size() != static_cast<std::size_t>(bytes))
      refuse(indexed(prefix + "payload", i), std::to_string(c.payload[i].size()) + " bytes",
             "give the " + std::to_string(bytes) + " of its storage");
  }
}

void check_twin(const Case& c, const std::string& prefix) {
  const std::string where = prefix + "twin";
  if (!c.twin) return;
  if (c.twin->twin) refuse(where + ".twin", "a twin has no twin", "give null");
  if (!c.twin->broken.empty()) refuse(where + ".broken", "a twin is a legal case", "give []");
  if (c.twin->profile != c.profile) refuse(where + ".profile", "differs from its case", "make them equal");
  if (c.twin->tuple.mnemonic != c.tuple.mnemonic)
    refuse(where + ".instruction", "differs from its case", "make them equal");
  check_case(*c.twin, where + ".");
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

Json payload_to_json(const Tuple& tuple, int storage, const std::vector<std::uint8_t>& bytes) {
  const auto [element, row] = row_shape(tuple, storage);
  Json rows = Json::array();
  for (std::size_t begin = 0; begin < bytes.size(); begin += row)
    rows.push_back(encode_row(element, std::span(bytes).subspan(begin, std::min(row, bytes.size() - begin))));
  return rows;
}

std::vector<std::uint8_t> payload_from_json(const Tuple& tuple, int storage, const Node& node) {
  const auto [element, row] = row_shape(tuple, storage);
  const auto total = static_cast<std::size_t>(storage_bytes(tuple, storage));
  const std::size_t rows = (total + row - 1) / row;
  if (!node.json->is_array() || node.json->size() != rows)
    refuse(node.path, "not the " + std::to_string(total) + " bytes of its storage",
           "give " + std::to_string(rows) + " rows of hexadecimal elements");
  std::vector<std::uint8_t> bytes(total);
  for (std::size_t r = 0; r < rows; ++r) {
    const std::span target = std::span(bytes).subspan(r * row, std::min(row, total - r * row));
    const Json& text = (*node.json)[r];
    if (!text.is_string() || !decode_row(text.get_ref<const std::string&>(), element, target))
      refuse(indexed(node.path, r), "not a row of " + std::to_string(target.size()) + " bytes",
             "give " + std::to_string((target.size() + element - 1) / element) + " elements of " +
                 std::to_string(2 * element) + " hexadecimal digits, one space between them");
  }
  return bytes;
}

void check_tuple(const Tuple& tuple, const std::string& prefix) {
  check_name(prefix + "instruction", tuple.mnemonic);
  const std::string list = prefix + "tiles";
  if (tuple.tiles.size() > kMaxTiles) refuse(list, "too many operands", "give at most " + std::to_string(kMaxTiles));
  std::vector<bool> used(kMaxTiles);
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& operand = tuple.tiles[i];
    const std::string where = indexed(list, i);
    check_name(where + ".name", operand.name);
    if (std::ranges::count(tuple.tiles, operand.name, &TileOperand::name) > 1)
      refuse(where + ".name", in_quotes(operand.name) + " is used twice", "give each operand its own name");
    check_tile(operand.tile, where);
    if (operand.storage < 0 || static_cast<std::size_t>(operand.storage) >= kMaxTiles)
      refuse(where + ".storage", "out of range", "number the storages from 0 without gaps");
    used[static_cast<std::size_t>(operand.storage)] = true;
  }
  if (!std::ranges::is_sorted(used, std::greater{}))
    refuse(list, "gap in the storage ids", "number the storages from 0 without gaps");
  for (std::size_t i = 0; i < tuple.scalars.size(); ++i)
    check_name(indexed(prefix + "scalars", i) + ".name", tuple.scalars[i].name);
  check_attributes(tuple.attributes, prefix + "attributes");
  check_attributes(tuple.configuration, prefix + "configuration");
}

void check_case(const Case& c, const std::string& prefix) {
  if (!is_plain_path(c.name))
    refuse(prefix + "name", in_quotes(c.name) + " is not a case name",
           "give a relative path such as a5/tmuls/legal/x/0");
  check_tuple(c.tuple, prefix);
  check_contents(c, prefix);
  check_twin(c, prefix);
}

}  // namespace pto_cts::record
