// SPDX-License-Identifier: MIT
// One case being judged: its runs, the rules of its verdict, and what is said of it.
#pragma once

#include <functional>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "findings.h"
#include "pto_cts/backend/backend.h"
#include "pto_cts/evaluate/expectation.h"
#include "pto_cts/judge/judge.h"
#include "pto_cts/judge/memory.h"

namespace pto_cts::judge {

/// One run: its memory, and how the backend says that it ended.
struct Trial {
  explicit Trial(std::pmr::memory_resource* resource) : memory(resource) {}

  Memory memory;
  const Case* subject = nullptr;
  backend::Flush flush = backend::Flush::left;
  std::uint32_t build = 0;
  backend::Outcome outcome;

  void prepare(const Case& with, PoisonRun run) {
    subject = &with;
    flush = run == PoisonRun::first ? backend::Flush::left : backend::Flush::right;
    memory.fill(with, run);
  }
};

/// Trials that run in order, in one batch of the backend. An outcome that the backend leaves out, or a word that is
/// none, is a protocol error. Nothing is asked where there is none. The thread's floating-point environment is kept.
class Round {
 public:
  /// pre: the trials stay where they are until finish().
  void start(backend::Backend& backend, std::span<Trial* const> trials);
  void finish(backend::Backend& backend);

  /// Both steps, also while another round is between them.
  void run(backend::Backend& backend, std::span<Trial* const> trials);

 private:
  void lay_out(std::span<Trial* const> trials);
  void take_outcomes();

  std::vector<Trial*> trials_;
  std::vector<backend::Call> calls_;
  std::vector<backend::Outcome> outcomes_;
};

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

/// What one build made of a case.
struct Share {
  const backend::Build* build = nullptr;
  const Workbench* bench = nullptr;  ///< With the memory of its runs.
  Judged judged;
};

/// The judgement over all builds: fails with the first kind that any of them fails with; passes only if all of them pass
/// and, where `expected` is given, left the same bits in every element that has a meaning. Two NaNs are the same.
/// pre: there is a share.
Judged merge(const Case& subject, const evaluate::Expectation* expected, std::vector<Share> shares);

/// A 32-bit word, such as "0xffa5ffa5".
std::string word_text(std::uint32_t word);

/// Where a byte changed, such as "byte 4096 changed in the guard after dst".
std::string place_text(const Tuple& tuple, const ChangedByte& byte);

/// A stopped access, such as "wrote byte -4 of the guard before dst".
std::string stray_text(const Tuple& tuple, const backend::StrayAccess& stray);

/// A wrong element of a case, with all that would have been right.
Mismatch mismatch(const Case& subject, const Memory& memory, const evaluate::Expectation& expected,
                  const WrongElement& wrong);

}  // namespace pto_cts::judge
