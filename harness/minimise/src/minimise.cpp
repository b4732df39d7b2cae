// SPDX-License-Identifier: MIT
#include "pto_cts/minimise/minimise.h"

#include <algorithm>

namespace pto_cts::minimise {
namespace {

constexpr std::size_t kCompiledAtOnce = 48;
constexpr std::size_t kMostAtOnce = 8;
constexpr int kFirstRuns = 3;       // To see whether a case always fails.
constexpr int kRunsOfFlaky = 8;     // Of each candidate.
constexpr int kLastRuns = 10;

judge::Options with_mismatches(judge::Options options, std::size_t shown) {
  options.shown_mismatches = shown;
  return options;
}

}  // namespace

Bench::Bench(backend::Backend& backend, judge::Options options)
    : backend_(backend), quick_(backend, with_mismatches(options, 1)), thorough_(backend, with_mismatches(options, judge::kAllMismatches)) {
  batch_ = backend.announced_cases() > 0 ? kCompiledAtOnce : std::clamp<std::size_t>(backend.batch_cases(), 1, kMostAtOnce);
  allow({});
}

void Bench::allow(const Budget& budget) {
  budget_ = budget;
  runs_ = 0;
  began_ = std::chrono::steady_clock::now();
}

bool Bench::is_used_up() const { return runs_ >= budget_.runs || std::chrono::steady_clock::now() - began_ >= budget_.time; }

std::vector<judge::Judged> Bench::judge(const terms::Instruction& resolved, std::span<const generators::CasePtr> cases) {
  runs_ += cases.size();
  std::vector<judge::Item> items;
  for (const generators::CasePtr& subject : cases) items.push_back({&resolved, subject.get(), nullptr});
  if (items.size() == 1) return {quick_.judge(items.front())};
  quick_.prepare(memory_, items);
  quick_.start(memory_);
  quick_.finish(memory_);
  return quick_.conclude(memory_);
}

judge::Judged Bench::look_at(const terms::Instruction& resolved, const Case& subject, bool alone) {
  ++runs_;
  if (alone) backend_.renew();
  return thorough_.judge(resolved, subject);
}

bool fails_alike(const judge::Judged& judged, judge::FailKind kind) {
  return judged.judgement == judge::Judgement::fail && judged.kind == kind;
}

bool has_run(const judge::Judged& judged) {
  using enum judge::Judgement;
  return judged.judgement == pass || judged.judgement == fail || judged.judgement == undecided;
}

generators::Trial trial_of(const judge::Judged& judged, judge::FailKind kind) {
  generators::Trial trial{.fails_alike = fails_alike(judged, kind), .ran = has_run(judged)};
  if (judged.first_mismatches.empty()) return trial;
  const judge::Mismatch& first = judged.first_mismatches.front();
  trial.wrong = generators::WrongPlace{first.row, first.col, first.expected_bits};
  return trial;
}

Minimal minimise(const terms::Instruction& resolved, const generators::Shrinker& shrinker, Bench& bench, const Case& failing,
                 judge::FailKind kind, const Budget& budget) {
  bench.allow(budget);
  const auto run = [&](const Case& subject, int times, std::uint64_t& failed, judge::Judged& last) {
    failed = 0;
    std::uint64_t runs = 0;
    for (int i = 0; i < times && (i == 0 || !bench.is_used_up()); ++i, ++runs) {
      judge::Judged judged = bench.look_at(resolved, subject, true);
      const bool alike = fails_alike(judged, kind);
      failed += alike;
      if (alike || i == 0) last = std::move(judged);
    }
    return runs;
  };
  Minimal result;
  result.smallest = std::make_shared<const Case>(failing);
  result.repeated = run(failing, kFirstRuns, result.failed, result.judged);
  if (result.failed == 0) return result;
  int repeats = result.failed < result.repeated ? kRunsOfFlaky : 1;
  const generators::TryCases try_cases = [&](std::span<const generators::CasePtr> candidates) {
    std::vector<generators::Trial> trials;
    if (bench.is_used_up()) return trials;
    trials.resize(candidates.size());
    for (int i = 0; i < repeats; ++i) {
      const std::vector<judge::Judged> judged = bench.judge(resolved, candidates);
      for (std::size_t k = 0; k < judged.size(); ++k)
        if (!trials[k].fails_alike) trials[k] = trial_of(judged[k], kind);
    }
    return trials;
  };
  for (;;) {
    const generators::Shrunk shrunk = shrinker.shrink(*result.smallest, trial_of(result.judged, kind), try_cases);
    result.smallest = shrunk.smallest;
    result.complete = shrunk.complete;
    result.neighbours = shrunk.neighbours.size();
    result.tried += shrunk.tried;
    result.steps += shrunk.steps;
    result.repeated = run(*result.smallest, repeats == 1 ? kFirstRuns : kLastRuns, result.failed, result.judged);
    // Flaky after all: what passed once may fail.
    if (repeats > 1 || result.failed == result.repeated || result.failed == 0) break;
    repeats = kRunsOfFlaky;
  }
  return result;
}

}  // namespace pto_cts::minimise
