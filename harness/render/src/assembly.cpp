// SPDX-License-Identifier: MIT
#include "pto_cts/render/assembly.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "assembly_parts.h"

namespace pto_cts::render {
namespace {

std::string value(std::string_view name) { return "%" + quoted_unless_plain(name); }

// Names and types of some operands.
struct Values {
  std::vector<std::string> names, types;

  std::string typed() const {
    return names.empty() ? "()" : fmt::format("({} : {})", fmt::join(names, ", "), fmt::join(types, ", "));
  }
  std::string types_alone() const {
    return types.size() == 1 ? types.front() : fmt::format("({})", fmt::join(types, ", "));
  }
};

bool contains(const std::vector<std::string>& list, const std::string& text) {
  return std::ranges::find(list, text) != list.end();
}

std::string fresh(const std::string& wanted, const std::vector<std::string>& taken) {
  std::string name = wanted;
  for (int number = 2; contains(taken, name); ++number) name = fmt::format("{}_{}", wanted, number);
  return name;
}

// A name stands for a storage. In SSA a storage may have several.
void settle(const Tuple& tuple, AssemblyForm form, AssemblyNames& names) {
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const auto shares = [&](std::size_t earlier) { return tuple.tiles[earlier].storage == tuple.tiles[i].storage; };
    std::size_t same = 0;
    while (same < i && !(shares(same) && (form == AssemblyForm::dps || names.tiles[same] == names.tiles[i]))) ++same;
    names.tiles[i] = same < i ? names.tiles[same] : fresh(names.tiles[i], taken);
    taken.push_back(names.tiles[i]);
  }
  for (std::string& name : names.scalars) {
    name = fresh(name, taken);
    taken.push_back(name);
  }
}

std::string attribute_entry(const Attribute& attribute) {
  const std::string text = quoted_unless_plain(attribute.value);
  return quoted_unless_plain(attribute.key) + " = " + (attribute.template_slot ? "<" + text + ">" : text);
}

// " {a = b}", or nothing.
std::string dictionary(std::string_view start, const std::vector<Attribute>& attributes, std::vector<std::string> more = {}) {
  std::vector<std::string> parts;
  for (const Attribute& attribute : attributes) parts.push_back(attribute_entry(attribute));
  parts.insert(parts.end(), more.begin(), more.end());
  return parts.empty() ? "" : fmt::format("{}{{{}}}", start, fmt::join(parts, ", "));
}

AssemblyNames own_names(const Tuple& tuple) {
  AssemblyNames names;
  for (const TileOperand& operand : tuple.tiles) names.tiles.push_back(operand.name);
  for (const ScalarOperand& scalar : tuple.scalars) names.scalars.push_back(scalar.name);
  return names;
}

}  // namespace

bool is_result(Role role) { return role == Role::out || role == Role::inout; }

std::vector<int> named_storages(const std::vector<std::string>& names) {
  std::vector<int> storages;
  int next = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto first = static_cast<std::size_t>(std::ranges::find(names, names[i]) - names.begin());
    storages.push_back(first < i ? storages[first] : next++);
  }
  return storages;
}

AssemblySignature signature_of(const Tuple& tuple) {
  AssemblySignature signature;
  signature.mnemonic = tuple.mnemonic;
  for (const TileOperand& operand : tuple.tiles) signature.tiles.push_back({operand.name, operand.role});
  for (const ScalarOperand& scalar : tuple.scalars) signature.scalars.push_back(scalar.name);
  for (const Attribute& attribute : tuple.attributes) signature.attributes.push_back({attribute.key, "", attribute.template_slot, {}});
  return signature;
}

std::string assembly_ssa(const Tuple& tuple) { return assembly(tuple, AssemblyForm::ssa, own_names(tuple)); }
std::string assembly_dps(const Tuple& tuple) { return assembly(tuple, AssemblyForm::dps, own_names(tuple)); }

std::string assembly(const Tuple& tuple, AssemblyForm form, const AssemblyNames& wanted) {
  const bool ssa = form == AssemblyForm::ssa;
  AssemblyNames names = wanted;
  settle(tuple, form, names);

  Values results, operands;
  std::vector<int> storages;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    Values& values = is_result(tuple.tiles[i].role) ? results : operands;
    values.names.push_back(value(names.tiles[i]));
    values.types.push_back(assembly_tile(tuple.tiles[i].tile, ssa ? "tile" : "tile_buf"));
    storages.push_back(tuple.tiles[i].storage);
  }
  for (std::size_t i = 0; i < tuple.scalars.size(); ++i) {
    operands.names.push_back(value(names.scalars[i]));
    operands.types.push_back(assembly_dtype(tuple.scalars[i].dtype));
  }

  std::vector<std::string> sharing;
  if (storages != named_storages(names.tiles)) sharing.push_back(fmt::format("storage = [{}]", fmt::join(storages, ", ")));
  const std::string mnemonic = "pto." + quoted_unless_plain(lower_case(tuple.mnemonic));
  const std::string attributes = dictionary(" ", tuple.attributes, sharing), configuration = dictionary(" config ", tuple.configuration);
  if (!ssa) return fmt::format("{} ins{} outs{}{}{}", mnemonic, operands.typed(), results.typed(), attributes, configuration);
  return fmt::format("{}{}{}{}{}{} : {} -> {}{}", fmt::join(results.names, ", "), results.names.empty() ? "" : " = ", mnemonic,
                     operands.names.empty() ? "" : " ", fmt::join(operands.names, ", "), attributes, operands.types_alone(),
                     results.types_alone(), configuration);
}

}  // namespace pto_cts::render
