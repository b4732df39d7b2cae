// SPDX-License-Identifier: MIT
#include "runner.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <unordered_map>

#include "unit.h"

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

using backend::Outcome;
using backend::OutcomeKind;
using UnitFunction = void (*)(UnitRun*);

constexpr unsigned char kLeftPattern = 0xA5, kRightPattern = 0x5A;

// The libraries of one build; they stay loaded.
class Library {
 public:
  explicit Library(const Site& site) : folder_(site.libraries), maker_(site.mode) {}

  Mode mode() const { return maker_.mode(); }

  /// Null where it cannot be had; `why` says more.
  UnitFunction find(const Tuple& tuple, std::string& why) {
    const std::string& key = maker_.of(tuple).key;
    const auto [place, is_new] = functions_.try_emplace(key, nullptr);
    if (!is_new) return place->second;
    const std::filesystem::path file = folder_ / (key + ".so");
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* symbol = library ? dlsym(library, ("pto_cts_" + key).c_str()) : nullptr;
    if (!symbol) {
      const char* error = dlerror();
      why = error ? error : "no such function";
      functions_.erase(place);
      return nullptr;
    }
    return place->second = reinterpret_cast<UnitFunction>(symbol);
  }

 private:
  std::filesystem::path folder_;
  FunctionMaker maker_;
  std::unordered_map<std::string, UnitFunction> functions_;
};

// The operands of one call as its function sees them.
class Operands {
 public:
  Operands(const backend::Call& call, const std::vector<Place>* places) : call_(call) {
    const Tuple& tuple = *call.tuple;
    pattern_ = call.flush == backend::Flush::left ? kLeftPattern : kRightPattern;
    guards_.resize(tuple.tiles.size());
    for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
      const TileDesc& tile = tuple.tiles[i].tile;
      const backend::Storage& storage = call.storages[static_cast<std::size_t>(tuple.tiles[i].storage)];
      UnitTile& unit = tiles_.emplace_back();
      unit = {reinterpret_cast<unsigned char*>(storage.data), static_cast<unsigned long long>(tile_bytes(tile)),
              static_cast<int>(tile.valid_rows), static_cast<int>(tile.valid_cols), 0, nullptr, 0};
      if (!places) continue;
      unit.address = (*places)[i].address;
      if (!(*places)[i].guard) continue;
      guards_[i].assign(unit.bytes, pattern_);
      unit.guard = guards_[i].data();
      unit.guard_address = *(*places)[i].guard;
    }
    scalars_.assign(call.scalars.begin(), call.scalars.end());
  }

  UnitRun run() { return {tiles_.data(), scalars_.data(), reinterpret_cast<unsigned char*>(call_.storages.empty() ? nullptr : call_.storages[0].data)}; }

  /// The first guard byte that changed.
  std::optional<backend::StrayAccess> stray() const {
    for (std::size_t i = 0; i < guards_.size(); ++i) {
      const auto changed = std::find_if(guards_[i].begin(), guards_[i].end(), [&](unsigned char byte) { return byte != pattern_; });
      if (changed == guards_[i].end()) continue;
      const auto from_tile = static_cast<std::int64_t>(tiles_[i].guard_address) - static_cast<std::int64_t>(tiles_[i].address);
      return backend::StrayAccess{call_.tuple->tiles[i].storage, from_tile + (changed - guards_[i].begin()), true};
    }
    return std::nullopt;
  }

 private:
  const backend::Call& call_;
  unsigned char pattern_ = 0;
  std::vector<UnitTile> tiles_;
  std::vector<std::vector<unsigned char>> guards_;
  std::vector<unsigned long long> scalars_;
};

Outcome outcome_of(UnitFunction function, UnitRun run) {
  try {
    function(&run);
    return {OutcomeKind::executed, ""};
  } catch (const std::exception& error) {
    return {OutcomeKind::rejected, error.what()};
  } catch (const char* text) {
    return {OutcomeKind::rejected, text};
  } catch (const std::string& text) {
    return {OutcomeKind::rejected, text};
  } catch (...) {
    return {OutcomeKind::crashed, "an exception that says nothing"};
  }
}

class Runner final : public backend::Backend {
 public:
  Runner(std::string name, const std::vector<Site>& sites, const Config& config)
      : name_(std::move(name)), capabilities_(config.capabilities), memory_(config.memory) {
    for (const Site& site : sites) libraries_.emplace_back(site);
    for (const auto& [key, value] : config.environment) setenv(key.c_str(), value.c_str(), 1);
  }

  std::string_view name() const override { return name_; }
  const backend::Capabilities& capabilities() const override { return capabilities_; }

  void execute(std::span<const backend::Call> calls, std::span<Outcome> outcomes) override {
    for (std::size_t i = 0; i < calls.size(); ++i) outcomes[i] = run(calls[i]);
  }

 private:
  Outcome run(const backend::Call& call) {
    Library& library = libraries_.at(call.build);
    std::string why;
    const UnitFunction function = library.find(*call.tuple, why);
    if (!function) return {OutcomeKind::protocol_error, "its library cannot be loaded: " + why};
    std::optional<std::vector<Place>> places;
    if (library.mode() == Mode::manual) {
      places = place(*call.tuple, call.flush, memory_);
      if (!places) return {OutcomeKind::protocol_error, "its tiles do not fit their buffer"};
    }
    Operands operands(call, places ? &*places : nullptr);
    Outcome outcome = outcome_of(function, operands.run());
    outcome.stray = operands.stray();
    return outcome;
  }

  std::string name_;
  backend::Capabilities capabilities_;
  std::map<TileType, std::uint64_t> memory_;
  std::vector<Library> libraries_;
};

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

std::unique_ptr<backend::Backend> make_runner(std::string name, const std::vector<Site>& sites, const Config& config) {
  return std::make_unique<Runner>(std::move(name), sites, config);
}

}  // namespace pto_cts::headers
