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

void Runner::run(std::span<Trial* const> trials) {
  calls_.clear();
  for (const Trial* trial : trials)
    calls_.push_back({.tuple = &trial->subject->tuple,
                      .profile = trial->subject->profile,
                      .storages = trial->memory.storages(),
                      .scalars = trial->subject->scalars});
  outcomes_.assign(trials.size(), backend::Outcome{});
  {
    const KeepFloatEnvironment keep;
    backend_.execute(calls_, outcomes_);
  }
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (outcomes_[i].kind > backend::OutcomeKind::protocol_error)
      outcomes_[i].kind = backend::OutcomeKind::protocol_error;
    trials[i]->outcome = std::move(outcomes_[i]);
  }
}

}  // namespace pto_cts::judge
