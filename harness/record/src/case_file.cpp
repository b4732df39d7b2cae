// SPDX-License-Identifier: MIT
#include "pto_cts/record/case_file.h"

#include "case_check.h"
#include "payload_text.h"
#include "pretty_json.h"
#include "tuple_fields.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/json_fields.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

constexpr int kPoisonDigits = 8;

int hex_digits(DType dtype) {
  return 2 * element_bytes(dtype);
}

Json scalars_to_json(const Case& c) {
  Json list = Json::array();
  for (std::size_t i = 0; i < c.scalars.size(); ++i) {
    const ScalarOperand& scalar = c.tuple.scalars[i];
    list.push_back({{"name", scalar.name},
                    {"dtype", name(scalar.dtype)},
                    {"bits", to_hex(c.scalars[i], hex_digits(scalar.dtype))}});
  }
  return list;
}

void scalars_from_json(const Node& node, Case& c) {
  for (const Node& element : read_array(node)) {
    const Fields fields(element, {"name", "dtype", "bits"});
    const DType dtype = read_enum(fields.at("dtype"), parse_dtype, kAllDTypes);
    c.tuple.scalars.push_back({read_text(fields.at("name")), dtype});
    c.scalars.push_back(read_hex(fields.at("bits"), hex_digits(dtype)));
  }
}

Json index_poison_to_json(const Case& c) {
  Json list = Json::array();
  for (const IndexPoison& poison : c.index_poison) {
    const TileOperand& operand = c.tuple.tiles[static_cast<std::size_t>(poison.tile)];
    const int digits = hex_digits(operand.tile.dtype);
    list.push_back(
        {{"tile", operand.name}, {"first", to_hex(poison.first, digits)}, {"second", to_hex(poison.second, digits)}});
  }
  return list;
}

IndexPoison index_poison_from_json(const Node& node, const Tuple& tuple) {
  const Fields fields(node, {"tile", "first", "second"});
  const Node operand = fields.at("tile");
  const int tile = find_tile(tuple, read_text(operand));
  if (tile < 0) refuse(operand.path, "no such operand", "name an operand of the tuple");
  const int digits = hex_digits(tuple.tiles[static_cast<std::size_t>(tile)].tile.dtype);
  return {tile, read_hex(fields.at("first"), digits), read_hex(fields.at("second"), digits)};
}

Json case_to_json(const Case& c) {
  Json tiles = Json::array();
  for (const TileOperand& operand : c.tuple.tiles) tiles.push_back(operand_to_json(operand));
  Json payload = Json::array();
  for (std::size_t i = 0; i < c.payload.size(); ++i)
    payload.push_back(payload_to_json(c.tuple, static_cast<int>(i), c.payload[i]));
  return {{"name", c.name},
          {"profile", name(c.profile)},
          {"instruction", c.tuple.mnemonic},
          {"tiles", std::move(tiles)},
          {"scalars", scalars_to_json(c)},
          {"attributes", attributes_to_json(c.tuple.attributes)},
          {"configuration", attributes_to_json(c.tuple.configuration)},
          {"poison", to_hex(c.poison.pattern, kPoisonDigits)},
          {"index_poison", index_poison_to_json(c)},
          {"payload_class", c.payload_class},
          {"payload", std::move(payload)},
          {"broken", c.broken},
          {"twin", c.twin ? case_to_json(*c.twin) : Json()}};
}

Case case_from_json(const Fields& fields, const std::string& prefix);

std::shared_ptr<const Case> twin_from_json(const Node& node) {
  if (node.json->is_null()) return nullptr;
  const Fields fields(node, {"name", "profile", "instruction", "tiles", "scalars", "attributes", "configuration",
                             "poison", "index_poison", "payload_class", "payload", "broken", "twin"});
  const Node twin = fields.at("twin");
  if (!twin.json->is_null()) refuse(twin.path, "a twin has no twin", "give null");
  return std::make_shared<const Case>(case_from_json(fields, node.path + "."));
}

Case case_from_json(const Fields& fields, const std::string& prefix) {
  Case c;
  c.name = read_text(fields.at("name"));
  c.profile = read_enum(fields.at("profile"), parse_profile, kAllProfiles);
  c.tuple.mnemonic = read_text(fields.at("instruction"));
  for (const Node& element : read_array(fields.at("tiles"))) c.tuple.tiles.push_back(operand_from_json(element));
  scalars_from_json(fields.at("scalars"), c);
  c.tuple.attributes = attributes_from_json(fields.at("attributes"));
  c.tuple.configuration = attributes_from_json(fields.at("configuration"));
  check_tuple(c.tuple, prefix);
  c.poison.pattern = static_cast<std::uint32_t>(read_hex(fields.at("poison"), kPoisonDigits));
  for (const Node& element : read_array(fields.at("index_poison")))
    c.index_poison.push_back(index_poison_from_json(element, c.tuple));
  c.payload_class = read_text(fields.at("payload_class"));
  const std::vector<Node> payload = read_array(fields.at("payload"));
  const int storages = storage_count(c.tuple);
  if (payload.size() != static_cast<std::size_t>(storages))
    refuse(prefix + "payload", std::to_string(payload.size()) + " storages",
           "give the " + std::to_string(storages) + " of the tiles");
  for (int i = 0; i < storages; ++i)
    c.payload.push_back(payload_from_json(c.tuple, i, payload[static_cast<std::size_t>(i)]));
  c.broken = read_texts(fields.at("broken"));
  c.twin = twin_from_json(fields.at("twin"));
  return c;
}

}  // namespace

std::string write_case(const Case& c) {
  try {
    check_case(c, "");
    Json document = {{"schema", kCaseSchema}};
    document.update(case_to_json(c));
    return pretty_json(document, "payload");
  } catch (const BadInput& error) {
    throw std::invalid_argument(std::string("write_case: ") + error.what());
  } catch (const Json::exception&) {
    throw std::invalid_argument("write_case: text that is not UTF-8");
  }
}

Case read_case(std::string_view text) {
  const Json document = parse_json(text);
  if (document.is_object() && document.contains("schema") && document["schema"] != kCaseSchema)
    refuse("schema", "not version " + std::to_string(kCaseSchema), "use the version of the suite that wrote the case");
  const Fields fields({&document, ""},
                      {"schema", "name", "profile", "instruction", "tiles", "scalars", "attributes", "configuration",
                       "poison", "index_poison", "payload_class", "payload", "broken", "twin"});
  read_integer(fields.at("schema"));
  Case c = case_from_json(fields, "");
  check_case(c, "");
  return c;
}

Case load_case(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  try {
    return read_case(text);
  } catch (const BadInput& error) {
    throw BadInput(printable(path.string()) + ": " + error.what());
  }
}

void save_case(const std::filesystem::path& path, const Case& c) {
  write_file(path, write_case(c));
}

}  // namespace pto_cts::record
