// SPDX-License-Identifier: MIT
#include <algorithm>

#include "elements.h"
#include "session.h"
#include "text.h"

namespace pto_cts::judge {
namespace {

using backend::OutcomeKind;
using evaluate::ElementClass;
using evaluate::Expectation;
using evaluate::ExpectedTile;

Findings look_at_legal(const Session& session, const Expectation& expected, const Trial& trial) {
  const Tuple& tuple = session.subject.tuple;
  Findings findings{.outcome = trial.outcome.kind, .stray = trial.outcome.stray};
  if (is_breakdown(findings.outcome)) return findings;
  look_at_guards(trial.memory, session.sight, findings);
  if (findings.outcome != OutcomeKind::executed) return findings;
  look_at_sources(tuple, trial.memory, session.sight, findings);
  look_at_elements(tuple, trial.memory, expected, findings);
  return findings;
}

FailKinds kinds_of(const Tuple& tuple, const Findings& findings) {
  FailKinds kinds = breakdown_kinds(findings.outcome);
  kinds.add(stray_kinds(tuple, findings));
  if (findings.outcome == OutcomeKind::rejected) kinds.add(FailKind::over_rejection);
  if (findings.outcome == OutcomeKind::unsupported) kinds.add(FailKind::capability_lied);
  if (!findings.guards.empty()) kinds.add(FailKind::guard_overwritten);
  if (!findings.storages.empty()) kinds.add(FailKind::source_modified);
  for (const WrongElement& wrong : findings.wrong)
    kinds.add(wrong.element_class == ElementClass::pad ? FailKind::wrong_pad : FailKind::wrong_value);
  return kinds;
}

bool ends_well(const Findings& findings) {
  return findings.outcome == OutcomeKind::executed && findings.wrong.empty();
}

void record_elements(Session& session, const Expectation& expected, const Findings& findings, const Trial& trial) {
  session.judged.elements_wrong = findings.wrong.size();
  const std::size_t shown = std::min(findings.wrong.size(), session.options.shown_mismatches);
  for (std::size_t i = 0; i < shown; ++i)
    session.judged.first_mismatches.push_back(mismatch(session.subject, trial.memory, expected, findings.wrong[i]));
}

std::uint64_t count_judged(const Expectation& expected) {
  std::uint64_t count = 0;
  for (const ExpectedTile& tile : expected.tiles())
    count += tile.classes.size() - static_cast<std::uint64_t>(
                                       std::count(tile.classes.begin(), tile.classes.end(), ElementClass::unspecified));
  return count;
}

std::uint64_t count_outside_writes(const Session& session, const Expectation& expected) {
  std::uint64_t count = 0;
  for (const ExpectedTile& wanted : expected.tiles()) {
    const TileOperand& operand = session.subject.tuple.tiles[static_cast<std::size_t>(wanted.tile)];
    const TileDesc& tile = operand.tile;
    const LayoutMap map(tile);
    const auto changed = [&](const Memory& memory, std::int64_t row, std::int64_t col) {
      return load(map, tile.dtype, memory.filled(operand.storage).data(), row, col) !=
             load(map, tile.dtype, memory.now(operand.storage).data(), row, col);
    };
    for (std::int64_t row = 0; row < tile.rows; ++row)
      for (std::int64_t col = 0; col < tile.cols; ++col) {
        const auto at = static_cast<std::size_t>(row * tile.cols + col);
        if (in_valid_region(tile, row, col) || wanted.classes[at] != ElementClass::unspecified) continue;
        if (changed(session.bench.first.memory, row, col) || changed(session.bench.second.memory, row, col)) ++count;
      }
  }
  return count;
}

}  // namespace

void conclude_legal(Session& session, const Expectation& expected) {
  Workbench& bench = session.bench;
  const Look look = [&](const Trial& trial) { return look_at_legal(session, expected, trial); };
  const Findings first = look(bench.first), second = look(bench.second);
  record_not_observed(session);
  record_outcome(session, OutcomeKind::executed);
  session.judged.elements_judged = count_judged(expected);
  if (first.outcome == OutcomeKind::executed && second.outcome == OutcomeKind::executed &&
      session.options.report_outside_writes)
    session.judged.outside_writes = count_outside_writes(session, expected);

  FailKinds kinds = kinds_of(session.subject.tuple, first);
  kinds.add(kinds_of(session.subject.tuple, second));
  if (kinds.empty() && first.outcome == OutcomeKind::executed && second.outcome == OutcomeKind::executed) {
    session.judged.judgement = Judgement::pass;
    return;
  }
  if (first.wrong.empty())
    record_elements(session, expected, second, bench.second);
  else
    record_elements(session, expected, first, bench.first);
  explain_changes(session, first);
  explain_changes(session, second);
  const bool breakdown = is_breakdown(first.outcome) || is_breakdown(second.outcome);
  if (!breakdown && !same_end(first, second)) {
    const bool one_is_right = ends_well(first) != ends_well(second);
    add_cause_of_difference(session, look, first, second, one_is_right, kinds);
  }
  record_fail(session, kinds);
}

}  // namespace pto_cts::judge
