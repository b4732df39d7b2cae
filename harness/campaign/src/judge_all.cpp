// SPDX-License-Identifier: MIT
#include "judge_all.h"

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

ShardCases::ShardCases(const Plan& plan, const Request& request)
    : plan_(plan), request_(request), index_(request.shard.index - 1) {}

std::uint64_t ShardCases::size() const {
  const std::uint64_t planned = plan_.cases().size(), shards = request_.shard.count;
  return planned / shards + (planned % shards >= request_.shard.index ? 1 : 0);
}

std::optional<LoadedCase> ShardCases::next() {
  if (index_ >= plan_.cases().size()) return std::nullopt;
  const PlannedCase& planned = plan_.cases()[index_];
  LoadedCase loaded{index_, &planned, &plan_.domains()[planned.domain].instruction(), plan_.generate(planned, request_.seed)};
  index_ += request_.shard.count;
  return loaded;
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
