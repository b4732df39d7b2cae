// SPDX-License-Identifier: MIT
#include "check_case.h"

#include <algorithm>
#include <stdexcept>

namespace pto_cts::judge {
namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 32;

[[noreturn]] void refuse(const Case& subject, const std::string& problem) {
  throw std::invalid_argument("case '" + subject.name + "': " + problem);
}

bool extents_make_sense(const TileDesc& tile) {
  return tile.rows >= 0 && tile.cols >= 0 && (tile.rows == 0 || tile.cols <= kMaxElements / tile.rows);
}

}  // namespace

void check_case(const terms::Instruction& instruction, const Case& subject) {
  const Tuple& tuple = subject.tuple;
  if (tuple.mnemonic != instruction.mnemonic) refuse(subject, tuple.mnemonic + " judged as " + instruction.mnemonic);
  if (const std::string problem = terms::shape_problem(instruction, tuple); !problem.empty()) refuse(subject, problem);
  if (subject.scalars.size() != tuple.scalars.size())
    refuse(subject, std::to_string(subject.scalars.size()) + " scalars, not " + std::to_string(tuple.scalars.size()));
  for (const TileOperand& operand : tuple.tiles) {
    if (!extents_make_sense(operand.tile)) refuse(subject, "'" + operand.name + "' has an impossible shape");
    if (operand.storage < 0 || static_cast<std::size_t>(operand.storage) >= subject.payload.size())
      refuse(subject, "'" + operand.name + "' lives in a storage without payload");
  }
  for (std::size_t i = 0; i < subject.payload.size(); ++i)
    if (subject.payload[i].size() != static_cast<std::size_t>(storage_bytes(tuple, static_cast<int>(i))))
      refuse(subject, "payload " + std::to_string(i) + " has " + std::to_string(subject.payload[i].size()) +
                          " bytes, not " + std::to_string(storage_bytes(tuple, static_cast<int>(i))));
}

void check_index_poison(const Case& subject) {
  for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
    const auto& [name, role, tile, storage] = subject.tuple.tiles[i];
    const bool undefined_elements = tile.valid_rows < tile.rows || tile.valid_cols < tile.cols;
    if (role != Role::index || !undefined_elements) continue;
    const bool given = std::any_of(subject.index_poison.begin(), subject.index_poison.end(),
                                   [&](const IndexPoison& p) { return p.tile == static_cast<int>(i); });
    if (!given) refuse(subject, "'" + name + "' has undefined elements and no index poison");
  }
}

}  // namespace pto_cts::judge
