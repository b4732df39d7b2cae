// SPDX-License-Identifier: MIT
// Storages in shared memory. What it knows about them is kept elsewhere, where no worker can reach it.
#pragma once

#include <bit>
#include <map>
#include <memory_resource>
#include <new>
#include <span>
#include <vector>

namespace pto_cts::isolate {

class Arena final : public std::pmr::memory_resource {
 public:
  explicit Arena(std::span<std::byte> memory) : rest_(memory) {}

  bool holds(const std::byte* at) const { return at >= begin_ && at < begin_ + size_; }

 private:
  void* do_allocate(std::size_t bytes, std::size_t) override {
    const std::size_t size = size_class(bytes);
    if (std::vector<std::byte*>& free = free_[size]; !free.empty()) {
      std::byte* at = free.back();
      free.pop_back();
      return at;
    }
    if (size > rest_.size()) throw std::bad_alloc();
    std::byte* at = rest_.data();
    rest_ = rest_.subspan(size);
    return at;
  }
  void do_deallocate(void* at, std::size_t bytes, std::size_t) override {
    free_[size_class(bytes)].push_back(static_cast<std::byte*>(at));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  // Whole pages, so that every alignment up to a page is kept.
  static std::size_t size_class(std::size_t bytes) { return std::bit_ceil(std::max<std::size_t>(bytes, 4096)); }

  std::span<std::byte> rest_;
  const std::byte* begin_ = rest_.data();
  std::size_t size_ = rest_.size();
  std::map<std::size_t, std::vector<std::byte*>> free_;
};

}  // namespace pto_cts::isolate
