// SPDX-License-Identifier: MIT
#include "pto_cts/backend/backend.h"

#include <algorithm>

namespace pto_cts::backend {

namespace {

template <typename List, typename Value>
bool has(const List& list, const Value& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

}  // namespace

bool Capabilities::covers(const Tuple& tuple, Profile profile) const {
  if (!has(instructions, tuple.mnemonic) || !has(profiles, profile)) return false;
  for (const TileOperand& operand : tuple.tiles)
    if (!has(dtypes, operand.tile.dtype) || !has(layouts, layout_of(operand.tile))) return false;
  for (const Attribute& attribute : tuple.attributes)
    if (attribute.key == "form" && forms && !has(*forms, attribute.value)) return false;
  return in_place || storage_count(tuple) == static_cast<int>(tuple.tiles.size());
}

Description describe(const Backend& backend) {
  return {std::string(backend.name()), std::string(backend.version()), backend.capabilities(), backend.observability(),
          backend.placement()};
}

std::string_view name(OutcomeKind kind) {
  constexpr std::string_view kNames[] = {"executed", "rejected", "crashed", "timeout", "unsupported", "protocol-error"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace pto_cts::backend
