// SPDX-License-Identifier: MIT
// Numbers that all processes of a test see.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstddef>
#include <stdexcept>

namespace pto_cts::isolate {

class SharedNumbers {
 public:
  SharedNumbers() : memory_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (memory_ == MAP_FAILED) throw std::runtime_error("no memory");
  }
  SharedNumbers(const SharedNumbers&) = delete;
  SharedNumbers& operator=(const SharedNumbers&) = delete;
  ~SharedNumbers() { munmap(memory_, 4096); }
  std::atomic<int>& operator[](std::size_t i) { return static_cast<std::atomic<int>*>(memory_)[i]; }

 private:
  void* memory_;
};

}  // namespace pto_cts::isolate
