// SPDX-License-Identifier: MIT
#include "judge_all.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pto_cts::campaign {
namespace {

struct Lane {
  judge::Batch batch;
  std::vector<LoadedCase> cases;

  void load(judge::Judge& judge, std::size_t count, ShardCases& from) {
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

ShardCases::ShardCases(const Plan& plan, const Request& request) : plan_(plan), request_(request) {
  for (std::uint64_t i = request.shard.index - 1; i < plan.cases().size(); i += request.shard.count) order_.push_back(i);
  constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;
  if (request.budget)
    std::sort(order_.begin(), order_.end(), [](std::uint64_t a, std::uint64_t b) { return a * kGoldenRatio < b * kGoldenRatio; });
}

bool ShardCases::is_over() const {
  return at_ == order_.size() || (request_.budget && std::chrono::steady_clock::now() - began_ >= *request_.budget);
}

std::optional<LoadedCase> ShardCases::next() {
  if (is_over()) return std::nullopt;
  const std::uint64_t index = order_[at_++];
  const PlannedCase& planned = plan_.cases()[index];
  return LoadedCase{index, &planned, &plan_.domains()[planned.domain].instruction(), plan_.generate(planned, request_.seed)};
}

std::vector<std::uint64_t> ShardCases::left() const {
  std::vector<std::uint64_t> indices(order_.begin() + static_cast<std::ptrdiff_t>(at_), order_.end());
  std::sort(indices.begin(), indices.end());
  return indices;
}

void judge_all(judge::Judge& judge, std::size_t batch, ShardCases& cases,
               const std::function<void(const LoadedCase&, judge::Judged)>& take) {
  Lane lanes[2];
  Lane* running = &lanes[0];
  Lane* next = &lanes[1];
  const bool ahead = batch > 1;
  const auto load_next = [&] { next->load(judge, batch, cases); };
  const auto start_next = [&] {
    if (!next->cases.empty()) judge.start(next->batch);
  };
  load_next();
  start_next();
  while (std::swap(running, next), !running->cases.empty()) {
    if (ahead) load_next();
    judge.finish(running->batch);
    if (ahead) start_next();
    std::vector<judge::Judged> judged = judge.conclude(running->batch);
    for (std::size_t i = 0; i < judged.size(); ++i) take(running->cases[i], std::move(judged[i]));
    if (ahead) continue;
    load_next();
    start_next();
  }
}

}  // namespace pto_cts::campaign
