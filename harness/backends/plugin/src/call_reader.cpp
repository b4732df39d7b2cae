// SPDX-License-Identifier: MIT
#include "call_reader.h"

namespace pto_cts::plugin {
namespace {

/// Collects the first thing that is unknown.
class Reader {
 public:
  template <typename Enum, std::size_t count>
  Enum value(const char* what, std::int32_t constant, const std::array<Enum, count>& all) {
    const std::optional<Enum> found = from_c(constant, all);
    if (!found) unknown(what, std::to_string(constant));
    return found.value_or(all[0]);
  }

  Profile profile(const char* word) {
    const std::optional<Profile> found = parse_profile(word);
    if (!found) unknown("profile", word);
    return found.value_or(Profile::cpu_sim);
  }

  std::string complaint() const { return complaint_; }

 private:
  void unknown(const char* what, const std::string& value) {
    if (complaint_.empty()) complaint_ = std::string("unknown ") + what + " " + value;
  }

  std::string complaint_;
};

TileOperand read_tile(const pto_cts_tile& written, Reader& reader) {
  TileOperand operand{
      written.name, reader.value("role", written.role, kAllRoles), {}, static_cast<int>(written.storage)};
  TileDesc& tile = operand.tile;
  tile.type = reader.value("tile type", written.type, kAllTileTypes);
  tile.dtype = reader.value("element type", written.dtype, kAllDTypes);
  tile.blayout = reader.value("block layout", written.blayout, kAllBLayouts);
  tile.slayout = reader.value("sub-layout", written.slayout, kAllSLayouts);
  tile.pad = reader.value("pad value", written.pad, kAllPadValues);
  tile.rows = written.rows;
  tile.cols = written.cols;
  tile.static_valid_rows = written.static_valid_rows;
  tile.static_valid_cols = written.static_valid_cols;
  tile.valid_rows = written.valid_rows;
  tile.valid_cols = written.valid_cols;
  tile.fractal_bytes = written.fractal_bytes;
  return operand;
}

std::vector<Attribute> read_attributes(const pto_cts_attribute* const* written, std::size_t count) {
  std::vector<Attribute> attributes;
  for (std::size_t i = 0; i < count; ++i)
    attributes.push_back({written[i]->key, written[i]->value, written[i]->template_slot != 0});
  return attributes;
}

}  // namespace

std::string read_call(const pto_cts_call& written, ReadCall& call) {
  Reader reader;
  Tuple& tuple = call.tuple;
  tuple.mnemonic = written.mnemonic;
  tuple.tiles.clear();
  for (std::size_t i = 0; i < written.tile_count; ++i) tuple.tiles.push_back(read_tile(*written.tiles[i], reader));
  tuple.scalars.clear();
  call.scalars.clear();
  for (std::size_t i = 0; i < written.scalar_count; ++i) {
    const pto_cts_scalar& scalar = *written.scalars[i];
    tuple.scalars.push_back({scalar.name, reader.value("element type", scalar.dtype, kAllDTypes)});
    call.scalars.push_back(scalar.bits);
  }
  tuple.attributes = read_attributes(written.attributes, written.attribute_count);
  tuple.configuration = read_attributes(written.configuration, written.configuration_count);
  call.storages.clear();
  for (std::size_t i = 0; i < written.storage_count; ++i)
    call.storages.push_back({static_cast<std::byte*>(written.storages[i]->data), written.storages[i]->bytes});
  call.call = {&tuple, reader.profile(written.profile), call.storages, call.scalars};
  return reader.complaint();
}

}  // namespace pto_cts::plugin
