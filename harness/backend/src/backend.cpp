// SPDX-License-Identifier: MIT
#include "pto_cts/backend/backend.h"

#include <algorithm>

namespace pto_cts::backend {

bool Capabilities::covers(const Tuple& tuple, Profile profile) const {
  const auto has = [](const auto& list, const auto& value) {
    return std::find(list.begin(), list.end(), value) != list.end();
  };
  return has(instructions, tuple.mnemonic) && has(profiles, profile) &&
         std::all_of(tuple.tiles.begin(), tuple.tiles.end(),
                     [&](const TileOperand& operand) { return has(dtypes, operand.tile.dtype); });
}

std::string_view name(OutcomeKind kind) {
  constexpr std::string_view kNames[] = {"executed", "rejected", "crashed", "timeout", "unsupported", "protocol-error"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace pto_cts::backend
