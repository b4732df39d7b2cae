// SPDX-License-Identifier: MIT
#include "pto_cts/types/tuple.h"

#include <algorithm>
#include <array>

namespace pto_cts {
namespace {
constexpr std::array kRoles = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};
}

std::string_view name(Role role) {
  constexpr std::string_view kNames[] = {"in", "out", "inout", "scratch", "index", "mask"};
  return kNames[static_cast<std::size_t>(role)];
}

std::optional<Role> parse_role(std::string_view text) {
  for (const Role role : kRoles)
    if (name(role) == text) return role;
  return std::nullopt;
}

int find_tile(const Tuple& tuple, std::string_view operand) {
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i)
    if (tuple.tiles[i].name == operand) return static_cast<int>(i);
  return -1;
}

std::string_view find_attribute(const Tuple& tuple, std::string_view key) {
  for (const Attribute& attribute : tuple.attributes)
    if (attribute.key == key) return attribute.value;
  return {};
}

int storage_count(const Tuple& tuple) {
  int count = 0;
  for (const TileOperand& operand : tuple.tiles) count = std::max(count, operand.storage + 1);
  return count;
}

std::int64_t storage_bytes(const Tuple& tuple, int storage) {
  std::int64_t bytes = 0;
  for (const TileOperand& operand : tuple.tiles)
    if (operand.storage == storage) bytes = std::max(bytes, tile_bytes(operand.tile));
  return bytes;
}

}  // namespace pto_cts
