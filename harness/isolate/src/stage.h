// SPDX-License-Identifier: MIT
// Memory in which a worker runs one call: each storage in a slot between two pages without access.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::isolate {

class Stage {
 public:
  static constexpr std::size_t kSlots = 16;
  static constexpr std::size_t kSlotBytes = std::size_t{1} << 20;

  Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  /// Copies the storages into slots, with as much of their guards as fits, and gives the places where they are; nothing
  /// where a storage does not fit. With guard pages a storage touches the page on the call's side.
  std::optional<std::span<const backend::Storage>> enter(const backend::Call& call, backend::Placement placement);

  /// Copies everything that could have been changed back. Safe in a signal handler.
  void leave() const;

  /// The storage next to an address that was accessed, and where; nothing if none is near. Safe in a signal handler.
  std::optional<backend::StrayAccess> locate(const void* address) const;

 private:
  struct Slot {
    backend::Storage original;
    std::byte* view = nullptr;  ///< Begin of the slot, as the backend sees it.
    std::byte* data = nullptr;  ///< The storage in it.
    std::size_t before = 0, after = 0;  ///< Bytes of the guards that were copied.
    bool read_only = false;
  };

  std::byte* slot(std::byte* view, std::size_t index) const;

  std::size_t page_;
  std::byte* writable_ = nullptr;  ///< Two mappings of the same memory.
  std::byte* readable_ = nullptr;
  std::vector<Slot> slots_;
  std::vector<backend::Storage> storages_;
};

}  // namespace pto_cts::isolate
