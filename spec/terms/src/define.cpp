// SPDX-License-Identifier: MIT
#include "pto_cts/terms/define.h"

#include <stdexcept>

namespace pto_cts::terms {
namespace {

Bool always(bool value) {
  return Bool(make_node({.op = Op::constant, .sort = Sort::boolean, .value = value ? 1 : 0}));
}

}  // namespace

Define::Define(std::string mnemonic, std::string family) {
  instruction_.mnemonic = std::move(mnemonic);
  instruction_.family = std::move(family);
}

void Define::page(std::string title) { instruction_.page = std::move(title); }
void Define::summary(std::string text) { instruction_.summary = std::move(text); }

TypeParameter Define::type_parameter(std::string name) {
  instruction_.type_parameters.push_back(std::move(name));
  return {static_cast<int>(instruction_.type_parameters.size()) - 1};
}

Tile Define::add_tile(std::string name, Role role, int type_parameter) {
  instruction_.tiles.push_back({.name = std::move(name), .role = role, .type_parameter = type_parameter});
  return Tile(static_cast<int>(instruction_.tiles.size()) - 1);
}

Tile Define::output(std::string name) { return output(name, type_parameter(name)); }
Tile Define::output(std::string name, TypeParameter type) { return add_tile(std::move(name), Role::out, type.number); }
Tile Define::input(std::string name) { return input(name, type_parameter(name)); }
Tile Define::input(std::string name, TypeParameter type) { return add_tile(std::move(name), Role::in, type.number); }
Tile Define::index(std::string name) {
  const TypeParameter type = type_parameter(name);
  return add_tile(std::move(name), Role::index, type.number);
}

Scalar Define::scalar(std::string name) {
  instruction_.scalars.push_back(std::move(name));
  return Scalar(static_cast<int>(instruction_.scalars.size()) - 1);
}

Choice Define::attribute(std::string key, std::vector<std::string> values) {
  instruction_.attributes.push_back({std::move(key), values, values.front(), false});
  return Choice(static_cast<int>(instruction_.attributes.size()) - 1, std::move(values));
}

PadAttribute Define::pad_template_argument(std::string key, PadValue default_value) {
  std::vector<std::string> values;
  for (const PadValue pad : kAllPadValues) values.emplace_back(pto_cts::name(pad));
  instruction_.attributes.push_back({std::move(key), std::move(values), std::string(pto_cts::name(default_value)), true});
  return PadAttribute(static_cast<int>(instruction_.attributes.size()) - 1);
}

void Define::may_alias(const Tile& a, const Tile& b) { instruction_.aliases.emplace_back(a.index, b.index); }

void Define::zero_valid_is_disputed(const Tile& tile, std::string why) {
  instruction_.tiles[static_cast<std::size_t>(tile.index)].page_rules_zero = true;
  core(instruction_.tiles[static_cast<std::size_t>(tile.index)].name + ".not-empty",
       tile.valid_rows != 0 && tile.valid_cols != 0, std::move(why));
}

Cite Define::cite(const char* rule) const {
  const std::string text = rule;
  const auto hash = text.find('#');
  if (hash == std::string::npos) return {.page = {}, .section = {}, .rule = text};
  return {.page = text.substr(0, hash), .section = text.substr(hash + 1), .rule = {}};
}

std::vector<Cite> Define::cites(std::initializer_list<const char*> rules) const {
  std::vector<Cite> all;
  for (const char* rule : rules) all.push_back(cite(rule));
  return all;
}

std::string Define::id(Scope scope, const std::string& name) const {
  const std::string device = scope == Scope::common ? "" : std::string(terms::name(scope)) + ".";
  return id_prefix(instruction_) + "." + device + name;
}

void Define::require(std::string name, const Bool& rule, std::initializer_list<const char*> rules) {
  require(Scope::common, std::move(name), rule, rules);
}

void Define::require(Scope device, std::string name, const Bool& rule, std::initializer_list<const char*> rules) {
  std::string clause_id = id(device, name);
  if (instruction_.find_clause(clause_id)) throw std::logic_error("clause defined twice: " + clause_id);
  if (rules.size() == 0) throw std::logic_error("clause without a source: " + clause_id);
  instruction_.clauses.push_back({.id = std::move(clause_id),
                                  .predicate = rule,
                                  .scope = device,
                                  .phase = phase_of(rule.tree()),
                                  .cites = cites(rules)});
}

void Define::core(std::string name, const Bool& bound, std::string why, std::initializer_list<const char*> rules) {
  core(Scope::common, std::move(name), bound, std::move(why), rules);
}

void Define::core(Scope device, std::string name, const Bool& bound, std::string why,
                  std::initializer_list<const char*> rules) {
  instruction_.core.push_back({.id = id(device, name),
                               .predicate = bound,
                               .scope = device,
                               .phase = phase_of(bound.tree()),
                               .why = std::move(why),
                               .cites = cites(rules)});
}

void Define::dispute(std::string name, std::string question, std::string default_reading,
                     std::vector<Alternative> alternatives, std::initializer_list<const char*> rules, std::vector<std::string> turns_on) {
  instruction_.disputes.push_back({.id = id(Scope::common, name),
                                   .question = std::move(question),
                                   .default_reading = std::move(default_reading),
                                   .alternatives = std::move(alternatives),
                                   .cites = cites(rules),
                                   .turns_on = std::move(turns_on)});
}

void Define::each_valid(const Tile& dst, const Elem& value, std::initializer_list<const char*> rules) {
  each_valid(dst, value, always(false), rules);
}

void Define::each_valid(const Tile& dst, const Elem& value, const Bool& unspecified_where,
                        std::initializer_list<const char*> rules) {
  instruction_.effects.push_back({.tile = dst.index,
                                  .whole_tile = false,
                                  .value = value,
                                  .unspecified_where = unspecified_where,
                                  .cites = cites(rules)});
}

void Define::each_element(const Tile& dst, const Elem& value, const Bool& unspecified_where,
                          std::initializer_list<const char*> rules) {
  instruction_.effects.push_back({.tile = dst.index,
                                  .whole_tile = true,
                                  .value = value,
                                  .unspecified_where = unspecified_where,
                                  .cites = cites(rules)});
}

void Define::example(std::string name, std::initializer_list<const char*> rules, std::vector<TileDesc> tiles,
                     std::vector<std::pair<std::string, std::string>> attributes, bool in_place) {
  Tuple tuple;
  tuple.mnemonic = instruction_.mnemonic;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const int storage = static_cast<int>(i) - (in_place && i > 0 ? 1 : 0);
    tuple.tiles.push_back({instruction_.tiles.at(i).name, instruction_.tiles[i].role, tiles[i], storage});
  }
  for (const std::string& scalar : instruction_.scalars) tuple.scalars.push_back({scalar, tiles.front().dtype});
  for (const AttributeParameter& parameter : instruction_.attributes) {
    std::string value = parameter.default_value;
    for (const auto& [key, given] : attributes)
      if (key == parameter.key) value = given;
    tuple.attributes.push_back({parameter.key, std::move(value), parameter.template_slot});
  }
  if (std::string problem = shape_problem(instruction_, tuple); !problem.empty()) throw std::logic_error(problem);
  instruction_.examples.push_back({std::move(name), std::move(tuple), cites(rules)});
}

}  // namespace pto_cts::terms
