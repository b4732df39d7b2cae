// SPDX-License-Identifier: MIT
#include "variables.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>

#include "folding.h"
#include "pto_cts/terms/rewrite.h"
#include "pto_cts/types/layout.h"
#include "trees.h"

namespace pto_cts::generators {
namespace {

using terms::Field;
using terms::Node;
using terms::NodePtr;
using terms::Op;

template <typename List>
std::vector<std::int64_t> numbers(const List& values) {
  std::vector<std::int64_t> result;
  for (const auto value : values) result.push_back(static_cast<std::int64_t>(value));
  return result;
}

// All ways to put n operands into storages, numbered by first appearance; the first one shares nothing.
void extend_patterns(std::vector<int> prefix, int used, std::size_t n, std::vector<std::vector<int>>& all) {
  if (prefix.size() == n) {
    all.push_back(prefix);
    return;
  }
  for (int storage = used; storage >= 0; --storage) {
    prefix.push_back(storage);
    extend_patterns(prefix, std::max(used, storage + 1), n, all);
    prefix.pop_back();
  }
}

}  // namespace

Variables::Variables(const terms::Instruction& instruction)
    : instruction_(&instruction), folding_(std::make_unique<Folding>(*this)) {
  const auto add = [&](VarKind kind, std::size_t index, std::vector<std::int64_t> domain) {
    vars_.push_back({kind, static_cast<int>(index), std::move(domain)});
  };
  for (std::size_t i = 0; i < instruction.attributes.size(); ++i) {
    std::vector<std::int64_t> domain;
    for (std::size_t value = 0; value < instruction.attributes[i].values.size(); ++value)
      domain.push_back(static_cast<std::int64_t>(value));
    add(VarKind::attribute, i, std::move(domain));
  }
  const std::size_t tiles = instruction.tiles.size();
  extend_patterns({}, 0, tiles, patterns_);
  std::vector<std::int64_t> pattern_numbers;
  for (std::size_t i = 0; i < patterns_.size(); ++i) pattern_numbers.push_back(static_cast<std::int64_t>(i));
  add(VarKind::storage, 0, std::move(pattern_numbers));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::type, i, numbers(kAllTileTypes));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::blayout, i, numbers(kAllBLayouts));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::slayout, i, numbers(kAllSLayouts));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::fractal, i, {512, 1024, 32});
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::pad, i, numbers(kAllPadValues));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dtype, i, numbers(kAllDTypes));
  for (std::size_t i = 0; i < instruction.scalars.size(); ++i) add(VarKind::scalar_dtype, i, numbers(kAllDTypes));
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dynamic_rows, i, {1, 0});
  for (std::size_t i = 0; i < tiles; ++i) add(VarKind::dynamic_cols, i, {1, 0});
  slots_.assign((static_cast<std::size_t>(VarKind::storage) + 1) * kMostOperands, -1);
  for (std::size_t i = 0; i < vars_.size(); ++i) slots_[slot(vars_[i].kind, vars_[i].index)] = static_cast<int>(i);
  if (vars_.size() > 64) throw std::logic_error(instruction.mnemonic + ": more than 64 discrete unknowns");
}

Variables::~Variables() = default;

int Variables::find(VarKind kind, int index) const {
  const int var = slots_[slot(kind, index)];
  if (var < 0) throw std::logic_error("no such unknown");
  return var;
}

VarSet Variables::reads(const Node& leaf) const {
  const auto bit = [&](VarKind kind) { return VarSet{1} << find(kind, leaf.index); };
  switch (leaf.op) {
    case Op::attribute: return bit(VarKind::attribute);
    case Op::scalar_dtype: return bit(VarKind::scalar_dtype);
    case Op::same_storage: return VarSet{1} << find(VarKind::storage, 0);
    case Op::field: break;
    default: return 0;
  }
  switch (leaf.field) {
    case Field::type: return bit(VarKind::type);
    case Field::dtype: return bit(VarKind::dtype);
    case Field::blayout: return bit(VarKind::blayout);
    case Field::slayout: return bit(VarKind::slayout);
    case Field::fractal_bytes: return bit(VarKind::fractal);
    case Field::pad: return bit(VarKind::pad);
    case Field::static_valid_rows: return bit(VarKind::dynamic_rows);
    case Field::static_valid_cols: return bit(VarKind::dynamic_cols);
    case Field::box_rows:
    case Field::box_cols: return bit(VarKind::slayout) | bit(VarKind::fractal) | bit(VarKind::dtype);
    default: return 0;
  }
}

VarSet Variables::discrete(const NodePtr& tree) const {
  VarSet set = 0;
  terms::walk(tree, [&](const Node& node) { set |= reads(node); });
  return set;
}

