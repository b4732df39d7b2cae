// SPDX-License-Identifier: MIT
#include "session.h"

#include <array>
#include <cfenv>
#include <utility>

#include "pto_cts/backend/process.h"

namespace pto_cts::judge {
namespace {

class KeepFloatEnvironment {
 public:
  KeepFloatEnvironment() { std::fegetenv(&saved_); }
  ~KeepFloatEnvironment() { std::fesetenv(&saved_); }
  KeepFloatEnvironment(const KeepFloatEnvironment&) = delete;
  KeepFloatEnvironment& operator=(const KeepFloatEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

using backend::OutcomeKind;

int badness(OutcomeKind outcome, OutcomeKind hoped) {
  switch (outcome) {
    case OutcomeKind::crashed: return 5;
    case OutcomeKind::timeout: return 4;
    case OutcomeKind::protocol_error: return 3;
    case OutcomeKind::unsupported: return 1;
    default: return outcome == hoped ? 0 : 2;
  }
}

void explain(Session& session, const std::string& text) {
  if (session.judged.why.empty()) session.judged.why = text;
}

// The two runs differ in the side on which their memory is flush as well: the contents of the first, on the side of the
// second, tell which it is.
bool comes_of_the_place(Session& session, const Look& look, const Findings& second, FailKinds& kinds) {
  Workbench& bench = session.bench;
  Round round;
  const auto run_first = [&](backend::Flush flush) {
    const backend::Flush own = std::exchange(bench.first.flush, flush);
    bench.first.memory.restore();
    round.run(session.backend, std::array{&bench.first});
    bench.first.flush = own;
    return look(bench.first);
  };
  const Findings moved = run_first(bench.second.flush);
  kinds.add(breakdown_kinds(moved.outcome));
  run_first(bench.first.flush);
  return same_end(moved, second);
}

}  // namespace

void Round::lay_out(std::span<Trial* const> trials) {
  trials_.assign(trials.begin(), trials.end());
  calls_.clear();
  for (const Trial* trial : trials_)
    calls_.push_back({.tuple = &trial->subject->tuple,
                      .profile = trial->subject->profile,
                      .storages = trial->memory.storages(),
                      .scalars = trial->subject->scalars,
                      .flush = trial->flush,
                      .build = trial->build});
  outcomes_.assign(trials_.size(), backend::Outcome{});
}

void Round::take_outcomes() {
  for (std::size_t i = 0; i < trials_.size(); ++i) {
    if (outcomes_[i].kind > backend::OutcomeKind::protocol_error)
      outcomes_[i].kind = backend::OutcomeKind::protocol_error;
    outcomes_[i].diagnostic = backend::plain_text(outcomes_[i].diagnostic);
    trials_[i]->outcome = std::move(outcomes_[i]);
  }
}

void Round::start(backend::Backend& backend, std::span<Trial* const> trials) {
  lay_out(trials);
  if (trials_.empty()) return;
  const KeepFloatEnvironment keep;
  backend.start(calls_, outcomes_);
}

void Round::finish(backend::Backend& backend) {
  if (trials_.empty()) return;
  {
    const KeepFloatEnvironment keep;
    backend.finish();
  }
  take_outcomes();
}

void Round::run(backend::Backend& backend, std::span<Trial* const> trials) {
  lay_out(trials);
  if (trials_.empty()) return;
  {
    const KeepFloatEnvironment keep;
    backend.execute(calls_, outcomes_);
  }
  take_outcomes();
}

void prepare_pair(Session& session, std::vector<Trial*>& trials) {
  session.bench.first.prepare(session.subject, PoisonRun::first);
  session.bench.second.prepare(session.subject, PoisonRun::second);
  trials.insert(trials.end(), {&session.bench.first, &session.bench.second});
}

void add_cause_of_difference(Session& session, const Look& look, const Findings& first, const Findings& second,
                             bool one_is_right, FailKinds& kinds) {
  // The order is the Thue-Morse sequence begun by the two runs, so that a backend that errs in every second or third
  // call is not taken for one that depends on poison.
  if (!session.sight.determinism) return explain(session, "two runs differ, and cannot be made again");
  Workbench& bench = session.bench;
  Round round;
  for (Trial* trial : {&bench.second, &bench.first, &bench.second, &bench.first}) {
    trial->memory.restore();
    round.run(session.backend, std::array{trial});
    const Findings again = look(*trial);
    kinds.add(breakdown_kinds(again.outcome));
    if (again == (trial == &bench.first ? first : second)) continue;
    kinds.add(FailKind::not_deterministic);
    return explain(session, "two runs in equal memory differ");
  }
  if (!one_is_right) return;
  if (comes_of_the_place(session, look, second, kinds)) return explain(session, "only where the memory lies otherwise, with the same contents");
  kinds.add(FailKind::depends_on_undefined_input);
  const Poison& poison = session.subject.poison;
  explain(session, "the run under poison " + word_text(poison_of(poison, PoisonRun::first)) + " and the run under " +
                       word_text(poison_of(poison, PoisonRun::second)) + " differ, each time in the same way");
}

void record_outcome(Session& session, OutcomeKind hoped) {
  const Trial& first = session.bench.first;
  const Trial& second = session.bench.second;
  const bool second_is_worse = badness(second.outcome.kind, hoped) > badness(first.outcome.kind, hoped);
  const backend::Outcome& worse = second_is_worse ? second.outcome : first.outcome;
  session.judged.outcome = worse.kind;
  session.judged.diagnostic = worse.diagnostic;
  const auto& stray = worse.stray ? worse.stray : first.outcome.stray ? first.outcome.stray : second.outcome.stray;
  if (stray)
    session.judged.diagnostic += (worse.diagnostic.empty() ? "" : ": ") + stray_text(session.subject.tuple, *stray);
}

void record_fail(Session& session, const FailKinds& kinds, const FailKinds& further) {
  const FailKind kind = kinds.list().front();
  FailKinds others = kinds;
  others.add(further);
  others.remove(kind);
  session.judged.judgement = Judgement::fail;
  session.judged.kind = kind;
  session.judged.other_kinds = others.list();
}

void record_not_observed(Session& session) {
  if (!session.sight.guards) session.judged.not_observed.emplace_back("guards");
  if (!session.sight.sources) session.judged.not_observed.emplace_back("sources");
  if (!session.sight.determinism) session.judged.not_observed.emplace_back("determinism");
}

void explain_changes(Session& session, const Findings& findings) {
  for (const auto* changes : {&findings.guards, &findings.storages})
    if (!changes->empty()) explain(session, place_text(session.subject.tuple, changes->front()));
}

}  // namespace pto_cts::judge
