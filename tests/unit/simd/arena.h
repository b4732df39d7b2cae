// SPDX-License-Identifier: MIT
// Calls with guarded memory, for tests of backends.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/types/layout.h"

namespace pto_cts {

constexpr std::size_t kGuard = 64;

/// The storages of one call: 64-byte aligned, filled with a pattern, guards on both sides.
class Arena {
 public:
  explicit Arena(const Tuple& tuple, std::byte pattern = std::byte{0xA5}) : pattern_(pattern) {
    for (int i = 0; i < storage_count(tuple); ++i) {
      const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(storage_bytes(tuple, i), 0));
      std::vector<std::byte>& memory = memory_.emplace_back(bytes + 3 * kGuard, pattern);
      const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
      storages_.push_back({memory.data() + kGuard + (kGuard - address % kGuard) % kGuard, bytes});
    }
  }

  std::span<const backend::Storage> storages() const { return storages_; }
  std::byte* data(int storage) const { return storages_[static_cast<std::size_t>(storage)].data; }

  void fill_random(int storage, std::mt19937& random) {
    const backend::Storage& s = storages_[static_cast<std::size_t>(storage)];
    for (std::size_t i = 0; i < s.bytes; ++i) s.data[i] = static_cast<std::byte>(random());
  }

  std::vector<std::vector<std::byte>> contents() const {
    std::vector<std::vector<std::byte>> all;
    for (const backend::Storage& s : storages_) all.emplace_back(s.data, s.data + s.bytes);
    return all;
  }
  /// All bytes, guards included.
  std::vector<std::vector<std::byte>> everything() const { return {memory_.begin(), memory_.end()}; }

  bool guards_intact() const {
    for (std::size_t i = 0; i < storages_.size(); ++i) {
      const std::byte* data = storages_[i].data;
      for (const std::byte& byte : memory_[i])
        if ((&byte < data || &byte >= data + storages_[i].bytes) && byte != pattern_) return false;
    }
    return true;
  }

 private:
  std::byte pattern_;
  std::deque<std::vector<std::byte>> memory_;
  std::vector<backend::Storage> storages_;
};

inline backend::Outcome run(backend::Backend& backend, const Tuple& tuple, const Arena& arena,
                            std::span<const std::uint64_t> scalars = {}, Profile profile = Profile::a5) {
  const backend::Call call{&tuple, profile, arena.storages(), scalars};
  backend::Outcome outcome;
  backend.execute({&call, 1}, {&outcome, 1});
  return outcome;
}

inline std::uint64_t get_bits(const std::byte* data, const TileDesc& tile, std::int64_t row, std::int64_t col) {
  std::uint64_t bits = 0;
  const std::int64_t size = element_bytes(tile.dtype);
  std::memcpy(&bits, data + LayoutMap(tile).element_offset(row, col) * size, static_cast<std::size_t>(size));
  return bits;
}

inline void set_bits(std::byte* data, const TileDesc& tile, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  const std::int64_t size = element_bytes(tile.dtype);
  std::memcpy(data + LayoutMap(tile).element_offset(row, col) * size, &bits, static_cast<std::size_t>(size));
}

/// A tile with a dynamic valid region.
inline TileDesc dynamic_tile(DType dtype, std::int64_t rows, std::int64_t cols, std::int64_t valid_rows,
                             std::int64_t valid_cols) {
  TileDesc tile = default_tile(TileType::Vec, dtype, rows, cols);
  tile.static_valid_rows = tile.static_valid_cols = kDynamic;
  tile.valid_rows = valid_rows;
  tile.valid_cols = valid_cols;
  return tile;
}

inline Tuple tmuls(const TileDesc& dst, const TileDesc& src, bool in_place = false) {
  return {"TMULS",
          {{"dst", Role::out, dst, 0}, {"src0", Role::in, src, in_place ? 0 : 1}},
          {{"scalar", dst.dtype}},
          {},
          {}};
}
inline Tuple tpartadd(const TileDesc& dst, const TileDesc& src0, const TileDesc& src1, int storage0 = 1,
                      int storage1 = 2) {
  return {"TPARTADD",
          {{"dst", Role::out, dst, 0}, {"src0", Role::in, src0, storage0}, {"src1", Role::in, src1, storage1}},
          {},
          {},
          {}};
}
inline Tuple tfillpad(const TileDesc& dst, const TileDesc& src, bool in_place = false) {
  return {"TFILLPAD",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, in_place ? 0 : 1}},
          {},
          {{"form", "heterogeneous"}, {"pad", "Zero", true}},
          {}};
}
inline Tuple homogeneous_tfillpad(const TileDesc& tile, PadValue pad, bool in_place = false) {
  Tuple tuple = tfillpad(tile, tile, in_place);
  tuple.attributes = {{"form", "homogeneous"}, {"pad", std::string(name(pad)), true}};
  return tuple;
}
inline Tuple tgatherb(const TileDesc& dst, const TileDesc& src, const TileDesc& offset) {
  return {"TGATHERB",
          {{"dst", Role::out, dst, 0}, {"src", Role::in, src, 1}, {"offset", Role::index, offset, 2}},
          {},
          {},
          {}};
}

}  // namespace pto_cts
