// SPDX-License-Identifier: MIT
#include "placement.h"

#include <algorithm>

namespace pto_cts::headers {
namespace {

constexpr std::uint64_t kAlignment = 512;  // bytes: legal tiles are multiples of it, so that they touch

std::uint64_t rounded(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

struct Room {
  int storage = 0;
  std::uint64_t bytes = 0;
  std::vector<std::size_t> operands;
};

// In the order of the operands. Tile types may share a buffer, and which do is the headers' own affair, so that no two
// storages have common addresses, whatever their types.
std::vector<Room> rooms_of(const Tuple& tuple) {
  std::vector<Room> rooms;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& operand = tuple.tiles[i];
    auto room = std::find_if(rooms.begin(), rooms.end(), [&](const Room& r) { return r.storage == operand.storage; });
    if (room == rooms.end()) room = rooms.insert(rooms.end(), Room{operand.storage, 0, {}});
    room->bytes = std::max(room->bytes, static_cast<std::uint64_t>(tile_bytes(operand.tile)));
    room->operands.push_back(i);
  }
  return rooms;
}

// Tiles of more than one size in a storage leave no touching guard for each.
std::optional<std::uint64_t> guard_bytes(const Tuple& tuple, const Room& room) {
  const auto bytes = static_cast<std::uint64_t>(tile_bytes(tuple.tiles[room.operands.front()].tile));
  if (bytes != room.bytes) return std::nullopt;
  return bytes;
}

void place_from_start(const Tuple& tuple, const std::vector<Room>& rooms, bool guarded, std::vector<Place>& places) {
  std::uint64_t at = 0;
  for (const Room& room : rooms) {
    for (const std::size_t operand : room.operands) places[operand].address = at;
    at += rounded(room.bytes);
    const auto guard = guard_bytes(tuple, room);
    if (!guarded || !guard) continue;
    places[room.operands.front()].guard = at;
    at += rounded(*guard);
  }
}

void place_at_end(const Tuple& tuple, const std::vector<Room>& rooms, std::uint64_t size, bool guarded, std::vector<Place>& places) {
  std::uint64_t at = size / kAlignment * kAlignment;
  for (const Room& room : rooms) {
    at -= rounded(room.bytes);
    for (const std::size_t operand : room.operands) places[operand].address = at;
  }
  const auto guard = guard_bytes(tuple, rooms.back());
  if (!guarded || !guard || rounded(*guard) > at) return;
  places[rooms.back().operands.front()].guard = at - rounded(*guard);
}

}  // namespace

std::optional<std::vector<Place>> place(const Tuple& tuple, backend::Flush flush, const std::map<TileType, std::uint64_t>& memory) {
  std::vector<Place> places(tuple.tiles.size());
  std::uint64_t size = UINT64_MAX, needed = 0, with_guards = 0;
  for (const TileOperand& operand : tuple.tiles) {
    const auto buffer = memory.find(operand.tile.type);
    size = std::min(size, buffer == memory.end() ? 0 : buffer->second);
  }
  const std::vector<Room> rooms = rooms_of(tuple);
  for (const Room& room : rooms) {
    needed += rounded(room.bytes);
    with_guards += rounded(room.bytes) + rounded(guard_bytes(tuple, room).value_or(0));
  }
  if (needed > size) return std::nullopt;
  if (flush == backend::Flush::left) place_from_start(tuple, rooms, with_guards <= size, places);
  else place_at_end(tuple, rooms, size, with_guards <= size, places);
  return places;
}

bool has_guards(const Tuple& tuple, const std::map<TileType, std::uint64_t>& memory) {
  const auto places = place(tuple, backend::Flush::left, memory);
  return places && std::any_of(places->begin(), places->end(), [](const Place& one) { return one.guard.has_value(); });
}

}  // namespace pto_cts::headers
