// SPDX-License-Identifier: MIT
// The smallest case that fails on a backend as another one does, and what is known of its neighbours.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/generators/shrink.h"
#include "pto_cts/judge/judge.h"

namespace pto_cts::minimise {

/// What a search may take. It ends with the best that it has where either is used up.
struct Budget {
  std::chrono::duration<double> time = std::chrono::seconds(10);
  std::uint64_t runs = 20'000;  ///< Cases judged.
};

struct Minimal {
  std::shared_ptr<const Case> smallest;
  judge::Judged judged;          ///< Of the smallest, with all its wrong elements.
  bool complete = false;         ///< All simpler neighbours were run, and none fails alike.
  std::uint64_t neighbours = 0;  ///< Of the smallest.
  std::uint64_t tried = 0;       ///< Cases that the search ran.
  std::uint64_t steps = 0;       ///< Times that a simpler case was found.
  std::uint64_t failed = 0;      ///< Of `repeated` runs of the smallest so many failed alike: less than all where flaky.
  std::uint64_t repeated = 0;
};

/// Judges cases on one backend, counts what they cost, and says whether they fail alike.
class Bench {
 public:
  /// The backend outlives it.
  explicit Bench(backend::Backend& backend, judge::Options options = {});

  /// Starts a new budget.
  void allow(const Budget& budget);
  bool is_used_up() const;

  /// Judges the cases side by side.
  std::vector<judge::Judged> judge(const terms::Instruction& resolved, std::span<const generators::CasePtr> cases);

  /// Judges one, with all its wrong elements; `alone`: in a backend brought to its first state, where that is possible.
  judge::Judged look_at(const terms::Instruction& resolved, const Case& subject, bool alone);

  /// How many cases are best judged at once.
  std::size_t batch() const { return batch_; }

 private:
  backend::Backend& backend_;
  judge::Judge quick_, thorough_;
  judge::Batch memory_;
  std::size_t batch_ = 1;
  Budget budget_;
  std::uint64_t runs_ = 0;
  std::chrono::steady_clock::time_point began_;
};

/// True where a case fails with that kind.
bool fails_alike(const judge::Judged& judged, judge::FailKind kind);

/// True where the backend was asked at all.
bool has_run(const judge::Judged& judged);

/// What a shrinker needs to know of a judged case.
generators::Trial trial_of(const judge::Judged& judged, judge::FailKind kind);

/// Shrinks a failing case. Each candidate of a case that fails at times only is run several times. Where the case does not
/// fail again at all, it stays as it is, with `failed` 0.
///
/// pre: the case is one of the shrinker's instruction and profile, and failed with that kind.
Minimal minimise(const terms::Instruction& resolved, const generators::Shrinker& shrinker, Bench& bench, const Case& failing,
                 judge::FailKind kind, const Budget& budget);

}  // namespace pto_cts::minimise
