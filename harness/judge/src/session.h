// SPDX-License-Identifier: MIT
// One case being judged, by the rules of its verdict.
#pragma once

#include <functional>

#include "findings.h"
#include "pto_cts/judge/judge.h"
#include "runner.h"

namespace pto_cts::judge {

/// What is kept from case to case.
struct Workbench {
  explicit Workbench(backend::Backend& backend) : runner(backend) {}

  Runner runner;
  Trial first, second, twin;
};

struct Session {
  const terms::Instruction& instruction;
  const Case& subject;
  backend::Observability sight;
  Options options;
  Workbench& bench;
  Judged& judged;  ///< Holds the verdict; the rest is filled in.
};

/// Looks at one run that has ended.
using Look = std::function<Findings(const Trial&)>;

/// The rules for each verdict.
void judge_legal(Session& session, const evaluate::Expectation& expected);
void judge_illegal(Session& session);
void judge_target_defined(Session& session);

/// What makes the two runs differ, after repeating them. pre: neither broke down, and their ends differ. Adds the
/// repetitions showed to `kinds`, and sets `why` unless it was set before.
void add_cause_of_difference(Session& session, const Look& look, const Findings& first, const Findings& second,
                             FailKinds& kinds);

/// Records the outcome of the worse run: breakdowns before what is not `hoped`.
void record_outcome(Session& session, backend::OutcomeKind hoped);

/// Says fail with the first kind; the others and `further` are listed. pre: `kinds` is not empty.
void record_fail(Session& session, const FailKinds& kinds, const FailKinds& further = {});

/// Adds "guards", "sources" where the backend does not show them.
void record_not_observed(Session& session);

/// Sets `why`, unless it was set before, to the place of the first changed byte, if there is one.
void explain_changes(Session& session, const Findings& findings);

}  // namespace pto_cts::judge
