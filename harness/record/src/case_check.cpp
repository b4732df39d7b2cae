// SPDX-License-Identifier: MIT
#include "case_check.h"

#include <algorithm>
#include <vector>

#include "pto_cts/record/case_file.h"
#include "pto_cts/record/words.h"

namespace pto_cts::record {
namespace {

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
