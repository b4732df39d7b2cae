// SPDX-License-Identifier: MIT
// One case being judged, by the rules of its verdict.
#pragma once

#include <functional>
#include <vector>

#include "findings.h"
#include "pto_cts/judge/judge.h"
#include "runner.h"

namespace pto_cts::judge {

/// The memory of one case, kept for later ones.
struct Workbench {
  explicit Workbench(std::pmr::memory_resource* resource) : first(resource), second(resource), twin(resource) {}

  Trial first, second, twin;
};

struct Session {
  const terms::Instruction& instruction;
  const Case& subject;
  backend::Backend& backend;
  backend::Observability sight;
  Options options;
  Workbench& bench;
  Judged judged;  ///< Holds the verdict; the rest is filled in.
  std::string twin_problem{};  ///< Of an illegal case: why its twin shows nothing, so far as is known.
};

/// Looks at one run that has ended.
using Look = std::function<Findings(const Trial&)>;

/// The rules for each verdict: prepare_* fills the memory and names the trials that are to run, in order; conclude_*
/// judges them when they have.
void prepare_pair(Session& session, std::vector<Trial*>& trials);
void prepare_illegal(Session& session, std::vector<Trial*>& trials);
void conclude_legal(Session& session, const evaluate::Expectation& expected);
void conclude_illegal(Session& session);
void conclude_target_defined(Session& session);

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

/// Adds "guards", "sources" and "determinism" where the backend does not show them.
void record_not_observed(Session& session);

/// Sets `why`, unless it was set before, to the place of the first changed byte, if there is one.
void explain_changes(Session& session, const Findings& findings);

}  // namespace pto_cts::judge
