// SPDX-License-Identifier: MIT
#include "session.h"

namespace pto_cts::judge {
namespace {

using backend::OutcomeKind;

Findings look_at_target_defined(const Session& session, const Trial& trial) {
  Findings findings{.outcome = trial.outcome.kind, .stray = trial.outcome.stray};
  if (findings.outcome != OutcomeKind::executed) return findings;
  look_at_guards(trial.memory, session.sight, findings);
  look_at_sources(session.subject.tuple, trial.memory, session.sight, findings);
  return findings;
}

FailKinds kinds_of(const Tuple& tuple, const Findings& findings) {
  FailKinds kinds = stray_kinds(tuple, findings);
  if (breakdown_kinds(findings.outcome).has(FailKind::protocol_error)) kinds.add(FailKind::protocol_error);
  if (findings.outcome == OutcomeKind::unsupported) kinds.add(FailKind::capability_lied);
  if (!findings.guards.empty()) kinds.add(FailKind::guard_overwritten);
  if (!findings.storages.empty()) kinds.add(FailKind::source_modified);
  return kinds;
}

}  // namespace

void conclude_target_defined(Session& session) {
  const Workbench& bench = session.bench;
  const Findings first = look_at_target_defined(session, bench.first);
  const Findings second = look_at_target_defined(session, bench.second);
  record_not_observed(session);
  record_outcome(session, OutcomeKind::executed);
  FailKinds kinds = kinds_of(session.subject.tuple, first);
  kinds.add(kinds_of(session.subject.tuple, second));
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
