// SPDX-License-Identifier: MIT
// Work that falls into independent pieces, on all processors.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pto_cts::campaign {

/// Calls work(i) once for each i < count, from several threads, which have ended on return. Throws what a call threw; the
/// pieces that had not begun are then left out.
inline void side_by_side(std::size_t count, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  std::mutex guard;
  std::exception_ptr fault;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!fault) fault = std::current_exception();
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t threads = std::min<std::size_t>(std::thread::hardware_concurrency(), count);
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(take);
    take();
  }
  if (fault) std::rethrow_exception(fault);
}

}  // namespace pto_cts::campaign
