// SPDX-License-Identifier: MIT
#include "pto_cts/judge/judge.h"

#include <stdexcept>

#include "check_case.h"
#include "pto_cts/numerics/host.h"
#include "session.h"

namespace pto_cts::judge {

struct Judge::State {
  State(backend::Backend& backend, Options chosen) : options(chosen), bench(backend) {}

  Options options;
  Workbench bench;
};

Judge::Judge(backend::Backend& backend, Options options) : state_(std::make_unique<State>(backend, options)) {
  if (const auto problem = numerics::host_float_problem()) throw std::runtime_error(*problem);
}

Judge::~Judge() = default;

Judged Judge::judge(const terms::Instruction& resolved, const Case& subject, const evaluate::Expectation* precomputed) {
  check_case(resolved, subject);
  if (subject.twin) check_case(resolved, *subject.twin);

  Judged judged;
  judged.verdict = evaluate::verdict(resolved, subject);
  backend::Backend& backend = state_->bench.runner.backend();
  if (!backend.capabilities().covers(subject.tuple, subject.profile)) {
    judged.judgement = Judgement::not_supported;
    judged.why = "outside the declared capabilities";
    return judged;
  }
  Session session{resolved, subject, backend.observability(), state_->options, state_->bench, judged};
  switch (judged.verdict.legality) {
    case evaluate::Legality::legal:
      check_index_poison(subject);
      if (precomputed)
        judge_legal(session, *precomputed);
      else
        judge_legal(session, evaluate::Expectation(resolved, subject));
      break;
    case evaluate::Legality::illegal: judge_illegal(session); break;
    case evaluate::Legality::target_defined: judge_target_defined(session); break;
  }
  return judged;
}

}  // namespace pto_cts::judge
