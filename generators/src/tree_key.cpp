// SPDX-License-Identifier: MIT
#include "tree_key.h"

#include <algorithm>

#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators {
namespace {

using terms::Field;
using terms::Node;
using terms::Op;

void append(const Node& node, bool tile_blind, std::string& key) {
  key += std::to_string(static_cast<int>(node.op));
  key += ',';
  if (node.op == Op::constant || node.op == Op::same_storage) key += std::to_string(node.value);
  if (node.op == Op::field) key += 'f' + std::to_string(static_cast<int>(node.field)) + (node.sort == terms::Sort::boolean ? "?" : "");
  if (!tile_blind && node.op != Op::constant) key += 'i' + std::to_string(node.index);
  for (const std::int64_t value : node.values) key += ';' + std::to_string(value);
  key += '(';
  for (const auto& arg : node.args) append(*arg, tile_blind, key);
  key += ')';
}

}  // namespace

std::string tree_key(const terms::NodePtr& tree, bool tile_blind) {
  std::string key;
  append(*tree, tile_blind, key);
  return key;
}

std::uint64_t tree_hash(const terms::NodePtr& tree, std::uint64_t seed) {
  std::uint64_t hash = seed;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    hash ^= hash >> 29;
  };
  mix(static_cast<std::uint64_t>(tree->op) | static_cast<std::uint64_t>(tree->field) << 8 |
      static_cast<std::uint64_t>(tree->sort) << 16 | static_cast<std::uint64_t>(tree->index) << 24);
  mix(static_cast<std::uint64_t>(tree->value));
  for (const std::int64_t value : tree->values) mix(static_cast<std::uint64_t>(value));
  for (const auto& arg : tree->args) mix(tree_hash(arg, hash));
  return hash;
}

std::int64_t value_at(const Node& node, const TileNumbers& numbers) {
  const auto arg = [&](std::size_t i) { return value_at(*node.args[i], numbers); };
  switch (node.op) {
    case Op::constant: return node.value;
    case Op::field:
      switch (node.field) {
        case Field::rows: return numbers.rows;
        case Field::cols: return numbers.cols;
        case Field::valid_rows: return numbers.valid_rows;
        default: return numbers.valid_cols;
      }
    case Op::logical_not: return !arg(0);
    case Op::logical_and: return arg(0) && arg(1);
    case Op::logical_or: return arg(0) || arg(1);
    case Op::in_set: return std::find(node.values.begin(), node.values.end(), arg(0)) != node.values.end();
    default: return terms::apply(node.op, arg(0), arg(1));
  }
}

}  // namespace pto_cts::generators
