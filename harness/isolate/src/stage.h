// SPDX-License-Identifier: MIT
// Memory in which a worker runs one call: each storage in a slot of its own, far from all others.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::isolate {

/// A slot is as large as its storage needs, in whole pages, and lies between two megabytes without access. What is left of
/// it holds a pattern, so that a write that does not reach the pages without access is found afterwards.
class Stage {
 public:
  static constexpr std::size_t kSlots = 16;
  static constexpr std::size_t kMaxSlotBytes = std::size_t{2} << 20;

  Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage();

  /// Copies the storages into slots, with their guards, and gives the places where they are; nothing where a storage does
  /// not fit. With guard pages a storage touches the page on the call's side; else a page lies between it and them.
  std::optional<std::span<const backend::Storage>> enter(const backend::Call& call, backend::Placement placement);

  /// Copies everything that could have been changed back. Safe in a signal handler.
  void leave() const;

  /// The first write beyond the guards that were copied, if there is one.
  std::optional<backend::StrayAccess> find_stray_write() const;

  /// The storage next to an address that was accessed, and where; nothing if none is near. Safe in a signal handler.
  std::optional<backend::StrayAccess> locate(const void* address) const;

 private:
  struct Slot {
    backend::Storage original;
    std::byte* begin = nullptr;  ///< As the backend sees it.
    std::byte* end = nullptr;
    std::byte* data = nullptr;  ///< The storage in it.
    std::size_t before = 0, after = 0;  ///< Bytes of the guards that were copied.
    bool read_only = false;
  };

  std::byte* view_of(std::size_t slot, std::size_t size_class, bool writable);

  std::size_t page_;
  std::array<std::byte*, 2> views_{};  ///< Two mappings of the same memory: readable, and writable.
  std::vector<bool> usable_;
  std::vector<Slot> slots_;
  std::vector<backend::Storage> storages_;
};

}  // namespace pto_cts::isolate
