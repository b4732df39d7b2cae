// SPDX-License-Identifier: MIT
#include "call_writer.h"

#include <algorithm>
#include <string>

namespace pto_cts::plugin {
namespace {

const char* profile_word(Profile profile) {
  static const auto words = [] {
    std::array<std::string, kAllProfiles.size()> all;
    for (const Profile each : kAllProfiles) all[static_cast<std::size_t>(each)] = name(each);
    return all;
  }();
  return words[static_cast<std::size_t>(profile)].c_str();
}

void write_tile(const TileOperand& operand, pto_cts_tile& written) {
  const TileDesc& tile = operand.tile;
  written.name = operand.name.c_str();
  written.role = to_c(operand.role);
  written.type = to_c(tile.type);
  written.dtype = to_c(tile.dtype);
  written.blayout = to_c(tile.blayout);
  written.slayout = to_c(tile.slayout);
  written.pad = to_c(tile.pad);
  written.rows = tile.rows;
  written.cols = tile.cols;
  written.static_valid_rows = tile.static_valid_rows;
  written.static_valid_cols = tile.static_valid_cols;
  written.valid_rows = tile.valid_rows;
  written.valid_cols = tile.valid_cols;
  written.fractal_bytes = tile.fractal_bytes;
  written.storage = static_cast<std::uint32_t>(operand.storage);
}

void write_attributes(const std::vector<Attribute>& attributes, PointedArray<pto_cts_attribute>& written) {
  written.resize(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    written.structs[i].key = attributes[i].key.c_str();
    written.structs[i].value = attributes[i].value.c_str();
    written.structs[i].template_slot = attributes[i].template_slot ? 1 : 0;
  }
}

}  // namespace

void CallWriter::write_tuple(const Tuple& tuple, TupleParts& parts) {
  parts.tuple = &tuple;
  parts.tiles.resize(tuple.tiles.size());
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) write_tile(tuple.tiles[i], parts.tiles.structs[i]);
  write_attributes(tuple.attributes, parts.attributes);
  write_attributes(tuple.configuration, parts.configuration);
  parts.read_only.assign(static_cast<std::size_t>(storage_count(tuple)), 1);
  for (const TileOperand& operand : tuple.tiles)
    if (is_written(operand.role)) parts.read_only[static_cast<std::size_t>(operand.storage)] = 0;
}

// A case makes its calls one after the other, so that the search ends at once.
const CallWriter::TupleParts& CallWriter::parts_of(const Tuple& tuple) {
  for (std::size_t i = used_tuples_; i-- > 0;)
    if (tuples_[i].tuple == &tuple) return tuples_[i];
  TupleParts& parts = tuples_[used_tuples_++];
  write_tuple(tuple, parts);
  return parts;
}

void CallWriter::write_call(const backend::Call& call, const TupleParts& tuple, CallParts& parts,
                            pto_cts_call& written) {
  parts.scalars.resize(call.scalars.size());
  for (std::size_t i = 0; i < call.scalars.size(); ++i) {
    const ScalarOperand& scalar = call.tuple->scalars[i];
    parts.scalars.structs[i].name = scalar.name.c_str();
    parts.scalars.structs[i].dtype = to_c(scalar.dtype);
    parts.scalars.structs[i].bits = call.scalars[i];
  }
  parts.storages.resize(call.storages.size());
  for (std::size_t i = 0; i < call.storages.size(); ++i) {
    parts.storages.structs[i].data = call.storages[i].data;
    parts.storages.structs[i].bytes = call.storages[i].bytes;
    parts.storages.structs[i].read_only = i < tuple.read_only.size() ? tuple.read_only[i] : 1;
  }
  written.mnemonic = call.tuple->mnemonic.c_str();
  written.profile = profile_word(call.profile);
  written.tiles = tuple.tiles.pointers.data();
  written.tile_count = tuple.tiles.pointers.size();
  written.scalars = parts.scalars.pointers.data();
  written.scalar_count = parts.scalars.pointers.size();
  written.attributes = tuple.attributes.pointers.data();
  written.attribute_count = tuple.attributes.pointers.size();
  written.configuration = tuple.configuration.pointers.data();
  written.configuration_count = tuple.configuration.pointers.size();
  written.storages = parts.storages.pointers.data();
  written.storage_count = parts.storages.pointers.size();
}

std::span<const pto_cts_call* const> CallWriter::write(std::span<const backend::Call> calls) {
  used_tuples_ = 0;
  tuples_.resize(std::max(tuples_.size(), calls.size()));
  parts_.resize(std::max(parts_.size(), calls.size()));
  calls_.resize(calls.size());
  for (std::size_t i = 0; i < calls.size(); ++i)
    write_call(calls[i], parts_of(*calls[i].tuple), parts_[i], calls_.structs[i]);
  return calls_.pointers;
}

}  // namespace pto_cts::plugin
