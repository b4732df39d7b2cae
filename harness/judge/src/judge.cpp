// SPDX-License-Identifier: MIT
#include "pto_cts/judge/judge.h"

#include <deque>
#include <stdexcept>

#include "check_case.h"
#include "pto_cts/numerics/host.h"
#include "session.h"

namespace pto_cts::judge {

struct Batch::State {
  struct Entry {
    std::optional<Session> session;  ///< Nothing where the case is not run; `judged` holds what it is then.
    Judged judged;
    std::optional<evaluate::Expectation> own;
    const evaluate::Expectation* expected = nullptr;  ///< Of a legal case.
  };

  std::deque<Workbench> benches;  ///< One for each entry; a deque, because sessions and calls point into them.
  std::deque<Entry> entries;
  std::vector<Trial*> trials;
  Round round;
};

Batch::Batch() : state_(std::make_unique<State>()) {}
Batch::Batch(Batch&&) noexcept = default;
Batch::~Batch() = default;

struct Judge::State {
  State(backend::Backend& chosen, Options wishes) : backend(chosen), options(wishes) {}

  backend::Backend& backend;
  Options options;
  Batch alone;  ///< For one case at a time.
};

Judge::Judge(backend::Backend& backend, Options options) : state_(std::make_unique<State>(backend, options)) {
  if (const auto problem = numerics::host_float_problem()) throw std::runtime_error(*problem);
}

Judge::~Judge() = default;

Judged Judge::judge(const Item& item) {
  Batch& alone = state_->alone;
  prepare(alone, {&item, 1});
  alone.state_->round.run(state_->backend, alone.state_->trials);
  return std::move(conclude(alone).front());
}

void Judge::prepare(Batch& batch, std::span<const Item> items) {
  backend::Backend& backend = state_->backend;
  Batch::State& state = *batch.state_;
  state.entries.clear();
  state.trials.clear();
  while (state.benches.size() < items.size()) state.benches.emplace_back(backend.memory());
  for (const auto& [resolved, subject, precomputed] : items) {
    check_case(*resolved, *subject);
    if (subject->twin) check_case(*resolved, *subject->twin);
    Workbench& bench = state.benches[state.entries.size()];
    Batch::State::Entry& entry = state.entries.emplace_back();
    entry.judged.verdict = evaluate::verdict(*resolved, *subject);
    if (!backend.capabilities().covers(subject->tuple, subject->profile)) {
      entry.judged.judgement = Judgement::not_supported;
      entry.judged.why = "outside the declared capabilities";
      continue;
    }
    const evaluate::Legality legality = entry.judged.verdict.legality;
    if (legality == evaluate::Legality::legal) {
      check_index_poison(*subject);
      entry.expected = precomputed ? precomputed : &entry.own.emplace(*resolved, *subject);
    }
    Session& session = entry.session.emplace(Session{*resolved, *subject, backend, backend.observability(),
                                                     state_->options, bench, std::move(entry.judged)});
    if (legality == evaluate::Legality::illegal) prepare_illegal(session, state.trials);
    else prepare_pair(session, state.trials);
  }
}

void Judge::start(Batch& batch) { batch.state_->round.start(state_->backend, batch.state_->trials); }

void Judge::finish(Batch& batch) { batch.state_->round.finish(state_->backend); }

std::vector<Judged> Judge::conclude(Batch& batch) {
  std::vector<Judged> all;
  for (Batch::State::Entry& entry : batch.state_->entries) {
    if (entry.session) {
      switch (entry.session->judged.verdict.legality) {
        case evaluate::Legality::legal: conclude_legal(*entry.session, *entry.expected); break;
        case evaluate::Legality::illegal: conclude_illegal(*entry.session); break;
        case evaluate::Legality::target_defined: conclude_target_defined(*entry.session); break;
      }
    }
    all.push_back(std::move(entry.session ? entry.session->judged : entry.judged));
  }
  return all;
}

Judged Judge::confirm(const Item& item, Judged failed) {
  if (failed.judgement != Judgement::fail || !state_->backend.renew()) return failed;
  Judged alone = judge(item);
  if (alone.judgement == Judgement::fail) return alone;
  failed.other_kinds.insert(failed.other_kinds.begin(), *failed.kind);
  failed.kind = FailKind::order_dependent;
  failed.why = "run alone, in its first state, the backend does not fail";
  return failed;
}

}  // namespace pto_cts::judge
