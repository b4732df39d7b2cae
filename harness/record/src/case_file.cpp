// SPDX-License-Identifier: MIT
#include "pto_cts/record/case_file.h"

#include <algorithm>

#include "case_fields.h"
#include "pto_cts/record/bad_input.h"
#include "pto_cts/record/files.h"
#include "pto_cts/record/json_fields.h"
#include "pto_cts/record/sha256.h"

namespace pto_cts::record {
namespace {

constexpr std::size_t kWidth = 100;

class Printer {
 public:
  explicit Printer(std::string_view rows_key) : rows_key_(rows_key) {}

  void print(const Json& value, std::size_t indent, bool by_rows) {
    if (value.is_string() && is_plain(value.get_ref<const std::string&>())) {
      text_.append("\"").append(value.get_ref<const std::string&>()).append("\"");
      return;
    }
    if (!value.is_structured() || value.empty()) {
      text_ += value.dump();
      return;
    }
    if (!by_rows && is_flat(value)) {
      const std::size_t start = text_.size();
      print_members(value, 0, false, true);
      if (text_.size() - start + indent <= kWidth) return;
      text_.resize(start);
    }
    print_members(value, indent, by_rows, false);
  }

  std::string take() { return std::move(text_); }

 private:
  /// True for text, such as rows of hexadecimal digits, that JSON writes as it is.
  static bool is_plain(std::string_view text) {
    return std::ranges::all_of(text,
                               [](char c) { return c == ' ' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); });
  }

  static bool is_flat(const Json& value) {
    return std::ranges::none_of(value, [](const Json& member) { return member.is_structured() && !member.empty(); });
  }

  void print_members(const Json& value, std::size_t indent, bool by_rows, bool one_line) {
    text_ += value.is_object() ? '{' : '[';
    bool first = true;
    for (const auto& [key, member] : value.items()) {
      if (!first) text_ += one_line ? ", " : ",";
      first = false;
      if (!one_line) text_.append("\n").append(indent + 2, ' ');
      if (value.is_object()) text_.append(Json(key).dump()).append(": ");
      print(member, indent + 2, by_rows || (value.is_object() && key == rows_key_));
    }
    if (!one_line) text_.append("\n").append(indent, ' ');
    text_ += value.is_object() ? '}' : ']';
  }

  std::string_view rows_key_;
  std::string text_;
};

// Two spaces for each level and a newline at the end. Objects and arrays of scalars stand on one line where they fit
// in 100 characters, except below the key `rows_key`, where each element has its own line.
// Throws Json::type_error for text that is not UTF-8.
std::string pretty_json(const Json& document, std::string_view rows_key) {
  Printer printer(rows_key);
  printer.print(document, 0, false);
  return printer.take() + "\n";
}

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
