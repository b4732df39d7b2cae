// SPDX-License-Identifier: MIT
// Backends made of one function, and calls for them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/isolate/isolate.h"

namespace pto_cts::isolate {

/// What happens at a call; `number` is the call's own, its scalar. Returns what should be said of it.
using Act = std::function<backend::Outcome(const backend::Call& call, std::uint64_t number)>;

inline backend::Outcome executed() { return {backend::OutcomeKind::executed, ""}; }

/// The right thing: each byte of the destination becomes the source's plus one.
inline void add_one(const backend::Call& call) {
  for (std::size_t i = 0; i < call.storages[0].bytes; ++i)
    call.storages[0].data[i] = static_cast<std::byte>(std::to_integer<int>(call.storages[1].data[i]) + 1);
}

class FaultyBackend final : public backend::Backend {
 public:
  FaultyBackend(Act act, backend::Placement placement, std::size_t at_once)
      : act_(std::move(act)), placement_(placement), at_once_(at_once) {
    capabilities_.instructions = {"TOY"};
    capabilities_.profiles = {Profile::a5};
    capabilities_.layouts = {Layout::ND, Layout::Zn};
    capabilities_.forms = {"heterogeneous"};
    capabilities_.in_place = false;
  }
  std::string_view name() const override { return "faulty"; }
  std::string_view version() const override { return "7"; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }
  backend::Observability observability() const override { return {.legality = false}; }
  backend::Placement placement() const override { return placement_; }
  std::size_t batch_cases() const override { return at_once_; }
  void execute(std::span<const backend::Call> calls, std::span<backend::Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) {
      outcomes[i] = act_(calls[i], calls[i].scalars[0]);
      if (outcomes[i].kind == backend::OutcomeKind::executed) add_one(calls[i]);
    }
  }

 private:
  Act act_;
  backend::Placement placement_;
  std::size_t at_once_;
  backend::Capabilities capabilities_;
};

inline constexpr backend::Placement kProtected{.guard_pages = true, .read_only_sources = true};

/// A short time for a call where a test exceeds it, a long one where it must not.
inline backend::Limits limits_of(std::chrono::milliseconds call = std::chrono::milliseconds(60'000)) {
  return {.call = call, .start = std::chrono::milliseconds(60'000), .memory_bytes = std::uint64_t{256} << 20};
}

struct Results {
  std::vector<backend::Outcome> outcomes;
  std::vector<std::vector<std::byte>> destinations, sources;  ///< With 64 bytes of guard on both sides.
  std::vector<bool> right;                                    ///< Destination as it should be, all else untouched.
};

inline constexpr std::size_t kGuard = 64, kTile = 512;

/// Isolates a backend of that function and runs `count` calls numbered from 0.
class Bench {
 public:
  explicit Bench(Act act, backend::Placement placement = kProtected, std::size_t at_once = 1,
                 backend::Limits limits = limits_of(), std::function<void()> open = [] {})
      : backend_(isolate([=] { open(); return std::make_unique<FaultyBackend>(act, placement, at_once); }, limits)) {
    tuple_.mnemonic = "TOY";
    const TileDesc tile = default_tile(TileType::Vec, DType::u8, 1, kTile);
    tuple_.tiles = {{"dst", Role::out, tile, 0}, {"src", Role::in, tile, 1}};
    tuple_.scalars = {{"number", DType::u64}};
  }

  backend::Backend& backend() { return *backend_; }

  Results run(std::size_t count) {
    Results results;
    std::vector<std::vector<backend::Storage>> storages(count);
    std::vector<std::uint64_t> numbers(count);
    std::vector<backend::Call> calls(count);
    struct alignas(64) Line { std::byte bytes[64]; };
    std::vector<Line> memory(count * 2 * (kTile + 2 * kGuard) / 64);
    auto* at = reinterpret_cast<std::byte*>(memory.data());
    std::memset(at, 0x5A, memory.size() * 64);
    for (std::size_t i = 0; i < count; ++i) {
      for (int s = 0; s < 2; ++s, at += kTile + 2 * kGuard) storages[i].push_back({at + kGuard, kTile, kGuard});
      for (std::size_t b = 0; b < kTile; ++b) storages[i][1].data[b] = static_cast<std::byte>(b + i);
      numbers[i] = i;
      calls[i] = {.tuple = &tuple_, .profile = Profile::a5, .storages = storages[i], .scalars = {&numbers[i], 1},
                  .flush = i % 2 ? backend::Flush::right : backend::Flush::left};
    }
    results.outcomes.resize(count);
    backend_->execute(calls, results.outcomes);
    for (std::size_t i = 0; i < count; ++i) {
      const auto whole = [&](int s) {
        const std::byte* begin = storages[i][static_cast<std::size_t>(s)].data - kGuard;
        return std::vector<std::byte>(begin, begin + kTile + 2 * kGuard);
      };
      results.destinations.push_back(whole(0));
      results.sources.push_back(whole(1));
      results.right.push_back(is_right(results.destinations.back(), results.sources.back(), i));
    }
    return results;
  }

 private:
  static bool is_right(const std::vector<std::byte>& dst, const std::vector<std::byte>& src, std::size_t number) {
    bool right = true;
    for (std::size_t b = 0; b < kTile + 2 * kGuard; ++b) {
      const bool guard = b < kGuard || b >= kGuard + kTile;
      const auto value = static_cast<std::byte>(b - kGuard + number);
      right &= src[b] == (guard ? std::byte{0x5A} : value);
      right &= dst[b] == (guard ? std::byte{0x5A} : static_cast<std::byte>(std::to_integer<int>(value) + 1));
    }
    return right;
  }

  Tuple tuple_;
  std::unique_ptr<backend::Backend> backend_;
};

}  // namespace pto_cts::isolate
