// SPDX-License-Identifier: MIT
// Element types of a tile, with the spellings that PTO C++ uses for them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pto_cts {

enum class DType : std::uint8_t { u8, i8, u16, i16, u32, i32, u64, i64, f16, bf16, f32 };

inline constexpr std::array kAllDTypes = {DType::u8,  DType::i8,  DType::u16, DType::i16,  DType::u32, DType::i32,
                                          DType::u64, DType::i64, DType::f16, DType::bf16, DType::f32};

/// Size of one element in bytes: 1, 2, 4 or 8.
constexpr int element_bytes(DType dtype) {
  switch (dtype) {
    case DType::u8:
    case DType::i8: return 1;
    case DType::u16:
    case DType::i16:
    case DType::f16:
    case DType::bf16: return 2;
    case DType::u32:
    case DType::i32:
    case DType::f32: return 4;
    case DType::u64:
    case DType::i64: return 8;
  }
  return 0;
}

constexpr bool is_float(DType dtype) {
  return dtype == DType::f16 || dtype == DType::bf16 || dtype == DType::f32;
}

constexpr bool is_signed_integer(DType dtype) {
  return dtype == DType::i8 || dtype == DType::i16 || dtype == DType::i32 || dtype == DType::i64;
}

/// Canonical short name, e.g. "bf16".
std::string_view name(DType dtype);

/// Accepts the short name and every C++ spelling of the ISA pages (`int`, `int32_t`, `half`, `float16_t`,
/// `bfloat16_t`, `float`, `float32_t`, ...); nothing for any other text.
std::optional<DType> parse_dtype(std::string_view text);

}  // namespace pto_cts
