// SPDX-License-Identifier: MIT
#include "pto_cts/evaluate/legality.h"

#include <stdexcept>

#include "pto_cts/terms/rewrite.h"
#include "row.h"

namespace pto_cts::evaluate {
namespace {

using terms::Instruction;
using terms::Node;
using terms::NodePtr;
using terms::Op;
using terms::Phase;
using terms::Scope;

std::int64_t value(const Node& node, const Tuple& tuple, const Contents* contents) {
  switch (node.op) {
    case Op::logical_not: return !value(*node.args[0], tuple, contents);
    case Op::logical_and: return value(*node.args[0], tuple, contents) && value(*node.args[1], tuple, contents);
    case Op::logical_or: return value(*node.args[0], tuple, contents) || value(*node.args[1], tuple, contents);
    case Op::size_of: return element_bytes(static_cast<DType>(value(*node.args[0], tuple, contents)));
    case Op::in_set: {
      const std::int64_t number = value(*node.args[0], tuple, contents);
      for (const std::int64_t member : node.values)
        if (member == number) return 1;
      return 0;
    }
    case Op::for_all_elements: {
      if (!contents) throw std::logic_error("a predicate on contents was asked of a tuple");
      const TileDesc& tile = tuple.tiles[static_cast<std::size_t>(node.index)].tile;
      const RowEvaluator evaluator(*contents, node.index);
      const auto count = static_cast<std::size_t>(tile.valid_cols);
      for (std::int64_t row = 0; row < tile.valid_rows; ++row) {
        const NumberRow result = evaluator.numbers(*node.args[0], row, count);
        for (std::size_t col = 0; col < count; ++col)
          if (!result.defined(col) || !result.at(col)) return 0;
      }
      return 1;
    }
    default: break;
  }
  if (is_leaf(node)) return leaf(node, tuple);
  return terms::apply(node.op, value(*node.args[0], tuple, contents), value(*node.args[1], tuple, contents));
}

// Broken clauses or failed core conditions, in the order of the spec.
class Findings {
 public:
  void add(Scope scope, const std::string& id) { all_.emplace_back(scope, id); }

  /// Those that a profile knows; cpu_sim knows all.
  std::vector<std::string> on(Profile profile) const {
    std::vector<std::string> known;
    for (const auto& [scope, id] : all_)
      if (profile == Profile::cpu_sim || terms::holds_on(scope, profile)) known.push_back(id);
    return known;
  }

 private:
  std::vector<std::pair<Scope, std::string>> all_;
};

Verdict on_device(const Findings& broken, const Findings& outside, Profile device) {
  Verdict result;
  result.clauses = broken.on(device);
  result.legality = Legality::illegal;
  if (!result.clauses.empty()) return result;
  result.reasons = outside.on(device);
  result.legality = result.reasons.empty() ? Legality::legal : Legality::target_defined;
  return result;
}

Verdict on_cpu_sim(const Findings& broken, const Findings& outside) {
  const Verdict a2a3 = on_device(broken, outside, Profile::a2a3);
  const Verdict a5 = on_device(broken, outside, Profile::a5);
  if (a2a3.legality == Legality::legal && a5.legality == Legality::legal) return a2a3;
  Verdict result;
  if (a2a3.legality == Legality::illegal && a5.legality == Legality::illegal) {
    result.legality = Legality::illegal;
    result.clauses = broken.on(Profile::cpu_sim);
    return result;
  }
  result.legality = Legality::target_defined;
  result.reasons = outside.on(Profile::cpu_sim);
  if (a2a3.legality != a5.legality)
    result.reasons.push_back("cpu_sim: " + std::string(name(a2a3.legality)) + " on a2a3, " +
                             std::string(name(a5.legality)) + " on a5");
  return result;
}

Verdict decide(const Instruction& instruction, const Tuple& tuple, Profile profile, const Case* subject,
               std::string_view ignored) {
  Findings broken, outside;
  for (const terms::Clause& clause : instruction.clauses)
    if (clause.phase != Phase::data && clause.id != ignored && !value(*clause.predicate.tree(), tuple, nullptr))
      broken.add(clause.scope, clause.id);
  for (const terms::CoreCondition& condition : instruction.core)
    if (condition.phase != Phase::data && !value(*condition.predicate.tree(), tuple, nullptr))
      outside.add(condition.scope, condition.id);

  // Contents are looked at only where the tuple is sound: elsewhere their place is not even known.
  const auto decided = [&] {
    if (profile == Profile::cpu_sim) return on_cpu_sim(broken, outside);
    return on_device(broken, outside, profile == Profile::strict ? Profile::a5 : profile);
  };
  const Verdict on_tuple = decided();
  if (!subject || on_tuple.legality != Legality::legal) return on_tuple;
  const Contents contents(*subject);
  for (const terms::Clause& clause : instruction.clauses)
    if (clause.phase == Phase::data && clause.id != ignored && !value(*clause.predicate.tree(), tuple, &contents))
      broken.add(clause.scope, clause.id);
  for (const terms::CoreCondition& condition : instruction.core)
    if (condition.phase == Phase::data && !value(*condition.predicate.tree(), tuple, &contents))
      outside.add(condition.scope, condition.id);
  return decided();
}

}  // namespace

std::string_view name(Legality legality) {
  constexpr std::string_view kNames[] = {"legal", "illegal", "target-defined"};
  return kNames[static_cast<std::size_t>(legality)];
}

bool holds(const NodePtr& predicate, const Tuple& tuple) { return value(*predicate, tuple, nullptr) != 0; }

bool holds(const NodePtr& predicate, const Case& subject) {
  const Contents contents(subject);
  return value(*predicate, subject.tuple, &contents) != 0;
}

Verdict verdict(const Instruction& instruction, const Tuple& tuple, Profile profile) {
  return decide(instruction, tuple, profile, nullptr, {});
}

Verdict verdict(const Instruction& instruction, const Case& subject) {
  return decide(instruction, subject.tuple, subject.profile, &subject, {});
}

Verdict verdict_without(const Instruction& instruction, const Tuple& tuple, Profile profile, std::string_view clause) {
  return decide(instruction, tuple, profile, nullptr, clause);
}

}  // namespace pto_cts::evaluate
