// SPDX-License-Identifier: MIT
// What a case costs its reader.
#include <algorithm>
#include <bit>

#include "case_parts.h"
#include "pto_cts/generators/shrink.h"
#include "pto_cts/numerics/format.h"
#include "pto_cts/types/layout.h"

namespace pto_cts::generators {
namespace {

constexpr std::int64_t kUsualBoxBytes = 512;

std::int64_t rarity(DType dtype) {
  constexpr std::array kCommonFirst = {DType::f32, DType::i32, DType::f16, DType::i16,  DType::u8, DType::i8,
                                       DType::u32, DType::u16, DType::bf16, DType::i64, DType::u64};
  return std::find(kCommonFirst.begin(), kCommonFirst.end(), dtype) - kCommonFirst.begin();
}

std::int64_t distance(std::int64_t a, std::int64_t b) { return a > b ? a - b : b - a; }

std::int64_t positive(std::int64_t extent) { return std::max<std::int64_t>(extent, 0); }

// How much there is to read in a value that is not zero: of floats, halves and small whole numbers before others, and what
// is no normal number last.
std::int64_t weight(DType dtype, std::uint64_t bits) {
  if (bits == one_of(dtype)) return 1;
  if (!is_float(dtype)) return 1 + std::popcount(bits);
  constexpr std::int64_t kOtherExponent = 8, kNotNormal = 16;
  const numerics::FloatFormat format = numerics::float_format(dtype);
  const std::int64_t sign = numerics::sign_bit(dtype, bits);
  const std::int64_t mantissa = std::popcount(bits & (format.min_normal() - 1));
  const auto exponent = static_cast<std::int64_t>((bits & ~format.sign_mask()) >> format.mantissa_bits);
  if (exponent == 0 || (bits & format.infinity()) == format.infinity()) return kNotNormal + sign + mantissa;
  const std::int64_t power = distance(exponent, format.bias());
  return 1 + sign + mantissa + (power <= 2 ? power : kOtherExponent);
}

std::int64_t rank(const terms::Instruction& instruction, const Attribute& attribute) {
  for (const terms::AttributeParameter& parameter : instruction.attributes) {
    if (parameter.key != attribute.key || parameter.default_value == attribute.value) continue;
    return 1 + (std::find(parameter.values.begin(), parameter.values.end(), attribute.value) - parameter.values.begin());
  }
  return 0;
}

void add(Simplicity& sum, const TileDesc& tile, const TileDesc& first) {
  sum[Cost::tile_bytes] += positive(tile_bytes(tile));
  sum[Cost::valid_elements] += positive(tile.valid_rows) * positive(tile.valid_cols);
  sum[Cost::dynamic_extents] += has_dynamic_rows(tile) + has_dynamic_cols(tile);
  sum[Cost::layout] += 4 * static_cast<std::int64_t>(tile.type) + 2 * (layout_of(tile) != Layout::ND) + (tile.fractal_bytes != kUsualBoxBytes);
  sum[Cost::attributes] += static_cast<std::int64_t>(tile.pad);
  sum[Cost::dtype] += rarity(tile.dtype) + (tile.dtype != first.dtype);
  sum[Cost::shape] += 2 * positive(tile.cols) + distance(tile.rows, first.rows) + distance(tile.cols, first.cols) +
                      distance(tile.valid_rows, first.valid_rows) + distance(tile.valid_cols, first.valid_cols);
}

}  // namespace

Simplicity simplicity(const terms::Instruction& instruction, const Tuple& tuple) {
  Simplicity sum;
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    add(sum, tuple.tiles[i].tile, tuple.tiles.front().tile);
    for (std::size_t j = 0; j < i; ++j)
      if (tuple.tiles[i].storage == tuple.tiles[j].storage) ++sum[Cost::operands_in_play];
  }
  for (const ScalarOperand& scalar : tuple.scalars) sum[Cost::dtype] += scalar.dtype != tuple.tiles.front().tile.dtype;
  for (const Attribute& attribute : tuple.attributes) sum[Cost::attributes] += rank(instruction, attribute);
  return sum;
}

Simplicity simplicity(const terms::Instruction& instruction, const Case& subject) {
  Simplicity sum = simplicity(instruction, subject.tuple);
  for (int tile = 0; tile < static_cast<int>(subject.tuple.tiles.size()); ++tile)
    sum[Cost::operands_in_play] += is_in_play(subject, tile);
  const auto count = [&](DType dtype, std::uint64_t bits) {
    if (bits == 0) return;
    ++sum[Cost::non_zero];
    sum[Cost::values] += weight(dtype, bits);
  };
  for_each_defined(subject, [&](const Place& place, std::uint64_t bits) {
    count(subject.tuple.tiles[static_cast<std::size_t>(place.tile)].tile.dtype, bits);
  });
  for (std::size_t i = 0; i < subject.scalars.size(); ++i) count(subject.tuple.scalars[i].dtype, subject.scalars[i]);
  sum[Cost::poison] = subject.poison == Poison{} ? 0 : 1;
  return sum;
}

}  // namespace pto_cts::generators
