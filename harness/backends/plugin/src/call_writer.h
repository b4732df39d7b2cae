// SPDX-License-Identifier: MIT
// Calls of the suite as calls of the C interface.
#pragma once

#include <span>
#include <vector>

#include "abi.h"
#include "pto_cts/backend/backend.h"

namespace pto_cts::plugin {

/// Keeps its memory from batch to batch, and converts a tuple once for all its calls in a batch.
class CallWriter {
 public:
  /// What is returned points into the calls and this object, and holds until the next write().
  std::span<const pto_cts_call* const> write(std::span<const backend::Call> calls);

 private:
  struct TupleParts {
    const Tuple* tuple = nullptr;
    PointedArray<pto_cts_tile> tiles;
    PointedArray<pto_cts_attribute> attributes;
    PointedArray<pto_cts_attribute> configuration;
    std::vector<std::int32_t> read_only;  // by storage
  };
  struct CallParts {
    PointedArray<pto_cts_scalar> scalars;
    PointedArray<pto_cts_storage> storages;
  };

  const TupleParts& parts_of(const Tuple& tuple);
  static void write_tuple(const Tuple& tuple, TupleParts& parts);
  static void write_call(const backend::Call& call, const TupleParts& tuple, CallParts& parts, pto_cts_call& written);

  std::vector<TupleParts> tuples_;
  std::size_t used_tuples_ = 0;
  std::vector<CallParts> parts_;
  PointedArray<pto_cts_call> calls_;
};

}  // namespace pto_cts::plugin
