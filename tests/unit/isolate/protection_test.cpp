// SPDX-License-Identifier: MIT
// Accesses outside the storages are stopped or found, and named.
#include <cstring>

#include "faulty_backend.h"

namespace pto_cts::isolate::protection_test {
namespace {

using backend::Outcome;
using backend::OutcomeKind;

volatile std::byte seen;

void look_at(const std::byte* at) { seen = *static_cast<const volatile std::byte*>(at); }

// position, whether it is written, and what it is next to
struct Touch {
  int storage;
  std::int64_t position;
  bool write;
};

TEST(Protection, NamesTheAccessThatItStops) {
  for (const auto& [storage, position, write] : {Touch{0, -1, true}, Touch{0, -4096, true}, Touch{1, -7, false}, Touch{1, 3, true}}) {
    Bench bench([=](const backend::Call& call, std::uint64_t) {
      volatile std::byte* at = call.storages[static_cast<std::size_t>(storage)].data + position;
      if (write) *at = std::byte{1};
      else look_at(call.storages[static_cast<std::size_t>(storage)].data + position);
      return executed();
    });
    const Outcome outcome = bench.run(1).outcomes[0];
    EXPECT_EQ(outcome.kind, OutcomeKind::crashed);
    ASSERT_TRUE(outcome.stray) << storage << " " << position;
    EXPECT_EQ(*outcome.stray, (backend::StrayAccess{storage, position, write}));
  }
}

TEST(Protection, TouchesBothEndsInTurn) {
  Bench bench([](const backend::Call& call, std::uint64_t number) {
    const bool right = number % 2 == 1;
    for (const backend::Storage& storage : call.storages) {
      if (right) look_at(storage.data - 1);
      else look_at(storage.data + storage.bytes);
    }
    const int side = number < 2 ? 0 : right ? static_cast<int>(kTile) : -1;
    if (number >= 2) const_cast<volatile std::byte*>(call.storages[0].data)[side] = std::byte{1};
    return executed();
  });
  const Results results = bench.run(4);
  EXPECT_TRUE(results.right[0] && results.right[1]);
  for (const std::size_t i : {2u, 3u}) {
    ASSERT_TRUE(results.outcomes[i].stray) << i;
    EXPECT_EQ(results.outcomes[i].stray->position, i == 2 ? -1 : static_cast<std::int64_t>(kTile));
  }
}

// Too far for the guards, and over the page next to the storage.
TEST(Protection, FindsWritesThatAreFarOff) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}})
    for (const std::int64_t distance : {200, 700, 5000, 100'000}) {
      Bench bench([=](const backend::Call& call, std::uint64_t) {
        std::memset(call.storages[0].data + kTile + distance, 1, 100);
        return executed();
      }, placement);
      for (const Outcome& outcome : bench.run(2).outcomes) {
        if (outcome.kind == OutcomeKind::executed && !outcome.stray && distance < 4096) continue;  // the other run shows it
        ASSERT_TRUE(outcome.stray) << distance;
        EXPECT_EQ(*outcome.stray, (backend::StrayAccess{0, static_cast<std::int64_t>(kTile) + distance, true}));
      }
    }
}

TEST(Protection, KeepsAWildLoopFromOtherCalls) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}})
    for (const int step : {1, -1}) {
      Bench bench([=](const backend::Call& call, std::uint64_t number) {
        if (number == 1)
          for (volatile std::byte* at = call.storages[0].data;; at += step) *at = std::byte{3};
        return executed();
      }, placement);
      const Results results = bench.run(4);
      for (const std::size_t i : {0u, 2u, 3u}) EXPECT_TRUE(results.right[i]) << i;
      EXPECT_EQ(results.outcomes[1].kind, OutcomeKind::crashed);
    }
}

TEST(Protection, WritesThatHitAGuardComeBack) {
  for (const backend::Placement placement : {kProtected, backend::Placement{}, backend::Placement{.read_only_sources = true}}) {
    Bench bench([&](const backend::Call& call, std::uint64_t) {
      call.storages[0].data[kTile + 5] = std::byte{1};
      if (!placement.read_only_sources) call.storages[1].data[9] = std::byte{2};
      return executed();
    }, placement);
    const Results results = bench.run(1);
    EXPECT_EQ(results.outcomes[0].kind, OutcomeKind::executed);
    EXPECT_EQ(results.destinations[0][kGuard + kTile + 5], std::byte{1});
    if (!placement.read_only_sources) {
      EXPECT_EQ(results.sources[0][kGuard + 9], std::byte{2});
    }
  }
}

}  // namespace
}  // namespace pto_cts::isolate::protection_test
