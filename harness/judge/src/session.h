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

/// Repeats two runs whose ends differ, and adds to `kinds` why they do, if it can be said: not_deterministic or
/// depends_on_undefined_input, and any breakdown on the way. Poison is to blame only where one of the two runs ended
/// well: a destination that is never written differs under every poison, and is wrong under each. Sets `why` unless it
/// was set before. pre: neither run broke down.
void add_cause_of_difference(Session& session, const Look& look, const Findings& first, const Findings& second,
                             bool one_is_right, FailKinds& kinds);

/// Records the outcome of the worse run: breakdowns before what is not `hoped`.
void record_outcome(Session& session, backend::OutcomeKind hoped);

/// Says fail with the first kind; the others and `further` are listed. pre: `kinds` is not empty.
void record_fail(Session& session, const FailKinds& kinds, const FailKinds& further = {});

/// Adds "guards", "sources" where the backend does not show them.
void record_not_observed(Session& session);

/// Sets `why`, unless it was set before, to the place of the first changed byte, if there is one.
void explain_changes(Session& session, const Findings& findings);

}  // namespace pto_cts::judge
