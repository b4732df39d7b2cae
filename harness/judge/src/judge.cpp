// SPDX-License-Identifier: MIT
#include "pto_cts/judge/judge.h"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "pto_cts/numerics/arithmetic.h"
#include "pto_cts/terms/instruction.h"
#include "pto_cts/types/case.h"
#include "session.h"

namespace pto_cts::judge {
namespace {

constexpr std::int64_t kMaxElements = std::int64_t{1} << 32;

[[noreturn]] void refuse(const Case& subject, const std::string& problem) {
  throw std::invalid_argument("case '" + subject.name + "': " + problem);
}

bool extents_make_sense(const TileDesc& tile) {
  return tile.rows >= 0 && tile.cols >= 0 && (tile.rows == 0 || tile.cols <= kMaxElements / tile.rows);
}

// Throws std::invalid_argument, with one line that names the case, where the case is none of the instruction or its
// payload and scalars do not fit its tuple.
void check_case(const terms::Instruction& instruction, const Case& subject) {
  const Tuple& tuple = subject.tuple;
  if (tuple.mnemonic != instruction.mnemonic) refuse(subject, tuple.mnemonic + " judged as " + instruction.mnemonic);
  if (const std::string problem = terms::shape_problem(instruction, tuple); !problem.empty()) refuse(subject, problem);
  if (subject.scalars.size() != tuple.scalars.size())
    refuse(subject, std::to_string(subject.scalars.size()) + " scalars, not " + std::to_string(tuple.scalars.size()));
  for (const TileOperand& operand : tuple.tiles) {
    if (!extents_make_sense(operand.tile)) refuse(subject, "'" + operand.name + "' has an impossible shape");
    if (operand.storage < 0 || static_cast<std::size_t>(operand.storage) >= subject.payload.size())
      refuse(subject, "'" + operand.name + "' lives in a storage without payload");
  }
  for (std::size_t i = 0; i < subject.payload.size(); ++i)
    if (subject.payload[i].size() != static_cast<std::size_t>(storage_bytes(tuple, static_cast<int>(i))))
      refuse(subject, "payload " + std::to_string(i) + " has " + std::to_string(subject.payload[i].size()) +
                          " bytes, not " + std::to_string(storage_bytes(tuple, static_cast<int>(i))));
}

// Throws std::invalid_argument where an index operand has undefined elements and no index poison.
void check_index_poison(const Case& subject) {
  for (std::size_t i = 0; i < subject.tuple.tiles.size(); ++i) {
    const auto& [name, role, tile, storage] = subject.tuple.tiles[i];
    const bool undefined_elements = tile.valid_rows < tile.rows || tile.valid_cols < tile.cols;
    if (role != Role::index || !undefined_elements) continue;
    const bool given = std::any_of(subject.index_poison.begin(), subject.index_poison.end(),
                                   [&](const IndexPoison& p) { return p.tile == static_cast<int>(i); });
    if (!given) refuse(subject, "'" + name + "' has undefined elements and no index poison");
  }
}

// Illegal and target-defined cases are judged only where legality is.
bool takes_part(const backend::Build& build, evaluate::Legality legality) {
  return legality == evaluate::Legality::legal || build.judges_legality;
}

}  // namespace

struct Batch::State {
  /// A case in one build.
  struct Entry {
    Entry(Session made, const backend::Build* of) : session(std::move(made)), build(of) {}
    Session session;
    const backend::Build* build;
  };
  struct Subject {
    Judged judged;  ///< What it is without any run.
    std::vector<std::string> environment{};
    std::vector<std::string> passed_over{};  ///< Builds that it cannot be asked of.
    std::optional<evaluate::Expectation> own{};
    const evaluate::Expectation* expected = nullptr;  ///< Of a legal case.
    std::deque<Entry> entries{};                      ///< None where the case is not run.
  };

  std::deque<Workbench> benches;  ///< One for each entry; a deque, because sessions and calls point into them.
  std::size_t benches_used = 0;
  std::deque<Subject> subjects;
  std::vector<Trial*> trials;
  Round round;
};

Batch::Batch() : state_(std::make_unique<State>()) {}
Batch::Batch(Batch&&) noexcept = default;
Batch::~Batch() = default;

struct Judge::State {
  State(backend::Backend& chosen, Options wishes) : backend(chosen), options(wishes), builds(chosen.builds()) {}

  void announce(std::span<const Item> items, const std::deque<Batch::State::Subject>& subjects) const;
  void enter(const Item& item, Batch::State::Subject& subject, Batch::State& batch) const;

