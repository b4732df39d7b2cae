// SPDX-License-Identifier: MIT
// The names of all enumerations, and what text names a value.
#include <array>
#include <span>
#include <utility>

#include "pto_cts/types/dtype.h"
#include "pto_cts/types/layout.h"
#include "pto_cts/types/profile.h"
#include "pto_cts/types/tile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts {
namespace {

constexpr std::array kAllRoles = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};

template <typename Enum>
std::optional<Enum> parse_one_of(std::span<const Enum> values, std::string_view text) {
  for (const Enum value : values)
    if (name(value) == text) return value;
  return std::nullopt;
}

}  // namespace

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

std::string_view name(Profile profile) {
  constexpr std::string_view kNames[] = {"cpu_sim", "a2a3", "a5", "strict"};
  return kNames[static_cast<std::size_t>(profile)];
}

std::string_view name(TileType value) {
  constexpr std::string_view kNames[] = {"Vec",  "Mat",     "Left",      "Right",      "Acc",
                                         "Bias", "Scaling", "ScaleLeft", "ScaleRight", "Ctrl"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(BLayout value) { return value == BLayout::RowMajor ? "RowMajor" : "ColMajor"; }

std::string_view name(SLayout value) {
  constexpr std::string_view kNames[] = {"NoneBox", "RowMajor", "ColMajor"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(PadValue value) {
  constexpr std::string_view kNames[] = {"Null", "Zero", "Max", "Min"};
  return kNames[static_cast<std::size_t>(value)];
}

std::string_view name(Layout layout) {
  constexpr std::string_view kNames[] = {"ND", "DN", "Nz", "Zn", "Zz", "Nn"};
  return kNames[static_cast<std::size_t>(layout)];
}

std::string_view name(Role role) {
  constexpr std::string_view kNames[] = {"in", "out", "inout", "scratch", "index", "mask"};
  return kNames[static_cast<std::size_t>(role)];
}

std::optional<DType> parse_dtype(std::string_view text) {
  if (const auto dtype = parse_one_of<DType>(kAllDTypes, text)) return dtype;
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

std::optional<Profile> parse_profile(std::string_view text) { return parse_one_of<Profile>(kAllProfiles, text); }
std::optional<TileType> parse_tile_type(std::string_view text) { return parse_one_of<TileType>(kAllTileTypes, text); }
std::optional<BLayout> parse_blayout(std::string_view text) { return parse_one_of<BLayout>(kAllBLayouts, text); }
std::optional<SLayout> parse_slayout(std::string_view text) { return parse_one_of<SLayout>(kAllSLayouts, text); }
std::optional<PadValue> parse_pad_value(std::string_view text) { return parse_one_of<PadValue>(kAllPadValues, text); }
std::optional<Layout> parse_layout(std::string_view text) { return parse_one_of<Layout>(kAllLayouts, text); }
std::optional<Role> parse_role(std::string_view text) { return parse_one_of<Role>(kAllRoles, text); }

}  // namespace pto_cts
