// SPDX-License-Identifier: MIT
#include "pto_cts/numerics/pad.h"

#include "pto_cts/numerics/format.h"
#include "pto_cts/numerics/integer.h"

namespace pto_cts::numerics {

std::optional<std::uint64_t> pad_bits(DType dtype, PadValue pad) {
  switch (pad) {
    case PadValue::Null: return std::nullopt;
    case PadValue::Zero: return 0;
    case PadValue::Max: return is_float(dtype) ? infinity(dtype, false) : largest_integer(dtype);
    case PadValue::Min: return is_float(dtype) ? infinity(dtype, true) : smallest_integer(dtype);
  }
  return std::nullopt;
}

}  // namespace pto_cts::numerics