  backend::Backend& backend;
  Options options;
  std::vector<backend::Build> builds;
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

void Judge::State::announce(std::span<const Item> items, const std::deque<Batch::State::Subject>& subjects) const {
  if (backend.announced_cases() == 0) return;
  std::vector<backend::Announced> announced;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Case& subject = *items[i].subject;
    if (subjects[i].judged.judgement == Judgement::not_supported) continue;
    announced.push_back({&subject.tuple, subjects[i].judged.verdict.legality == evaluate::Legality::legal});
    if (subject.twin) announced.push_back({&subject.twin->tuple, false});
  }
  backend.announce(announced);
}

void Judge::State::enter(const Item& item, Batch::State::Subject& subject, Batch::State& batch) const {
  const auto& [resolved, asked, precomputed] = item;
  const evaluate::Legality legality = subject.judged.verdict.legality;
  std::string inexpressible;
  for (std::size_t b = 0; b < builds.size(); ++b) {
    const backend::Build& build = builds[b];
    if (!takes_part(build, legality)) continue;
    if (const auto obstacle = backend.obstacle(asked->tuple, b)) {
      const bool broken = obstacle->kind == backend::Obstacle::Kind::environment;
      if (broken) subject.environment.push_back((build.name.empty() ? "" : build.name + ": ") + obstacle->why);
      else if (inexpressible.empty()) inexpressible = obstacle->why;
      if (builds.size() > 1) subject.passed_over.push_back("build " + build.name);
      continue;
    }
    if (batch.benches_used == batch.benches.size()) batch.benches.emplace_back(backend.memory());
    Workbench& bench = batch.benches[batch.benches_used++];
    bench.first.build = bench.second.build = bench.twin.build = static_cast<std::uint32_t>(b);
    backend::Observability sight = backend.observability();
    sight.guards = sight.guards && backend.shows_guards(asked->tuple, b);
    Session& session =
        subject.entries.emplace_back(Session{*resolved, *asked, backend, sight, options, bench, subject.judged}, &build).session;
    if (legality == evaluate::Legality::illegal) prepare_illegal(session, batch.trials);
    else prepare_pair(session, batch.trials);
  }
  if (!subject.entries.empty()) return;
  subject.judged.judgement = subject.environment.empty() ? Judgement::not_expressible : Judgement::not_supported;
  subject.judged.why = subject.environment.empty() ? inexpressible : "environment: " + subject.environment.front();
}

void Judge::prepare(Batch& batch, std::span<const Item> items) {
  backend::Backend& backend = state_->backend;
  Batch::State& state = *batch.state_;
  state.subjects.clear();
  state.trials.clear();
  state.benches_used = 0;
  for (const auto& [resolved, subject, precomputed] : items) {
    check_case(*resolved, *subject);
    if (subject->twin) check_case(*resolved, *subject->twin);
    Judged& judged = state.subjects.emplace_back().judged;
    judged.verdict = evaluate::verdict(*resolved, *subject);
    if (backend.capabilities().covers(subject->tuple, subject->profile)) continue;
    judged.judgement = Judgement::not_supported;
    judged.why = "outside the declared capabilities";
  }
  state_->announce(items, state.subjects);
  for (std::size_t i = 0; i < items.size(); ++i) {
    Batch::State::Subject& subject = state.subjects[i];
    if (subject.judged.judgement == Judgement::not_supported) continue;
    const auto& [resolved, asked, precomputed] = items[i];
    if (subject.judged.verdict.legality == evaluate::Legality::legal) {
      check_index_poison(*asked);
      subject.expected = precomputed ? precomputed : &subject.own.emplace(*resolved, *asked);
    }
    state_->enter(items[i], subject, state);
  }
}

void Judge::start(Batch& batch) { batch.state_->round.start(state_->backend, batch.state_->trials); }

void Judge::finish(Batch& batch) { batch.state_->round.finish(state_->backend); }

std::vector<Judged> Judge::conclude(Batch& batch) {
  std::vector<Judged> all;
  for (Batch::State::Subject& subject : batch.state_->subjects) {
    std::vector<Share> shares;
    for (auto& [session, build] : subject.entries) {
      switch (session.judged.verdict.legality) {
        case evaluate::Legality::legal: conclude_legal(session, *subject.expected); break;
        case evaluate::Legality::illegal: conclude_illegal(session); break;
        case evaluate::Legality::target_defined: conclude_target_defined(session); break;
      }
      shares.push_back({build, &session.bench, std::move(session.judged)});
    }
    Judged judged = shares.empty() ? std::move(subject.judged)
                                   : merge(subject.entries.front().session.subject, subject.expected, std::move(shares));
    judged.environment = std::move(subject.environment);
    judged.not_observed.insert(judged.not_observed.end(), subject.passed_over.begin(), subject.passed_over.end());
    all.push_back(std::move(judged));
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
