// SPDX-License-Identifier: MIT
#include "pto_cts/judge/text_class.h"
#include "session.h"

namespace pto_cts::judge {
namespace {

using backend::OutcomeKind;

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

FailKinds kinds_of(const Findings& findings) {
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

}  // namespace

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

  FailKinds kinds = kinds_of(first);
  kinds.add(kinds_of(second));
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

}  // namespace pto_cts::judge
