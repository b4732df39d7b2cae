// SPDX-License-Identifier: MIT
#include "alternatives.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/evaluate/legality.h"
#include "pto_cts/instructions/registry.h"
#include "pto_cts/terms/print.h"

namespace pto_cts::campaign {
namespace {

// Equal where two readings give the same rules and the same meaning.
std::string essence(const terms::Instruction& instruction) {
  std::string text;
  for (const terms::Clause& clause : instruction.clauses) text += terms::print(instruction, clause.predicate.tree()) + "\n";
  for (const terms::CoreCondition& condition : instruction.core) text += terms::print(instruction, condition.predicate.tree()) + "\n";
  for (const terms::Effect& effect : instruction.effects) text += terms::print(instruction, effect) + "\n";
  return text;
}

std::string values(const terms::Instruction& instruction) {
  std::string text;
  for (const terms::Effect& effect : instruction.effects) text += terms::print(instruction, effect.value.tree()) + "\n";
  return text;
}

bool judges(const terms::Instruction& instruction, const Case& subject, const std::vector<judge::Mismatch>& elements) {
  const evaluate::Expectation expected(instruction, subject);
  return std::all_of(elements.begin(), elements.end(), [&](const judge::Mismatch& element) {
    const int tile = find_tile(subject.tuple, element.operand);
    for (const evaluate::ExpectedTile& wanted : expected.tiles()) {
      if (wanted.tile != tile) continue;
      const std::int64_t place = element.row * subject.tuple.tiles[static_cast<std::size_t>(tile)].tile.cols + element.col;
      return wanted.classes[static_cast<std::size_t>(place)] != evaluate::ElementClass::unspecified;
    }
    return false;
  });
}

// The verdict that what was seen would be right for; nothing where it is right for none.
std::optional<evaluate::Legality> right_for(judge::FailKind kind) {
  using enum judge::FailKind;
  switch (kind) {
    case depends_on_undefined_input:
    case wrong_pad:
    case wrong_value:
    case illegal_accepted: return evaluate::Legality::legal;
    case over_rejection: return evaluate::Legality::illegal;
    default: return std::nullopt;
  }
}

}  // namespace

const std::vector<Alternatives::Reading>& Alternatives::of(const std::string& mnemonic) {
  const auto [place, is_new] = known_.try_emplace(mnemonic);
  if (!is_new) return place->second;
  const terms::Instruction& instruction = *spec::find_instruction(mnemonic);
  const std::string followed = essence(*suite_.find(mnemonic));
  for (const terms::Dispute& dispute : instruction.disputes)
    for (const terms::Alternative& alternative : dispute.alternatives) {
      if (suite_.reads(alternative.reading)) continue;
      terms::Readings readings = suite_.readings();
      readings.push_back(alternative.reading);
      terms::Instruction other = terms::under(instruction, readings);
      if (essence(other) == followed) continue;
      const bool same_values = values(other) == values(*suite_.find(mnemonic));
      place->second.push_back({alternative.reading, std::move(other), same_values});
    }
  return place->second;
}

std::vector<std::string> Alternatives::explaining(const Case& subject, const judge::Judged& failed) {
  std::vector<std::string> names;
  const auto wanted = right_for(*failed.kind);
  if (!wanted) return names;
  for (const Reading& reading : of(subject.tuple.mnemonic)) {
    if (evaluate::verdict(reading.instruction, subject).legality != *wanted) continue;
    try {
      if (judge_.judge(reading.instruction, subject).judgement != judge::Judgement::pass) continue;
      if (reading.same_values || judges(reading.instruction, subject, failed.first_mismatches)) names.push_back(reading.name);
    } catch (const std::invalid_argument&) {
      // Legal under this reading, and then it would lack the index poison of legal cases.
    }
  }
  return names;
}

}  // namespace pto_cts::campaign
