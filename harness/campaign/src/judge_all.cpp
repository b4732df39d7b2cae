// SPDX-License-Identifier: MIT
#include "judge_all.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

namespace pto_cts::campaign {
namespace {

constexpr std::size_t kAnnouncedOnBudget = 64;  // so that what is made for them takes little of the time

struct Lane {
  explicit Lane(judge::Judge& user) : judge(user) {}
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  // The backend may still write to the batch.
  ~Lane() {
    if (!started) return;
    try {
      judge.finish(batch);
    } catch (...) {
    }
  }

  judge::Judge& judge;
  judge::Batch batch;
  std::vector<LoadedCase> cases;
  bool started = false;

  void start() {
    if (cases.empty()) return;
    judge.start(batch);
    started = true;
  }
  void finish() {
    started = false;
    judge.finish(batch);
  }

  void load(std::size_t count, ShardCases& from) {
    cases.clear();
    while (cases.size() < count) {
      std::optional<LoadedCase> loaded = from.next();
      if (!loaded) break;
      cases.push_back(std::move(*loaded));
    }
    std::vector<judge::Item> items;
    for (const LoadedCase& loaded : cases) items.push_back(loaded.item());
    judge.prepare(batch, items);
  }
};

}  // namespace

std::vector<std::uint64_t> shard_of(const Plan& plan, const record::Shard& shard) {
  std::vector<std::uint64_t> indices;
  for (std::uint64_t i = shard.index - 1; i < plan.cases().size(); i += shard.count) indices.push_back(i);
  return indices;
}

ShardCases::ShardCases(const Plan& plan, const Request& request, backend::Backend& backend, const ResultsByIndex& known)
    : plan_(plan), request_(request), backend_(backend) {
  for (const std::uint64_t index : shard_of(plan, request.shard))
    if (!known.contains(index)) order_.push_back(index);
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;
  if (request.budget)  // Then first tuples are found for what it reaches alone.
    std::sort(order_.begin(), order_.end(), [](std::uint64_t a, std::uint64_t b) { return a * kGoldenRatio < b * kGoldenRatio; });
  else
    plan.find_first_tuples(order_);
}

bool ShardCases::is_over() const {
  return at_ == order_.size() || (request_.budget && std::chrono::steady_clock::now() - began_ >= *request_.budget);
}

LoadedCase ShardCases::load(std::size_t at) const {
  const std::uint64_t index = order_[at];
  const PlannedCase& planned = plan_.cases()[index];
  return {index, &planned, &plan_.domains()[planned.domain].instruction(), plan_.generate(planned, request_.seed)};
}

// Each case is made twice: to keep them all until their turn takes more memory than making them takes time.
void ShardCases::announce() {
  std::size_t count = backend_.announced_cases();
  if (count == 0 || at_ < announced_) return;
  if (request_.budget) count = std::min(count, kAnnouncedOnBudget);
  announced_ = at_ + std::min(count, order_.size() - at_);
  std::deque<Tuple> tuples;
  std::vector<backend::Announced> announced;
  for (std::size_t at = at_; at < announced_; ++at) {
    const LoadedCase loaded = load(at);
    const Case& subject = *loaded.generated.subject;
    if (!backend_.capabilities().covers(subject.tuple, subject.profile)) continue;
    announced.push_back({&tuples.emplace_back(subject.tuple), loaded.generated.expectation != nullptr});
    if (subject.twin) announced.push_back({&tuples.emplace_back(subject.twin->tuple), false});
  }
  backend_.announce(announced);
}

std::optional<LoadedCase> ShardCases::next() {
  if (is_over()) return std::nullopt;
  announce();
  return load(at_++);
}

std::vector<std::uint64_t> ShardCases::left() const {
  std::vector<std::uint64_t> indices(order_.begin() + static_cast<std::ptrdiff_t>(at_), order_.end());
  std::sort(indices.begin(), indices.end());
  return indices;
}

void judge_all(judge::Judge& judge, std::size_t batch, ShardCases& cases,
               const std::function<void(const LoadedCase&, judge::Judged)>& take) {
  Lane one(judge), other(judge);
  Lane* running = &one;
  Lane* next = &other;
  const bool ahead = batch > 1;
  next->load(batch, cases);
  next->start();
  while (std::swap(running, next), !running->cases.empty()) {
    if (ahead) next->load(batch, cases);
    running->finish();
    if (ahead) next->start();
    std::vector<judge::Judged> judged = judge.conclude(running->batch);
    for (std::size_t i = 0; i < judged.size(); ++i) take(running->cases[i], std::move(judged[i]));
    if (ahead) continue;
    next->load(batch, cases);
    next->start();
  }
}

}  // namespace pto_cts::campaign
