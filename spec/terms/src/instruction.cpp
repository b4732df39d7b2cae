// SPDX-License-Identifier: MIT
#include "pto_cts/terms/instruction.h"

#include <algorithm>
#include <cctype>

namespace pto_cts::terms {

std::string_view name(Scope scope) {
  constexpr std::string_view kNames[] = {"common", "a2a3", "a5"};
  return kNames[static_cast<std::size_t>(scope)];
}

std::string_view name(Phase phase) {
  constexpr std::string_view kNames[] = {"static", "run-time", "data"};
  return kNames[static_cast<std::size_t>(phase)];
}

Phase phase_of(const NodePtr& predicate) {
  Phase phase = Phase::static_;
  walk(predicate, [&](const Node& node) {
    const bool data = node.op == Op::for_all_elements || node.op == Op::index_value || node.op == Op::read ||
                      node.op == Op::load || node.op == Op::scalar;
    if (data) phase = Phase::data;
    const bool run_time = node.op == Op::same_storage ||
                          (node.op == Op::field && (node.field == Field::valid_rows || node.field == Field::valid_cols));
    if (run_time) phase = std::max(phase, Phase::run_time);
  });
  return phase;
}

const Clause* Instruction::find_clause(std::string_view id) const {
  for (const Clause& clause : clauses)
    if (clause.id == id) return &clause;
  return nullptr;
}

std::string shape_problem(const Instruction& instruction, const Tuple& tuple) {
  const std::string& who = instruction.mnemonic;
  if (tuple.tiles.size() != instruction.tiles.size())
    return who + " takes " + std::to_string(instruction.tiles.size()) + " tiles, not " + std::to_string(tuple.tiles.size());
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileParameter& wanted = instruction.tiles[i];
    if (tuple.tiles[i].name != wanted.name || tuple.tiles[i].role != wanted.role)
      return "tile " + std::to_string(i) + " of " + who + " is '" + wanted.name + "' (" + std::string(name(wanted.role)) +
             "), not '" + tuple.tiles[i].name + "' (" + std::string(name(tuple.tiles[i].role)) + ")";
  }
  if (tuple.scalars.size() != instruction.scalars.size())
    return who + " takes " + std::to_string(instruction.scalars.size()) + " scalars, not " +
           std::to_string(tuple.scalars.size());
  for (std::size_t i = 0; i < tuple.scalars.size(); ++i)
    if (tuple.scalars[i].name != instruction.scalars[i])
      return "scalar " + std::to_string(i) + " of " + who + " is '" + instruction.scalars[i] + "', not '" +
             tuple.scalars[i].name + "'";
  if (tuple.attributes.size() != instruction.attributes.size())
    return who + " takes " + std::to_string(instruction.attributes.size()) + " attributes, not " +
           std::to_string(tuple.attributes.size());
  for (std::size_t i = 0; i < tuple.attributes.size(); ++i) {
    const AttributeParameter& wanted = instruction.attributes[i];
    const Attribute& given = tuple.attributes[i];
    if (given.key != wanted.key)
      return "attribute " + std::to_string(i) + " of " + who + " is '" + wanted.key + "', not '" + given.key + "'";
    if (given.template_slot != wanted.template_slot)
      return "attribute '" + given.key + "' of " + who + (wanted.template_slot ? " is" : " is not") + " a template slot";
    if (std::find(wanted.values.begin(), wanted.values.end(), given.value) == wanted.values.end())
      return "attribute '" + given.key + "' of " + who + " has no value '" + given.value + "'";
  }
  return tuple.configuration.empty() ? "" : who + " reads no configuration state";
}

std::string id_prefix(const Instruction& instruction) {
  std::string prefix = instruction.mnemonic;
  std::transform(prefix.begin(), prefix.end(), prefix.begin(), [](unsigned char c) { return std::tolower(c); });
  return prefix;
}

}  // namespace pto_cts::terms
