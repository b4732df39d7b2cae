// SPDX-License-Identifier: MIT
// Hand-made calls, their memory, and what of it a judge may look at.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/types/layout.h"

namespace pto_cts {

struct Prepared {
  Tuple tuple;
  std::uint64_t scalar = 0;
  Profile profile = Profile::a5;
};

/// Memory of one call with guards of 64 bytes; undefined bytes hold a poison.
struct Memory {
  std::vector<std::vector<std::byte>> buffers;
  std::vector<backend::Storage> storages;
};

constexpr std::size_t kGuardBytes = 64;

inline std::byte* element_at(std::byte* data, const TileDesc& tile, std::int64_t row, std::int64_t col) {
  return data + LayoutMap(tile).element_offset(row, col) * element_bytes(tile.dtype);
}

/// Values that arithmetic and copies treat specially, and ordinary ones, by position.
inline std::uint64_t sample(DType dtype, std::uint64_t n) {
  const std::uint64_t mixed = (n + 1) * 0x9E3779B97F4A7C15u >> 16;
  const int width = 8 * element_bytes(dtype);
  const std::uint64_t top = std::uint64_t{1} << (width - 1);
  const int fraction = dtype == DType::f16 ? 10 : dtype == DType::bf16 ? 7 : 23;
  const std::uint64_t normal = std::uint64_t{1} << fraction, infinity = top - normal;
  const std::uint64_t specials[] = {1, normal - 1, infinity, infinity + 1, top, top | infinity, infinity - 1, 0};
  if (!is_float(dtype)) return mixed;
  if (n % 3 == 0) return specials[n / 3 % std::size(specials)];
  const std::uint64_t ordinary = infinity / 2 - normal + mixed % (4 * normal);
  return ordinary | (mixed % 7 == 0 ? top : 0);
}

inline Memory memory_for(const Prepared& call, std::byte poison) {
  Memory memory;
  const Tuple& tuple = call.tuple;
  for (int id = 0; id < storage_count(tuple); ++id) {
    const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(storage_bytes(tuple, id), 0));
    memory.buffers.emplace_back(bytes + 2 * kGuardBytes, poison);
  }
  for (auto& buffer : memory.buffers)
    memory.storages.push_back({buffer.data() + kGuardBytes, buffer.size() - 2 * kGuardBytes});
  for (const TileOperand& operand : tuple.tiles) {
    if (!is_read(operand.role) || !has_sound_layout(operand.tile)) continue;
    std::byte* data = memory.storages[static_cast<std::size_t>(operand.storage)].data;
    const TileDesc &tile = operand.tile, &dst = tuple.tiles[0].tile;
    const auto slots = static_cast<std::uint64_t>(tile_bytes(tuple.tiles[1].tile) / element_bytes(dst.dtype));
    std::uint64_t n = operand.name.back() == '1' ? 1 : 0;
    for (std::int64_t row = 0; row < tile.rows; ++row)
      for (std::int64_t col = 0; col < tile.cols; ++col, ++n) {
        std::uint64_t bits = sample(tile.dtype, n);
        if (operand.role == Role::index) bits = n * 37 % slots * static_cast<std::uint64_t>(element_bytes(dst.dtype));
        if (operand.role == Role::index || in_valid_region(tile, row, col))
          std::memcpy(element_at(data, tile, row, col), &bits, static_cast<std::size_t>(element_bytes(tile.dtype)));
      }
  }
  return memory;
}

/// True where the spec gives a destination element a value.
inline bool is_defined(const Tuple& tuple, std::int64_t row, std::int64_t col) {
  if (tuple.mnemonic.starts_with("TFILLPAD")) return true;
  const auto in = [&](std::size_t i) { return in_valid_region(tuple.tiles[i].tile, row, col); };
  if (tuple.mnemonic == "TMULS") return in(0) && in(1);
  if (tuple.mnemonic == "TPARTADD") return in(0) && (in(1) || in(2));
  return in(0) && in(2);
}

/// What a judge sees of a run: the answer, defined elements, sources, guards.
inline std::vector<std::byte> observed(const Tuple& tuple, Memory& memory, const backend::Outcome& outcome) {
  const TileOperand& dst = tuple.tiles[0];
  std::vector<std::byte>& buffer = memory.buffers[static_cast<std::size_t>(dst.storage)];
  std::byte* data = buffer.data() + kGuardBytes;
  const auto size = static_cast<std::size_t>(element_bytes(dst.tile.dtype));
  if (outcome.kind == backend::OutcomeKind::executed && has_sound_layout(dst.tile))
    for (std::int64_t row = 0; row < dst.tile.rows; ++row)
      for (std::int64_t col = 0; col < dst.tile.cols; ++col)
        if (!is_defined(tuple, row, col)) std::memset(element_at(data, dst.tile, row, col), 0, size);
  std::vector<std::byte> all = {static_cast<std::byte>(outcome.kind)};
  for (const auto& bytes : memory.buffers) all.insert(all.end(), bytes.begin(), bytes.end());
  return all;
}

inline std::vector<std::byte> run(backend::Backend& backend, const Prepared& prepared, std::byte poison) {
  Memory memory = memory_for(prepared, poison);
  const backend::Call call{
      &prepared.tuple, prepared.profile, memory.storages, {&prepared.scalar, prepared.tuple.scalars.size()}};
  backend::Outcome outcome;
  backend.execute({&call, 1}, {&outcome, 1});
  return observed(prepared.tuple, memory, outcome);
}

/// True where some of the runs, under two poisons in turn, differ in anything that a judge sees.
inline bool differ(backend::Backend& a, backend::Backend& b, const Prepared& prepared, int runs) {
  for (int i = 0; i < runs; ++i) {
    const std::byte poison = i % 2 == 0 ? std::byte{0xA5} : std::byte{0x5A};
    if (run(a, prepared, poison) != run(b, prepared, poison)) return true;
  }
  return false;
}

/// Legal calls of an instruction.
std::vector<Prepared> legal_calls(std::string_view mnemonic);

/// A call that breaks one clause; without tiles for a clause that has none here.
Prepared call_that_breaks(std::string_view clause);

}  // namespace pto_cts
