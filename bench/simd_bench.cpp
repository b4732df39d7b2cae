// SPDX-License-Identifier: MIT
// The simd backend beside memcpy, 32 KiB at a time. The counter of_memcpy is the ratio of their speeds, both measured
// in turns in one run, from the best batch of each; the floor is 0.5 for full tiles of 16 and 32 bits.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "pto_cts/simd/simd_backend.h"

namespace pto_cts {
namespace {

constexpr std::size_t kTileBytes = 32768;
constexpr int kBatch = 32;

struct alignas(64) Buffer {
  std::byte bytes[kTileBytes];
};

struct Subject {
  std::string mnemonic;
  DType dtype;
  std::int64_t spare_cols = 0;  ///< Columns outside the first source's valid region.
};

Tuple tuple_of(const Subject& subject) {
  const std::int64_t cols = 1024 / element_bytes(subject.dtype);
  TileDesc tile = default_tile(TileType::Vec, subject.dtype, 32, cols);
  tile.static_valid_cols = kDynamic;
  tile.pad = PadValue::Max;
  TileDesc source = tile;
  source.valid_cols -= subject.spare_cols;
  Tuple tuple{subject.mnemonic, {{"dst", Role::out, tile, 0}, {"src0", Role::in, source, 1}}, {}, {}, {}};
  if (subject.mnemonic == "TPARTADD") tuple.tiles.push_back({"src1", Role::in, tile, 2});
  if (subject.mnemonic == "TMULS") tuple.scalars.push_back({"scalar", subject.dtype});
  if (subject.mnemonic == "TFILLPAD") tuple.attributes.push_back({"form", "heterogeneous"});
  return tuple;
}

/// Numbers between 1 and 2 for the floats, with no two neighbours equal.
void fill(DType dtype, Buffer& buffer) {
  for (std::size_t i = 0; i < kTileBytes; ++i) buffer.bytes[i] = static_cast<std::byte>(i * 7 % 61);
  const std::size_t size = static_cast<std::size_t>(element_bytes(dtype));
  if (is_float(dtype))
    for (std::size_t i = size - 1; i < kTileBytes; i += size) buffer.bytes[i] = std::byte{0x3F};
}

template <typename F>
double seconds(F&& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void run(benchmark::State& state, const Subject& subject) {
  const auto buffers = std::make_unique<Buffer[]>(4);
  for (int i = 0; i < 4; ++i) fill(subject.dtype, buffers[i]);
  const Tuple tuple = tuple_of(subject);
  const backend::Storage storages[] = {
      {buffers[0].bytes, kTileBytes}, {buffers[1].bytes, kTileBytes}, {buffers[2].bytes, kTileBytes}};
  const std::uint64_t scalars[] = {0x3F803F80u};
  const std::span<const std::uint64_t> used(scalars, tuple.scalars.size());
  const std::vector<backend::Call> calls(kBatch, {&tuple, Profile::a5, storages, used});
  std::vector<backend::Outcome> outcomes(kBatch);
  const auto simd = simd::make_simd_backend();

  double best = std::numeric_limits<double>::infinity(), best_memcpy = best;
  for (auto _ : state) {
    best_memcpy = std::min(best_memcpy, seconds([&] {
                             for (int i = 0; i < kBatch; ++i) {
                               std::memcpy(buffers[3].bytes, buffers[1].bytes, kTileBytes);
                               benchmark::ClobberMemory();
                             }
                           }));
    const double time = seconds([&] { simd->execute(calls, outcomes); });
    best = std::min(best, time);
    state.SetIterationTime(time);
  }
  if (outcomes[0].kind != backend::OutcomeKind::executed) state.SkipWithError(outcomes[0].diagnostic.c_str());
  state.counters["GB/s"] = kTileBytes * kBatch / best / 1e9;
  state.counters["memcpy_GB/s"] = kTileBytes * kBatch / best_memcpy / 1e9;
  state.counters["of_memcpy"] = best_memcpy / best;
}

const int registered = [] {
  using enum DType;
  std::vector<Subject> subjects;
  for (const char* mnemonic : {"TFILLPAD", "TPARTADD", "TMULS"})
    for (const DType dtype : {i8, i16, i32, f16, bf16, f32}) subjects.push_back({mnemonic, dtype});
  for (const char* mnemonic : {"TFILLPAD", "TPARTADD"}) subjects.push_back({mnemonic, f32, 17});
  for (const Subject& subject : subjects) {
    const std::string suffix = subject.spare_cols > 0 ? "/partial" : "";
    benchmark::RegisterBenchmark((subject.mnemonic + "/" + std::string(name(subject.dtype)) + suffix).c_str(), run,
                                 subject)
        ->UseManualTime()
        ->MinTime(0.05);
  }
  return 0;
}();

}  // namespace
}  // namespace pto_cts
