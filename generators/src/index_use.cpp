// SPDX-License-Identifier: MIT
#include "index_use.h"

#include <algorithm>

#include "pto_cts/evaluate/legality.h"
#include "pto_cts/terms/rewrite.h"

namespace pto_cts::generators {
namespace {

using terms::Node;
using terms::NodePtr;
using terms::Op;

const Node* find_op(const NodePtr& tree, Op op) {
  const Node* found = nullptr;
  terms::walk(tree, [&](const Node& node) {
    if (!found && node.op == op) found = &node;
  });
  return found;
}

// The largest constant by which an offset has to be divisible for its element to be specified.
std::int64_t required_multiple(const NodePtr& unspecified_where) {
  std::int64_t unit = 1;
  terms::walk(unspecified_where, [&](const Node& node) {
    if (node.op == Op::mod && node.args[0]->op == Op::index_value && is_constant(node.args[1]))
      unit = std::max(unit, node.args[1]->value);
  });
  return unit;
}

}  // namespace

std::optional<IndexUse> index_use(const terms::Instruction& instruction, const Tuple& tuple) {
  for (const terms::Effect& effect : instruction.effects) {
    const Node* load = find_op(effect.value.tree(), Op::load);
    if (!load) continue;
    const Node* index = find_op(load->args[0], Op::index_value);
    if (!index) continue;
    const auto source = static_cast<std::size_t>(load->index);
    const std::int64_t size = element_bytes(tuple.tiles[source].tile.dtype);
    return IndexUse{index->index, load->index, std::max(size, required_multiple(effect.unspecified_where.tree()))};
  }
  return std::nullopt;
}

}  // namespace pto_cts::generators
