// SPDX-License-Identifier: MIT
#include "runner.h"

#include <cfenv>

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

}  // namespace pto_cts::judge
