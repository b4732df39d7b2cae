// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "fault.h"

namespace pto_cts::mutants {
namespace {

bool fits(const TileDesc& tile, std::size_t bytes) {
  const auto limit = static_cast<std::int64_t>(bytes);
  return has_sound_layout(tile) && tile.rows <= limit && tile.cols <= limit && tile_bytes(tile) <= limit;
}

}  // namespace

Scene::Scene(const backend::Call& c, backend::Backend& sound, int s)
    : tuple(*c.tuple), scalars(c.scalars.begin(), c.scalars.end()), call(c), serial(s), sound_(sound) {
  for (const backend::Storage& storage : call.storages)
    before_.emplace_back(storage.data, storage.data + storage.bytes);
  for (const TileOperand& operand : tuple.tiles) {
    const auto id = static_cast<std::size_t>(operand.storage);
    if (id < before_.size() && fits(operand.tile, before_[id].size()))
      maps_.emplace_back(operand.tile);
    else
      maps_.emplace_back();
  }
}

backend::Outcome Scene::run() {
  const backend::Call altered{&tuple, call.profile, call.storages, scalars};
  backend::Outcome outcome;
  sound_.execute({&altered, 1}, {&outcome, 1});
  return outcome;
}

backend::Outcome Scene::run_on_changed(int operand) {
  backend::Outcome outcome = run();
  if (outcome.kind != backend::OutcomeKind::executed) restore(operand);
  return outcome;
}

std::size_t Scene::storage_id(int operand) const {
  return static_cast<std::size_t>(call.tuple->tiles[static_cast<std::size_t>(operand)].storage);
}

backend::Storage Scene::storage(int operand) const {
  return call.storages[storage_id(operand)];
}

bool Scene::shares(int operand) const {
  return storage_id(operand) == storage_id(kDst);
}

std::int64_t Scene::rows(int operand) const {
  return std::clamp<std::int64_t>(tile(operand).valid_rows, 0, std::max<std::int64_t>(tile(operand).rows, 0));
}

std::int64_t Scene::cols(int operand) const {
  return std::clamp<std::int64_t>(tile(operand).valid_cols, 0, std::max<std::int64_t>(tile(operand).cols, 0));
}

std::optional<std::size_t> Scene::place(int operand, std::int64_t row, std::int64_t col) const {
  const TileDesc& desc = tile(operand);
  if (!usable(operand) || row < 0 || col < 0 || row >= desc.rows || col >= desc.cols) return std::nullopt;
  const std::int64_t offset = maps_[static_cast<std::size_t>(operand)]->element_offset(row, col);
  return static_cast<std::size_t>(offset * element_bytes(desc.dtype));
}

std::uint64_t Scene::get(int operand, std::int64_t row, std::int64_t col) const {
  std::uint64_t bits = 0;
  if (const auto at = place(operand, row, col))
    std::memcpy(&bits, storage(operand).data + *at, static_cast<std::size_t>(element_bytes(tile(operand).dtype)));
  return bits;
}

std::uint64_t Scene::before(int operand, std::int64_t row, std::int64_t col) const {
  std::uint64_t bits = 0;
  if (const auto at = place(operand, row, col))
    std::memcpy(&bits, before_[storage_id(operand)].data() + *at,
                static_cast<std::size_t>(element_bytes(tile(operand).dtype)));
  return bits;
}

void Scene::set(int operand, std::int64_t row, std::int64_t col, std::uint64_t bits) {
  if (const auto at = place(operand, row, col))
    std::memcpy(storage(operand).data + *at, &bits, static_cast<std::size_t>(element_bytes(tile(operand).dtype)));
}

void Scene::restore(int operand) {
  const std::vector<std::byte>& bytes = before_[storage_id(operand)];
  std::memcpy(storage(operand).data, bytes.data(), bytes.size());
}

std::optional<std::uint64_t> Scene::bytes_before(int operand, std::int64_t offset) const {
  if (!usable(operand) || offset < 0 || offset + element() > tile_bytes(tile(operand))) return std::nullopt;
  std::uint64_t bits = 0;
  std::memcpy(&bits, before_[storage_id(operand)].data() + offset, static_cast<std::size_t>(element()));
  return bits;
}

}  // namespace pto_cts::mutants
