// SPDX-License-Identifier: MIT
// A set of kinds of failure.
#pragma once

#include <optional>
#include <vector>

#include "pto_cts/judge/words.h"

namespace pto_cts::judge {

class FailKinds {
 public:
  void add(FailKind kind) { bits_ |= bit(kind); }
  void add(const FailKinds& other) { bits_ |= other.bits_; }
  void remove(FailKind kind) { bits_ &= ~bit(kind); }
  bool has(FailKind kind) const { return (bits_ & bit(kind)) != 0; }
  bool empty() const { return bits_ == 0; }

  /// The kinds in order of priority.
  std::vector<FailKind> list() const {
    std::vector<FailKind> kinds;
    for (const FailKind kind : kAllFailKinds)
      if (has(kind)) kinds.push_back(kind);
    return kinds;
  }

 private:
  static constexpr std::uint32_t bit(FailKind kind) { return std::uint32_t{1} << static_cast<unsigned>(kind); }

  std::uint32_t bits_ = 0;
};

}  // namespace pto_cts::judge
