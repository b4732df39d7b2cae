// SPDX-License-Identifier: MIT
#include "pto_cts/judge/memory.h"

#include <algorithm>
#include <cstring>

#include "elements.h"

namespace pto_cts::judge {
namespace {

constexpr std::size_t round_up(std::size_t bytes) {
  return (bytes + Memory::kAlignment - 1) / Memory::kAlignment * Memory::kAlignment;
}

std::uint64_t index_bits(const Case& subject, int tile, PoisonRun run) {
  for (const IndexPoison& poison : subject.index_poison)
    if (poison.tile == tile) return run == PoisonRun::first ? poison.first : poison.second;
  return 0;
}

}  // namespace

std::uint32_t poison_of(const Poison& poison, PoisonRun run) {
  return run == PoisonRun::first ? poison.pattern : ~poison.pattern;
}

void Memory::lay_out(const Tuple& tuple, std::size_t count) {
  slots_.clear();
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto bytes = static_cast<std::size_t>(storage_bytes(tuple, static_cast<int>(i)));
    const std::size_t data = end + kGuardBytes;
    slots_.push_back({end, data, data + bytes, data + round_up(bytes) + kGuardBytes});
    end = slots_.back().end;
  }
  filled_.resize(end / kAlignment);
  now_.resize(end / kAlignment);
  storages_.clear();
  auto* base = reinterpret_cast<std::byte*>(now_.data());
  for (const Slot& slot : slots_) storages_.push_back({base + slot.data, slot.data_end - slot.data, kGuardBytes});
}

std::byte* Memory::image(int storage) {
  return reinterpret_cast<std::byte*>(filled_.data()) + slots_[static_cast<std::size_t>(storage)].data;
}

void Memory::fill(const Case& subject, PoisonRun run) {
  const Tuple& tuple = subject.tuple;
  lay_out(tuple, subject.payload.size());

  const std::uint32_t word = poison_of(subject.poison, run);
  Line line;
  for (std::size_t i = 0; i < kAlignment; i += sizeof(word)) std::memcpy(&line.bytes[i], &word, sizeof(word));
  std::fill(filled_.begin(), filled_.end(), line);

  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& operand = tuple.tiles[i];
    if (operand.role == Role::index && has_places(operand.tile))
      set_all(operand.tile, index_bits(subject, static_cast<int>(i), run), image(operand.storage));
  }
  for (const TileOperand& operand : tuple.tiles) {
    if (!is_read(operand.role)) continue;
    const std::vector<std::uint8_t>& payload = subject.payload[static_cast<std::size_t>(operand.storage)];
    if (has_places(operand.tile))
      copy_valid(operand.tile, payload.data(), image(operand.storage));
    else if (!payload.empty())
      std::memcpy(image(operand.storage), payload.data(), payload.size());
  }
  restore();
}

void Memory::restore() {
  if (!filled_.empty()) std::memcpy(now_.data(), filled_.data(), filled_.size() * sizeof(Line));
}

std::span<const std::byte> Memory::filled(int storage) const {
  const Slot& slot = slots_[static_cast<std::size_t>(storage)];
  return {reinterpret_cast<const std::byte*>(filled_.data()) + slot.data, slot.data_end - slot.data};
}

std::span<const std::byte> Memory::now(int storage) const {
  const Slot& slot = slots_[static_cast<std::size_t>(storage)];
  return {reinterpret_cast<const std::byte*>(now_.data()) + slot.data, slot.data_end - slot.data};
}

void Memory::find_changed(int storage, std::size_t from, std::size_t to, std::vector<ChangedByte>& changed) const {
  const auto* was = reinterpret_cast<const std::byte*>(filled_.data());
  const auto* is = reinterpret_cast<const std::byte*>(now_.data());
  if (from == to || std::memcmp(was + from, is + from, to - from) == 0) return;
  const auto data = static_cast<std::int64_t>(slots_[static_cast<std::size_t>(storage)].data);
  for (std::size_t i = from; i < to; ++i)
    if (was[i] != is[i]) changed.push_back({storage, static_cast<std::int64_t>(i) - data, is[i]});
}

void Memory::find_changed_guards(std::vector<ChangedByte>& changed) const {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    find_changed(static_cast<int>(i), slots_[i].begin, slots_[i].data, changed);
    find_changed(static_cast<int>(i), slots_[i].data_end, slots_[i].end, changed);
  }
}

void Memory::find_changed_storage(int storage, std::vector<ChangedByte>& changed) const {
  const Slot& slot = slots_[static_cast<std::size_t>(storage)];
  find_changed(storage, slot.data, slot.data_end, changed);
}

}  // namespace pto_cts::judge
