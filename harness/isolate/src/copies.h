// SPDX-License-Identifier: MIT
// Copies of storages with their guards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::isolate {

class Copies {
 public:
  explicit Copies(std::span<const backend::Storage> storages,
                  std::pmr::memory_resource* resource = std::pmr::get_default_resource())
      : originals_(storages.begin(), storages.end()), resource_(resource) {
    for (const backend::Storage& original : originals_) {
      auto* begin = static_cast<std::byte*>(resource_->allocate(size_of(original), kAlignment));
      std::memset(begin, static_cast<int>(kPattern), size_of(original));
      copies_.push_back({begin + margin_of(original), original.bytes, original.guard_bytes});
      copy(original, copies_.back());
    }
  }

  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    for (const backend::Storage& copy : copies_) resource_->deallocate(copy.data - margin_of(copy), size_of(copy), kAlignment);
  }

  std::span<const backend::Storage> storages() const { return copies_; }

  /// Whether anything was written beyond the guards of the copies.
  bool is_changed_outside() const {
    return std::any_of(copies_.begin(), copies_.end(), [](const backend::Storage& copy) {
      const auto is_changed = [](std::byte byte) { return byte != kPattern; };
      const std::byte* begin = copy.data - margin_of(copy);
      const std::byte* after = copy.data + copy.bytes + copy.guard_bytes;
      const std::byte* before = copy.data - copy.guard_bytes;
      return std::any_of(begin, before, is_changed) || std::any_of(after, begin + size_of(copy), is_changed);
    });
  }

  void write_back() const {
    for (std::size_t i = 0; i < originals_.size(); ++i) copy(copies_[i], originals_[i]);
  }

 private:
  static constexpr std::size_t kAlignment = 64;

  static constexpr std::byte kPattern{0xA6};
  static constexpr std::size_t kMargin = 4096;

  static std::size_t margin_of(const backend::Storage& storage) { return kMargin + (storage.guard_bytes + 63) / 64 * 64; }
  static std::size_t size_of(const backend::Storage& storage) { return storage.bytes + 2 * margin_of(storage) + 1; }
  static void copy(const backend::Storage& from, const backend::Storage& to) {
    if (from.bytes + from.guard_bytes > 0)
      std::memcpy(to.data - to.guard_bytes, from.data - from.guard_bytes, from.bytes + 2 * from.guard_bytes);
  }

  std::vector<backend::Storage> originals_, copies_;
  std::pmr::memory_resource* resource_;
};

}  // namespace pto_cts::isolate