NodePtr Variables::substitute(const NodePtr& tree, const Assignment& values) const {
  return terms::rewrite(tree, [&](const Node& node) -> NodePtr {
    const VarSet set = reads(node);
    if (set == 0) return nullptr;
    for (VarSet rest = set; rest != 0; rest &= rest - 1)
      if (values[static_cast<std::size_t>(std::countr_zero(rest))] == kUnset) return nullptr;
    const auto value = [&](VarKind kind) { return values[static_cast<std::size_t>(find(kind, node.index))]; };
    if (node.op == Op::same_storage) {
      const auto& pattern = storage_pattern(values[static_cast<std::size_t>(find(VarKind::storage, 0))]);
      return constant(node.sort, pattern[static_cast<std::size_t>(node.index)] == pattern[static_cast<std::size_t>(node.value)]);
    }
    if (node.op == Op::field && (node.field == Field::box_rows || node.field == Field::box_cols)) {
      TileDesc tile;
      tile.slayout = static_cast<SLayout>(value(VarKind::slayout));
      tile.fractal_bytes = value(VarKind::fractal);
      tile.dtype = static_cast<DType>(value(VarKind::dtype));
      const Box box = box_of(tile).value_or(Box{0, 0});
      return constant(node.sort, node.field == Field::box_rows ? box.rows : box.cols);
    }
    return constant(node.sort, values[static_cast<std::size_t>(std::countr_zero(set))]);
  });
}

Assignment Variables::of(const Tuple& tuple) const {
  Assignment values(vars_.size(), kUnset);
  for (std::size_t i = 0; i < vars_.size(); ++i) {
    const auto index = static_cast<std::size_t>(vars_[i].index);
    const auto tile = [&]() -> const TileDesc& { return tuple.tiles[index].tile; };
    switch (vars_[i].kind) {
      case VarKind::type: values[i] = static_cast<std::int64_t>(tile().type); break;
      case VarKind::dtype: values[i] = static_cast<std::int64_t>(tile().dtype); break;
      case VarKind::blayout: values[i] = static_cast<std::int64_t>(tile().blayout); break;
      case VarKind::slayout: values[i] = static_cast<std::int64_t>(tile().slayout); break;
      case VarKind::fractal: values[i] = tile().fractal_bytes; break;
      case VarKind::pad: values[i] = static_cast<std::int64_t>(tile().pad); break;
      case VarKind::dynamic_rows: values[i] = has_dynamic_rows(tile()); break;
      case VarKind::dynamic_cols: values[i] = has_dynamic_cols(tile()); break;
      case VarKind::scalar_dtype: values[i] = static_cast<std::int64_t>(tuple.scalars[index].dtype); break;
      case VarKind::attribute: {
        const auto& list = instruction_->attributes[index].values;
        values[i] = std::find(list.begin(), list.end(), tuple.attributes[index].value) - list.begin();
        break;
      }
      case VarKind::storage: {
        std::vector<int> pattern;
        for (const TileOperand& operand : tuple.tiles) pattern.push_back(operand.storage);
        values[i] = std::find(patterns_.begin(), patterns_.end(), pattern) - patterns_.begin();
        break;
      }
    }
  }
  return values;
}

Tuple Variables::tuple(const Assignment& values) const {
  Tuple tuple;
  tuple.mnemonic = instruction_->mnemonic;
  for (const terms::TileParameter& parameter : instruction_->tiles) tuple.tiles.push_back({parameter.name, parameter.role, {}, 0});
  for (const std::string& scalar : instruction_->scalars) tuple.scalars.push_back({scalar, DType::f32});
  for (const terms::AttributeParameter& parameter : instruction_->attributes)
    tuple.attributes.push_back({parameter.key, parameter.default_value, parameter.template_slot});
  for (std::size_t i = 0; i < vars_.size(); ++i) {
    const auto index = static_cast<std::size_t>(vars_[i].index);
    const std::int64_t value = values[i];
    const auto tile = [&]() -> TileDesc& { return tuple.tiles[index].tile; };
    switch (vars_[i].kind) {
      case VarKind::type: tile().type = static_cast<TileType>(value); break;
      case VarKind::dtype: tile().dtype = static_cast<DType>(value); break;
      case VarKind::blayout: tile().blayout = static_cast<BLayout>(value); break;
      case VarKind::slayout: tile().slayout = static_cast<SLayout>(value); break;
      case VarKind::fractal: tile().fractal_bytes = value; break;
      case VarKind::pad: tile().pad = static_cast<PadValue>(value); break;
      case VarKind::dynamic_rows: tile().static_valid_rows = value ? kDynamic : 0; break;
      case VarKind::dynamic_cols: tile().static_valid_cols = value ? kDynamic : 0; break;
      case VarKind::scalar_dtype: tuple.scalars[index].dtype = static_cast<DType>(value); break;
      case VarKind::attribute:
        tuple.attributes[index].value = instruction_->attributes[index].values[static_cast<std::size_t>(value)];
        break;
      case VarKind::storage:
        for (std::size_t t = 0; t < tuple.tiles.size(); ++t) tuple.tiles[t].storage = storage_pattern(value)[t];
        break;
    }
  }
  return tuple;
}

}  // namespace pto_cts::generators
