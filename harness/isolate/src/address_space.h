// SPDX-License-Identifier: MIT
// How much address space this process takes.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>

namespace pto_cts::isolate {

/// In bytes; 0 where it cannot be told. Safe in a signal handler.
inline std::uint64_t address_space_bytes() {
  const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  const ssize_t size = read(file, text, sizeof(text));
  close(file);
  std::uint64_t pages = 0;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; ++i) pages = pages * 10 + static_cast<std::uint64_t>(text[i] - '0');
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace pto_cts::isolate
