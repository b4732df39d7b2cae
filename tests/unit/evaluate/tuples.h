// SPDX-License-Identifier: MIT
// Tuples and cases of the five instructions, made by hand.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pto_cts/evaluate/contents.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::evaluate::tuples {

inline const std::vector<std::string> kMnemonics = {"TMULS", "TPARTADD", "TGATHERB", "TFILLPAD", "TFILLPAD_EXPAND"};

/// The instruction under the readings, resolved once.
inline const terms::Instruction& resolved(const std::string& mnemonic, const terms::Readings& readings = {}) {
  static std::map<std::pair<std::string, terms::Readings>, terms::Instruction> all;
  const auto [found, added] = all.try_emplace({mnemonic, readings});
  if (added) found->second = terms::under(*spec::find_instruction(mnemonic), readings);
  return found->second;
}

inline TileDesc vec(DType dtype, std::int64_t rows, std::int64_t cols, PadValue pad = PadValue::Null) {
  TileDesc tile = default_tile(TileType::Vec, dtype, rows, cols);
  tile.pad = pad;
  return tile;
}

/// A Mat tile in Nz: column-major blocks, row-major within.
inline TileDesc nz(DType dtype, std::int64_t rows, std::int64_t cols, PadValue pad = PadValue::Null) {
  TileDesc tile = vec(dtype, rows, cols, pad);
  tile.type = TileType::Mat;
  tile.blayout = BLayout::ColMajor;
  tile.slayout = SLayout::RowMajor;
  return tile;
}

/// The tile with valid extents given at run time.
inline TileDesc dynamic(TileDesc tile, std::int64_t rows, std::int64_t cols) {
  tile.static_valid_rows = tile.static_valid_cols = kDynamic;
  tile.valid_rows = rows;
  tile.valid_cols = cols;
  return tile;
}

/// The tile with valid extents in its type.
inline TileDesc fixed(TileDesc tile, std::int64_t rows, std::int64_t cols) {
  tile.static_valid_rows = tile.valid_rows = rows;
  tile.static_valid_cols = tile.valid_cols = cols;
  return tile;
}

template <typename Change>
TileDesc with(TileDesc tile, Change change) {
  change(tile);
  return tile;
}

inline TileDesc in_layout(TileDesc tile, BLayout blayout, SLayout slayout = SLayout::NoneBox) {
  tile.blayout = blayout;
  tile.slayout = slayout;
  return tile;
}

inline TileDesc of_type(TileDesc tile, TileType type) {
  tile.type = type;
  return tile;
}

inline Tuple tmuls(const TileDesc& dst, const TileDesc& src) {
  return {"TMULS", {{"dst", Role::out, dst, 0}, {"src0", Role::in, src, 1}}, {{"scalar", dst.dtype}}, {}, {}};
}
inline Tuple tmuls(const TileDesc& both) {
  return tmuls(both, both);
}

inline Tuple tpartadd(const TileDesc& dst, const TileDesc& src0, const TileDesc& src1) {
  return {
      "TPARTADD", {{"dst", Role::out, dst, 0}, {"src0", Role::in, src0, 1}, {"src1", Role::in, src1, 2}}, {}, {}, {}};
}

inline Tuple tgatherb(const TileDesc& dst, const TileDesc& src, const TileDesc& offset) {
  return {"TGATHERB",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}, {"offset", Role::index, offset, 2}},
          {},
          {},
          {}};
}

inline Tuple tfillpad(const TileDesc& dst, const TileDesc& src) {
  return {"TFILLPAD",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}},
          {},
          {{"form", "heterogeneous", false}, {"pad", "Zero", true}},
          {}};
}

/// The form with one tile type and a pad as template argument.
inline Tuple homogeneous(const TileDesc& dst, const TileDesc& src, PadValue pad = PadValue::Zero) {
  Tuple tuple = tfillpad(dst, src);
  tuple.attributes[0].value = "homogeneous";
  tuple.attributes[1].value = name(pad);
  return tuple;
}

inline Tuple expand(const TileDesc& dst, const TileDesc& src) {
  Tuple tuple = tfillpad(dst, src);
  tuple.mnemonic = "TFILLPAD_EXPAND";
  tuple.attributes.clear();
  return tuple;
}

/// The tuple with operands `a` and `b` in one storage, and storages numbered without gaps.
inline Tuple shared(Tuple tuple, std::size_t a, std::size_t b) {
  const int gone = tuple.tiles[b].storage;
  tuple.tiles[b].storage = tuple.tiles[a].storage;
  for (TileOperand& operand : tuple.tiles)
    if (operand.storage > gone) --operand.storage;
  return tuple;
}

/// A case of the tuple, its contents all zero.
inline Case make_case(const Tuple& tuple, Profile profile = Profile::a5) {
  Case made;
  made.name = "test";
  made.profile = profile;
  made.tuple = tuple;
  made.scalars.resize(tuple.scalars.size());
  for (int storage = 0; storage < storage_count(tuple); ++storage)
    made.payload.emplace_back(static_cast<std::size_t>(storage_bytes(tuple, storage)));
  return made;
}

/// Sets one element of an operand.
inline void put(Case& subject, std::size_t operand, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  const TileOperand& o = subject.tuple.tiles[operand];
  std::uint8_t* storage = subject.payload[static_cast<std::size_t>(o.storage)].data();
  const std::int64_t at = LayoutMap(o.tile).element_offset(row, col) * element_bytes(o.tile.dtype);
  for (int byte = 0; byte < element_bytes(o.tile.dtype); ++byte)
    storage[at + byte] = static_cast<std::uint8_t>(bits >> (8 * byte));
}

/// Reads one element of an operand.
inline std::uint64_t get(const Case& subject, std::size_t operand, std::int64_t row, std::int64_t col) {
  const TileOperand& o = subject.tuple.tiles[operand];
  const std::uint8_t* storage = subject.payload[static_cast<std::size_t>(o.storage)].data();
  const std::int64_t at = LayoutMap(o.tile).element_offset(row, col) * element_bytes(o.tile.dtype);
  std::uint64_t bits = 0;
  for (int byte = 0; byte < element_bytes(o.tile.dtype); ++byte)
    bits |= std::uint64_t{storage[at + byte]} << (8 * byte);
  return bits;
}

}  // namespace pto_cts::evaluate::tuples
