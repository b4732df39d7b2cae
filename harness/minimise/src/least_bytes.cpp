// SPDX-License-Identifier: MIT
#include "least_bytes.h"

#include <algorithm>

#include "pto_cts/smt/cells.h"
#include "pto_cts/terms/operands.h"

namespace pto_cts::minimise {

bool LeastBytes::are_in(const terms::Instruction& instruction, const Case& subject) {
  std::string key = instruction.mnemonic + std::string(name(subject.profile));
  std::vector<smt::CellQuestion> questions;
  for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
    const std::int64_t bytes = tile_bytes(subject.tuple.tiles[i].tile);
    key += "/" + std::to_string(bytes);
    const terms::Bool less = terms::Tile(static_cast<int>(i)).bytes() < bytes;
    questions.push_back({"less/" + std::to_string(i), {less.tree()}});
  }
  const auto [place, is_new] = known_.try_emplace(key, false);
  if (!is_new) return place->second;
  const std::vector<smt::CellDecision> decisions = smt::decide_cells(instruction, subject.profile, questions, false).decisions;
  return place->second = std::all_of(decisions.begin(), decisions.end(), [](const smt::CellDecision& decision) {
           return decision.answer == smt::Answer::unsat;
         });
}

}  // namespace pto_cts::minimise
