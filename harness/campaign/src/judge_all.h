// SPDX-License-Identifier: MIT
// The cases of a campaign, and the way they take through the judge.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pto_cts/campaign/campaign.h"
#include "pto_cts/campaign/plan.h"
#include "report_folder.h"

namespace pto_cts::campaign {

/// A planned case that has been made.
struct LoadedCase {
  std::uint64_t index = 0;  ///< In the plan.
  const PlannedCase* planned = nullptr;
  const terms::Instruction* instruction = nullptr;
  generators::Generated generated;

  judge::Item item() const { return {instruction, generated.subject.get(), generated.expectation.get()}; }
};

/// The cases of the request's shard, made one after the other: in the order of the plan or, with a budget, spread over
/// it until the time is up. Plan, request and backend outlive it.
class ShardCases {
 public:
  /// Announces the cases to the backend, some time before it gives them. Leaves out those of `known`.
  ShardCases(const Plan& plan, const Request& request, backend::Backend& backend, const ResultsByIndex& known = {});

  std::uint64_t size() const { return order_.size(); }
  std::optional<LoadedCase> next();

  /// Plan indices of the cases that next() has not given, in rising order.
  std::vector<std::uint64_t> left() const;

 private:
  bool is_over() const;
  LoadedCase load(std::size_t at) const;
  void announce();

  const Plan& plan_;
  const Request& request_;
  backend::Backend& backend_;
  std::vector<std::uint64_t> order_;
  std::size_t at_ = 0;
  std::size_t announced_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// Plan indices of the request's shard.
std::vector<std::uint64_t> shard_of(const Plan& plan, const record::Shard& shard);

/// Judges the cases in their order, `batch` at once; where that is more than one, the next batch is made and the last
/// one judged while the backend works. `take` gets each case with its judgement.
void judge_all(judge::Judge& judge, std::size_t batch, ShardCases& cases,
               const std::function<void(const LoadedCase&, judge::Judged)>& take);

}  // namespace pto_cts::campaign
