// SPDX-License-Identifier: MIT
#include "pto_cts/types/dtype.h"

#include <utility>

namespace pto_cts {

std::string_view name(DType dtype) {
  switch (dtype) {
    case DType::u8: return "u8";
    case DType::i8: return "i8";
    case DType::u16: return "u16";
    case DType::i16: return "i16";
    case DType::u32: return "u32";
    case DType::i32: return "i32";
    case DType::u64: return "u64";
    case DType::i64: return "i64";
    case DType::f16: return "f16";
    case DType::bf16: return "bf16";
    case DType::f32: return "f32";
  }
  return "?";
}

std::optional<DType> parse_dtype(std::string_view text) {
  for (const DType dtype : kAllDTypes)
    if (text == name(dtype)) return dtype;
  constexpr std::pair<std::string_view, DType> kSpellings[] = {
      {"uint8_t", DType::u8},   {"int8_t", DType::i8},      {"uint16_t", DType::u16},    {"int16_t", DType::i16},
      {"uint32_t", DType::u32}, {"int32_t", DType::i32},    {"int", DType::i32},         {"uint64_t", DType::u64},
      {"int64_t", DType::i64},  {"half", DType::f16},       {"float16_t", DType::f16},   {"bfloat16_t", DType::bf16},
      {"float", DType::f32},    {"float32_t", DType::f32},
  };
  for (const auto& [spelling, dtype] : kSpellings)
    if (text == spelling) return dtype;
  return std::nullopt;
}

}  // namespace pto_cts
