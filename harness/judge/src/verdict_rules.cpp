// SPDX-License-Identifier: MIT
// What a case is judged, by its verdict.
#include <algorithm>

#include "elements.h"
#include "session.h"

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

FailKinds kinds_of_legal(const Tuple& tuple, const Findings& findings) {
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

Findings look_at_illegal(const Session& session, const Trial& trial) {
  const Tuple& tuple = session.subject.tuple;
  Findings findings{.outcome = trial.outcome.kind, .stray = trial.outcome.stray};
  if (is_breakdown(findings.outcome)) return findings;
  look_at_guards(trial.memory, session.sight, findings);
  const bool rejected = findings.outcome == OutcomeKind::rejected;
  if (!rejected || session.sight.memory_after_reject) look_at_sources(tuple, trial.memory, session.sight, findings);
  if (rejected && session.sight.memory_after_reject) look_at_destinations(tuple, trial.memory, findings);
  return findings;
}

FailKinds kinds_of_illegal(const Findings& findings) {
  FailKinds kinds = breakdown_kinds(findings.outcome);
  const bool wrote = findings.stray && findings.stray->write;
  const bool changed = wrote || !findings.guards.empty() || !findings.storages.empty();
  if (findings.outcome == OutcomeKind::executed) kinds.add(FailKind::illegal_accepted);
  if (findings.outcome == OutcomeKind::unsupported) kinds.add(FailKind::capability_lied);
  if (findings.outcome == OutcomeKind::rejected && changed) kinds.add(FailKind::effects_before_rejection);
  return kinds;
}

FailKinds damage(const Session& session, const Findings& findings) {
  FailKinds kinds = stray_kinds(session.subject.tuple, findings);
  if (!findings.guards.empty()) kinds.add(FailKind::guard_overwritten);
  for (const ChangedByte& byte : findings.storages)
    if (!is_destination(session.subject.tuple, byte.storage)) kinds.add(FailKind::source_modified);
  return kinds;
}

// Why the twin cannot show that the rejection means anything; empty if it may be run.
std::string twin_problem(const Session& session) {
  const Case* twin = session.subject.twin.get();
  if (!twin) return "no legal twin";
  if (twin->profile != session.subject.profile) return "the twin has another profile";
  if (evaluate::verdict(session.instruction, *twin).legality != evaluate::Legality::legal)
    return "the twin is not legal";
  if (!session.backend.capabilities().covers(twin->tuple, twin->profile)) return "twin not supported";
  if (const auto obstacle = session.backend.obstacle(twin->tuple, session.bench.twin.build)) return "twin: " + obstacle->why;
  return {};
}

std::string twin_outcome_problem(OutcomeKind outcome) {
  if (outcome == OutcomeKind::executed) return {};
  if (outcome == OutcomeKind::rejected) return "not discriminating: the legal twin was rejected too";
  return "twin " + std::string(name(outcome));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_in_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Texts that say the same of different addresses, line numbers and names of temporary files are of one class: each run
// of letters and digits that holds a digit is replaced by '#'.
std::string text_class(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_in_word);
    const std::string_view word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    if (std::any_of(word.begin(), word.end(), is_digit)) result += '#';
    else result += word;
    text.remove_prefix(word.size());
    if (text.empty()) break;
    result += text.front();
    text.remove_prefix(1);
  }
  return result;
}

Findings look_at_target_defined(const Session& session, const Trial& trial) {
  Findings findings{.outcome = trial.outcome.kind, .stray = trial.outcome.stray};
  if (findings.outcome != OutcomeKind::executed) return findings;
  look_at_guards(trial.memory, session.sight, findings);
  look_at_sources(session.subject.tuple, trial.memory, session.sight, findings);
  return findings;
}

FailKinds kinds_of_target_defined(const Tuple& tuple, const Findings& findings) {
  FailKinds kinds = stray_kinds(tuple, findings);
  if (breakdown_kinds(findings.outcome).has(FailKind::protocol_error)) kinds.add(FailKind::protocol_error);
  if (findings.outcome == OutcomeKind::unsupported) kinds.add(FailKind::capability_lied);
  if (!findings.guards.empty()) kinds.add(FailKind::guard_overwritten);
  if (!findings.storages.empty()) kinds.add(FailKind::source_modified);
  return kinds;
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

  FailKinds kinds = kinds_of_legal(session.subject.tuple, first);
  kinds.add(kinds_of_legal(session.subject.tuple, second));
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

void prepare_illegal(Session& session, std::vector<Trial*>& trials) {
  session.twin_problem = twin_problem(session);
  if (session.twin_problem.empty()) {
    session.bench.twin.prepare(*session.subject.twin, PoisonRun::first);
    trials.push_back(&session.bench.twin);
  }
  prepare_pair(session, trials);
}

void conclude_illegal(Session& session) {
  Workbench& bench = session.bench;
  std::string undecided = session.twin_problem;
  if (undecided.empty()) {
    session.judged.twin_outcome = bench.twin.outcome.kind;
    undecided = twin_outcome_problem(bench.twin.outcome.kind);
  }

  const Look look = [&](const Trial& trial) { return look_at_illegal(session, trial); };
  const Findings first = look(bench.first), second = look(bench.second);
  record_not_observed(session);
  if (!session.sight.memory_after_reject || bench.first.outcome.memory_lost || bench.second.outcome.memory_lost)
    session.judged.not_observed.emplace_back("memory after rejection");
  if (!session.sight.legality) session.judged.not_observed.emplace_back("legality");
  record_outcome(session, OutcomeKind::rejected);

  FailKinds kinds = kinds_of_illegal(first);
  kinds.add(kinds_of_illegal(second));
  const bool rejected = first.outcome == OutcomeKind::rejected && second.outcome == OutcomeKind::rejected;
  session.judged.diagnostic_varies =
      rejected && text_class(bench.first.outcome.diagnostic) != text_class(bench.second.outcome.diagnostic);
  if (kinds.empty() && rejected) {
    session.judged.judgement = undecided.empty() ? Judgement::pass : Judgement::undecided;
    session.judged.why = undecided;
    return;
  }
  FailKinds further = damage(session, first);
  further.add(damage(session, second));
  explain_changes(session, first);
  explain_changes(session, second);
  const bool breakdown = is_breakdown(first.outcome) || is_breakdown(second.outcome);
  if (!breakdown && !same_end(first, second)) add_cause_of_difference(session, look, first, second, true, further);
  record_fail(session, kinds, further);
}

void conclude_target_defined(Session& session) {
  const Workbench& bench = session.bench;
  const Findings first = look_at_target_defined(session, bench.first);
  const Findings second = look_at_target_defined(session, bench.second);
  record_not_observed(session);
  record_outcome(session, OutcomeKind::executed);
  FailKinds kinds = kinds_of_target_defined(session.subject.tuple, first);
  kinds.add(kinds_of_target_defined(session.subject.tuple, second));
  if (!kinds.empty()) {
    explain_changes(session, first);
    explain_changes(session, second);
    return record_fail(session, kinds);
  }
  session.judged.judgement = Judgement::undecided;
  session.judged.why = "target-defined: " + std::string(name(first.outcome));
  if (second.outcome != first.outcome) session.judged.why += " and " + std::string(name(second.outcome));
}

}  // namespace pto_cts::judge
