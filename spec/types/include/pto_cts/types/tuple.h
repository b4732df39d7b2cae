// SPDX-License-Identifier: MIT
// The operand tuple: an instruction with everything about its operands that a clause may read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pto_cts/types/tile.h"

namespace pto_cts {

enum class Role : std::uint8_t { in, out, inout, scratch, index, mask };

std::string_view name(Role role);
std::optional<Role> parse_role(std::string_view text);

/// Roles whose contents the instruction may read, respectively write.
constexpr bool is_read(Role role) { return role != Role::out && role != Role::scratch; }
constexpr bool is_written(Role role) { return role == Role::out || role == Role::inout || role == Role::scratch; }

struct TileOperand {
  std::string name;
  Role role = Role::in;
  TileDesc tile;
  int storage = 0;  ///< Operands with the same id share their storage (in place).

  friend bool operator==(const TileOperand&, const TileOperand&) = default;
};

struct ScalarOperand {
  std::string name;
  DType dtype = DType::f32;

  friend bool operator==(const ScalarOperand&, const ScalarOperand&) = default;
};

struct Attribute {
  std::string key;
  std::string value;
  bool template_slot = false;  ///< Spelled as a template argument in C++.

  friend bool operator==(const Attribute&, const Attribute&) = default;
};

/// Tiles stand in the order of the C++ intrinsic (destination first). Contents and scalar values are no part of it.
struct Tuple {
  std::string mnemonic;
  std::vector<TileOperand> tiles;
  std::vector<ScalarOperand> scalars;
  std::vector<Attribute> attributes;
  std::vector<Attribute> configuration;  ///< State set by earlier instructions; empty for those that read none.

  friend bool operator==(const Tuple&, const Tuple&) = default;
};

/// Index of the tile operand of that name, or -1.
int find_tile(const Tuple& tuple, std::string_view operand);

/// Value of an attribute, or an empty view.
std::string_view find_attribute(const Tuple& tuple, std::string_view key);

/// One more than the largest storage id.
int storage_count(const Tuple& tuple);

/// Size in bytes of a storage: the largest of the tiles that live in it.
std::int64_t storage_bytes(const Tuple& tuple, int storage);

}  // namespace pto_cts
