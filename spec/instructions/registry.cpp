// SPDX-License-Identifier: MIT
#include "pto_cts/instructions/registry.h"

#include <set>

#include "pto_cts/instructions/registry_entry.h"
#include "pto_cts/terms/define.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::spec {

const std::vector<terms::Instruction>& instructions() {
  static const std::vector<terms::Instruction> all = [] {
    std::vector<terms::Instruction> built;
    for (const RegistryEntry& entry : registry_entries()) {
      terms::Define define(entry.mnemonic, entry.family);
      entry.define(define);
      apply_tile_register_rules(define);
      built.push_back(std::move(define.instruction()));
    }
    return built;
  }();
  return all;
}

const terms::Instruction* find_instruction(std::string_view mnemonic) {
  for (const terms::Instruction& instruction : instructions())
    if (instruction.mnemonic == mnemonic) return &instruction;
  return nullptr;
}

std::vector<std::string> readings() {
  std::set<std::string> names;
  for (const terms::Instruction& instruction : instructions())
    for (const terms::Dispute& dispute : instruction.disputes)
      for (const terms::Alternative& alternative : dispute.alternatives) names.insert(alternative.reading);
  return {names.begin(), names.end()};
}

std::string spec_text() {
  std::string text;
  for (const terms::Instruction& instruction : instructions()) {
    text += instruction.mnemonic + "\n";
    for (const terms::Clause& clause : instruction.clauses)
      text += clause.id + " " + std::string(terms::name(clause.scope)) + " " +
              terms::print(instruction, clause.predicate.tree()) + "\n";
    for (const terms::CoreCondition& condition : instruction.core)
      text += condition.id + " " + std::string(terms::name(condition.scope)) + " " +
              terms::print(instruction, condition.predicate.tree()) + "\n";
    for (const terms::Effect& effect : instruction.effects) text += terms::print(instruction, effect) + "\n";
  }
  return text;
}

}  // namespace pto_cts::spec
