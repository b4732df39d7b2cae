// SPDX-License-Identifier: MIT
// Chosen pairs of values, computed by the backend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pto_cts/backend/backend.h"
#include "pto_cts/generators/domain.h"
#include "pto_cts/judge/memory.h"
#include "pto_cts/numerics/arithmetic.h"

namespace pto_cts::probe {

/// A legal tuple of TMULS or TPARTADD whose elements can be given values.
class Lanes {
 public:
  /// Nothing where the backend does not take such a tuple of that dtype.
  static std::optional<Lanes> find(std::span<const generators::Domain> domains, const backend::Backend& backend, DType dtype);

  numerics::ArithmeticOp op() const { return op_; }
  const std::string& where() const { return where_; }

  /// a[i] op b[i], as the backend has it, in its bits; nothing where it did not execute. For a product all of b are equal.
  /// pre: at most kLanes values.
  std::optional<std::vector<std::uint64_t>> compute(backend::Backend& backend, const std::vector<std::uint64_t>& a,
                                                    const std::vector<std::uint64_t>& b) const;

  static constexpr std::size_t kLanes = 6;

 private:
  Case subject_;
  numerics::ArithmeticOp op_{};
  std::string where_;
};

}  // namespace pto_cts::probe
