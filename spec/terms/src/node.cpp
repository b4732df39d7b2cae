// SPDX-License-Identifier: MIT
#include "pto_cts/terms/node.h"

namespace pto_cts::terms {

bool same_tree(const NodePtr& a, const NodePtr& b) {
  if (a == b) return true;
  if (a->op != b->op || a->sort != b->sort || a->value != b->value || a->index != b->index || a->field != b->field ||
      a->values != b->values || a->text != b->text || a->args.size() != b->args.size())
    return false;
  for (std::size_t i = 0; i < a->args.size(); ++i)
    if (!same_tree(a->args[i], b->args[i])) return false;
  return true;
}

std::vector<NodePtr> conjuncts(const NodePtr& node) {
  if (node->op != Op::logical_and) return {node};
  std::vector<NodePtr> all;
  for (const NodePtr& arg : node->args)
    for (NodePtr& part : conjuncts(arg)) all.push_back(std::move(part));
  return all;
}

}  // namespace pto_cts::terms
