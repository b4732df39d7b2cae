// SPDX-License-Identifier: MIT
#include "objections.h"

#include <fmt/format.h>

namespace pto_cts::reports {
namespace {

constexpr std::size_t kListed = 20;  // Of one kind.

}  // namespace

void Objections::add(const std::string& kind, std::string text) {
  if (++counts_[kind] <= kListed) lines_.push_back(std::move(text));
}

std::vector<std::string> Objections::lines() const {
  std::vector<std::string> all = lines_;
  for (const auto& [kind, count] : counts_)
    if (count > kListed) all.push_back(fmt::format("{} more objections to {}", count - kListed, kind));
  return all;
}

}  // namespace pto_cts::reports
