// SPDX-License-Identifier: MIT
// Elements of a case's payload, by logical coordinates.
#pragma once

#include <cstdint>
#include <vector>

#include "pto_cts/types/case.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::evaluate {

/// Reads the low element_bytes(dtype) bytes at `bytes` as a little-endian number.
std::uint64_t load_element(DType dtype, const std::uint8_t* bytes);

/// Writes them.
void store_element(DType dtype, std::uint8_t* bytes, std::uint64_t bits);

/// View of the payload of one case. The case must outlive it.
/// pre: every storage holds as many bytes as its tiles need, and every tile has a known box.
class Contents {
 public:
  explicit Contents(const Case& subject);

  const Tuple& tuple() const { return subject_->tuple; }
  const Case& subject() const { return *subject_; }
  const LayoutMap& map(int tile) const { return maps_[static_cast<std::size_t>(tile)]; }
  const std::uint8_t* bytes(int tile) const;

  /// Bits of the element at (row, col); pre: inside the static shape.
  std::uint64_t element(int tile, std::int64_t row, std::int64_t col) const;

  /// Bits of the elements (row, 0) to (row, count - 1); pre: inside the static shape.
  void row(int tile, std::int64_t row, std::int64_t count, std::uint64_t* out) const;

 private:
  const Case* subject_;
  std::vector<LayoutMap> maps_;
};

}  // namespace pto_cts::evaluate
