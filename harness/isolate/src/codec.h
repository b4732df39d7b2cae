// SPDX-License-Identifier: MIT
// Calls and descriptions as bytes, for another process of the same program.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <vector>

#include "pto_cts/backend/backend.h"

namespace pto_cts::isolate {

using Bytes = std::vector<std::byte>;

/// Storages are written as addresses: they lie in memory that both sides share.
Bytes encode_calls(std::span<const backend::Call> calls);

/// Calls with everything that they point to.
struct DecodedCalls {
  std::vector<backend::Call> calls;
  std::deque<Tuple> tuples;
  std::deque<std::vector<backend::Storage>> storages;
  std::deque<std::vector<std::uint64_t>> scalars;
};

/// Throws std::runtime_error where the bytes are no calls.
DecodedCalls decode_calls(std::span<const std::byte> bytes);

Bytes encode_description(const backend::Description& description);
backend::Description decode_description(std::span<const std::byte> bytes);

}  // namespace pto_cts::isolate
