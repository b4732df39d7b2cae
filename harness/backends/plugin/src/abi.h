// SPDX-License-Identifier: MIT
// The constants and structs of the C interface, and the C++ types that they stand for.
#pragma once

#include <pto_cts_backend.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pto_cts/types/profile.h"
#include "pto_cts/types/tuple.h"

namespace pto_cts::plugin {

inline constexpr std::array kAllRoles = {Role::in, Role::out, Role::inout, Role::scratch, Role::index, Role::mask};

template <typename Enum>
constexpr std::int32_t to_c(Enum value) {
  return static_cast<std::int32_t>(value);
}

/// The member of `all` with that constant; nothing for a constant of no meaning.
template <typename Enum, std::size_t count>
constexpr std::optional<Enum> from_c(std::int32_t constant, const std::array<Enum, count>& all) {
  if (constant < 0 || static_cast<std::size_t>(constant) >= count) return std::nullopt;
  return all[static_cast<std::size_t>(constant)];
}

/// True where the field lies within the size that the maker of the struct gave it.
template <typename Struct, typename Field>
bool is_there(const Struct& made, const Field& field) {
  const auto end = reinterpret_cast<const std::byte*>(&field + 1) - reinterpret_cast<const std::byte*>(&made);
  return made.struct_size >= static_cast<std::size_t>(end);
}

/// The field, or 0 or NULL where it is not there.
template <typename Struct, typename Field>
Field field_or_zero(const Struct& made, const Field& field) {
  return is_there(made, field) ? field : Field{};
}

/// Structs of the C interface, with the array of pointers that goes along.
template <typename Struct>
struct PointedArray {
  std::vector<Struct> structs;
  std::vector<const Struct*> pointers;

  void resize(std::size_t count) {
    structs.resize(count);
    pointers.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      structs[i].struct_size = sizeof(Struct);
      pointers[i] = &structs[i];
    }
  }
};

// from_c() takes constants for positions in the lists of all values.
template <typename Enum, std::size_t count>
constexpr bool in_order(const std::array<Enum, count>& all) {
  for (std::size_t i = 0; i < count; ++i)
    if (static_cast<std::size_t>(all[i]) != i) return false;
  return true;
}
static_assert(in_order(kAllDTypes) && in_order(kAllRoles) && in_order(kAllTileTypes) && in_order(kAllBLayouts) &&
              in_order(kAllSLayouts) && in_order(kAllPadValues));

static_assert(to_c(DType::u8) == PTO_CTS_U8 && to_c(DType::i8) == PTO_CTS_I8 && to_c(DType::u16) == PTO_CTS_U16 &&
              to_c(DType::i16) == PTO_CTS_I16 && to_c(DType::u32) == PTO_CTS_U32 && to_c(DType::i32) == PTO_CTS_I32 &&
              to_c(DType::u64) == PTO_CTS_U64 && to_c(DType::i64) == PTO_CTS_I64 && to_c(DType::f16) == PTO_CTS_F16 &&
              to_c(DType::bf16) == PTO_CTS_BF16 && to_c(DType::f32) == PTO_CTS_F32);
static_assert(kAllDTypes.size() == PTO_CTS_F32 + 1);

static_assert(to_c(Role::in) == PTO_CTS_ROLE_IN && to_c(Role::out) == PTO_CTS_ROLE_OUT &&
              to_c(Role::inout) == PTO_CTS_ROLE_INOUT && to_c(Role::scratch) == PTO_CTS_ROLE_SCRATCH &&
              to_c(Role::index) == PTO_CTS_ROLE_INDEX && to_c(Role::mask) == PTO_CTS_ROLE_MASK);
static_assert(kAllRoles.size() == PTO_CTS_ROLE_MASK + 1);

static_assert(to_c(TileType::Vec) == PTO_CTS_TILE_VEC && to_c(TileType::Mat) == PTO_CTS_TILE_MAT &&
              to_c(TileType::Left) == PTO_CTS_TILE_LEFT && to_c(TileType::Right) == PTO_CTS_TILE_RIGHT &&
              to_c(TileType::Acc) == PTO_CTS_TILE_ACC && to_c(TileType::Bias) == PTO_CTS_TILE_BIAS &&
              to_c(TileType::Scaling) == PTO_CTS_TILE_SCALING && to_c(TileType::ScaleLeft) == PTO_CTS_TILE_SCALE_LEFT &&
              to_c(TileType::ScaleRight) == PTO_CTS_TILE_SCALE_RIGHT && to_c(TileType::Ctrl) == PTO_CTS_TILE_CTRL);
static_assert(kAllTileTypes.size() == PTO_CTS_TILE_CTRL + 1);

static_assert(to_c(BLayout::RowMajor) == PTO_CTS_BLAYOUT_ROW_MAJOR &&
              to_c(BLayout::ColMajor) == PTO_CTS_BLAYOUT_COL_MAJOR);
static_assert(to_c(SLayout::NoneBox) == PTO_CTS_SLAYOUT_NONE_BOX &&
              to_c(SLayout::RowMajor) == PTO_CTS_SLAYOUT_ROW_MAJOR &&
              to_c(SLayout::ColMajor) == PTO_CTS_SLAYOUT_COL_MAJOR);
static_assert(to_c(PadValue::Null) == PTO_CTS_PAD_NULL && to_c(PadValue::Zero) == PTO_CTS_PAD_ZERO &&
              to_c(PadValue::Max) == PTO_CTS_PAD_MAX && to_c(PadValue::Min) == PTO_CTS_PAD_MIN);
static_assert(kAllBLayouts.size() == PTO_CTS_BLAYOUT_COL_MAJOR + 1 &&
              kAllSLayouts.size() == PTO_CTS_SLAYOUT_COL_MAJOR + 1 && kAllPadValues.size() == PTO_CTS_PAD_MIN + 1);
static_assert(kDynamic == PTO_CTS_DYNAMIC);

// A field that is added must make its struct larger; that the last one ends where the struct does makes sure of it.
static_assert(sizeof(pto_cts_tile) == offsetof(pto_cts_tile, reserved) + sizeof(std::uint32_t));
static_assert(sizeof(pto_cts_scalar) == offsetof(pto_cts_scalar, bits) + sizeof(std::uint64_t));
static_assert(sizeof(pto_cts_attribute) == offsetof(pto_cts_attribute, reserved) + sizeof(std::uint32_t));
static_assert(sizeof(pto_cts_storage) == offsetof(pto_cts_storage, reserved) + sizeof(std::uint32_t));
static_assert(sizeof(pto_cts_call) == offsetof(pto_cts_call, storage_count) + sizeof(std::size_t));
static_assert(sizeof(pto_cts_outcome) == offsetof(pto_cts_outcome, diagnostic_bytes) + sizeof(std::size_t));
static_assert(sizeof(pto_cts_description) == offsetof(pto_cts_description, max_batch) + sizeof(std::size_t));
static_assert(sizeof(pto_cts_backend) == offsetof(pto_cts_backend, close) + sizeof(pto_cts_backend::close));

}  // namespace pto_cts::plugin
