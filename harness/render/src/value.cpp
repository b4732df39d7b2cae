// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "pto_cts/render/text.h"

namespace pto_cts::render {
namespace {

float from_f16(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int fraction = bits & 0x3ff;
  float magnitude = 0;
  if (exponent == 0x1f)
    magnitude = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  else if (exponent == 0)
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  else
    magnitude = std::ldexp(static_cast<float>(fraction + 0x400), exponent - 25);
  return (bits & 0x8000) != 0 ? std::copysign(magnitude, -1.0f) : magnitude;
}

std::string decimal(DType dtype, std::uint64_t bits) {
  switch (dtype) {
    case DType::i8: return fmt::to_string(static_cast<int>(static_cast<std::int8_t>(bits)));
    case DType::i16: return fmt::to_string(static_cast<std::int16_t>(bits));
    case DType::i32: return fmt::to_string(static_cast<std::int32_t>(bits));
    case DType::i64: return fmt::to_string(static_cast<std::int64_t>(bits));
    case DType::f16: return fmt::format("{}", from_f16(static_cast<std::uint16_t>(bits)));
    case DType::bf16: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16));
    case DType::f32: return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case DType::u8:
    case DType::u16:
    case DType::u32:
    case DType::u64: break;
  }
  return fmt::to_string(bits);
}

}  // namespace

std::string render_value(DType dtype, std::uint64_t bits) {
  const int width = 8 * element_bytes(dtype);
  const std::uint64_t masked = width == 64 ? bits : bits & ((std::uint64_t{1} << width) - 1);
  return fmt::format("{} (0x{:0{}x})", decimal(dtype, masked), masked, width / 4);
}

}  // namespace pto_cts::render
