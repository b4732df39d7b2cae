// SPDX-License-Identifier: MIT
// Partial evaluation of terms.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pto_cts/terms/instruction.h"

namespace pto_cts::terms {

/// Names of the interpretations in force.
using Readings = std::vector<std::string>;

/// A node that stands in for `node`, or null to keep it.
using Substitute = std::function<NodePtr(const Node& node)>;

/// The tree with substitutions made bottom-up and everything that became constant computed. A disjunction or
/// conjunction decided by one side loses the other.
NodePtr rewrite(const NodePtr& tree, const Substitute& substitute);

/// The tree with everything constant computed.
NodePtr simplify(const NodePtr& tree);

/// The conditions that a predicate joins, those that share a premise included: "a implies b and c" has two.
std::vector<NodePtr> requirements(const NodePtr& predicate);

/// The instruction as judged under the readings: no term of it mentions a reading any more.
Instruction under(const Instruction& instruction, const Readings& readings);

/// Value of a constant node; pre: is_constant.
inline bool is_constant(const NodePtr& node) { return node->op == Op::constant; }

/// What an integer or boolean operator yields on numbers; division by zero yields 0 and leaves the remainder whole, so
/// that a rule on an unknown box fails. Products saturate.
std::int64_t apply(Op op, std::int64_t a, std::int64_t b);

}  // namespace pto_cts::terms
