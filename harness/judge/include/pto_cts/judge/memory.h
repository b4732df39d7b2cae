// SPDX-License-Identifier: MIT
// The memory in which one run of a case takes place: its storages, each between two guards.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/types/case.h"

namespace pto_cts::judge {

/// Every case runs twice: under the poison pattern, and under its complement.
enum class PoisonRun : std::uint8_t { first, second };

/// The poison of that run: a 32-bit word, laid out little-endian from the start of each storage.
std::uint32_t poison_of(const Poison& poison, PoisonRun run);

/// A byte that differs from what it was filled with. `position` counts from the start of the storage: negative in the
/// guard before it, its size or more in the guard after it.
struct ChangedByte {
  int storage = 0;
  std::int64_t position = 0;
  std::byte value{};

  friend bool operator==(const ChangedByte&, const ChangedByte&) = default;
};

/// Storages of one case at addresses aligned to kAlignment bytes. The buffer is kept from case to case, so an object
/// that has seen the largest case allocates no more. Not copied: calls point into it.
class Memory {
 public:
  static constexpr std::size_t kAlignment = 128;
  static constexpr std::size_t kGuardBytes = 128;  ///< At least; a guard touches its storage, and holds poison.

  /// The buffer that calls see comes from `resource`, which outlives this object.
  explicit Memory(std::pmr::memory_resource* resource = std::pmr::get_default_resource()) : now_(resource) {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Lays out the storages and fills them. The valid region of every operand that is read holds the payload; elements
  /// of an index operand outside its valid region hold its index poison (0 where it has none); everything else holds
  /// poison, the destination and unread operands included. Where operands share a storage, what is read stays.
  ///
  /// An operand that is read and whose elements have no place (no sound layout, or a valid region beyond the static
  /// shape) brings the whole payload of its storage as it is.
  ///
  /// pre: payload[s] holds storage_bytes(tuple, s) bytes for every storage s of the tuple.
  void fill(const Case& subject, PoisonRun run);

  /// Brings back what fill() left, at the same addresses.
  void restore();

  std::span<const backend::Storage> storages() const { return storages_; }

  /// Bytes of a storage as filled, and as they are now.
  std::span<const std::byte> filled(int storage) const;
  std::span<const std::byte> now(int storage) const;

  /// Appends the bytes that changed in all guards, respectively in one storage, in rising order.
  void find_changed_guards(std::vector<ChangedByte>& changed) const;
  void find_changed_storage(int storage, std::vector<ChangedByte>& changed) const;

 private:
  struct alignas(kAlignment) Line {
    std::array<std::byte, kAlignment> bytes;
  };
  struct Slot {
    std::size_t begin, data, data_end, end;  ///< Bytes from the start of the buffer.
  };

  void lay_out(const Tuple& tuple, std::size_t count);
  void find_changed(int storage, std::size_t from, std::size_t to, std::vector<ChangedByte>& changed) const;
  std::byte* image(int storage);

  std::vector<Line> filled_;
  std::pmr::vector<Line> now_;
  std::vector<Slot> slots_;
  std::vector<backend::Storage> storages_;
};

}  // namespace pto_cts::judge
