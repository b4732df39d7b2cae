// SPDX-License-Identifier: MIT
#include "side_by_side.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace pto_cts::campaign::side_by_side_test {
namespace {

TEST(SideBySide, EveryPieceIsDoneOnce) {
  for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
    std::vector<std::atomic<int>> done(count);
    side_by_side(count, [&](std::size_t i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(SideBySide, WhatAPieceThrowsIsThrownOnceAllThreadsHaveEnded) {
  std::atomic<int> running = 0;
  const auto work = [&](std::size_t i) {
    ++running;
    if (i % 7 == 3) {
      --running;
      throw std::runtime_error("piece");
    }
    --running;
  };
  EXPECT_THROW(side_by_side(100, work), std::runtime_error);
  EXPECT_EQ(running, 0);
}

}  // namespace
}  // namespace pto_cts::campaign::side_by_side_test
