// SPDX-License-Identifier: MIT
#include "pto_cts/generators/payload.h"

namespace pto_cts::generators {

std::string_view name(PayloadClass value) {
  constexpr std::string_view kNames[] = {"position",     "random",     "special", "ties",    "below_powers",
                                         "cancellation", "subnormals", "nan_inf", "extremes"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(IndexClass value) {
  constexpr std::string_view kNames[] = {"permuted",     "repeated",   "unordered",   "extreme",
                                         "near_invalid", "misaligned", "out_of_range"};
  return kNames[static_cast<std::size_t>(value)];
}

std::optional<PayloadClass> parse_payload_class(std::string_view text) {
  for (const PayloadClass value : kAllPayloadClasses)
    if (name(value) == text) return value;
  return std::nullopt;
}

std::optional<IndexClass> parse_index_class(std::string_view text) {
  for (const IndexClass value : kAllIndexClasses)
    if (name(value) == text) return value;
  return std::nullopt;
}

}  // namespace pto_cts::generators
