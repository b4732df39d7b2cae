// SPDX-License-Identifier: MIT
// Lists of special and of extreme values, and pairs that walk them.
#include <algorithm>

#include "payload_pairs.h"
#include "pto_cts/numerics/element.h"

namespace pto_cts::generators {
namespace {

using detail::power_of_two;
using numerics::FloatFormat;
using numerics::width_bits;
using numerics::width_mask;

using Values = std::vector<std::uint64_t>;

/// In order of first occurrence.
Values without_duplicates(const Values& values) {
  Values sorted = values;
  std::ranges::sort(sorted);
  std::vector<bool> seen(sorted.size());
  Values result;
  for (const std::uint64_t value : values) {
    const auto rank = static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
    if (!seen[rank]) result.push_back(value);
    seen[rank] = true;
  }
  return result;
}

Values with_both_signs(FloatFormat format, const Values& magnitudes) {
  Values result;
  for (const std::uint64_t magnitude : magnitudes) {
    result.push_back(magnitude);
    result.push_back(magnitude | format.sign_mask());
  }
  return without_duplicates(result);
}

Values special_floats(FloatFormat f) {
  const std::uint64_t one = power_of_two(f, 0), hidden = f.min_normal();
  const std::uint64_t half_mantissa = hidden / 2;
  const std::uint64_t last_place_one = power_of_two(f, f.mantissa_bits),
                      last_place_two = power_of_two(f, f.mantissa_bits + 1);
  return with_both_signs(f, {0,
                             1,
                             hidden - 1,
                             hidden,
                             hidden + 1,  // around the least normal
                             power_of_two(f, -1),
                             one - 1,
                             one,
                             one + 1,
                             one + half_mantissa,
                             power_of_two(f, 1),  // around one
                             last_place_one - 1,
                             last_place_one,
                             last_place_one + 1,
                             last_place_two + 1,
                             f.infinity() - hidden,
                             f.max_finite(),
                             f.infinity(),  // around the top
                             f.infinity() + 1,
                             f.quiet_nan() - 1,
                             f.quiet_nan(),
                             f.infinity() + hidden - 1});
}

Values extreme_floats(FloatFormat f) {
  const std::uint64_t hidden = f.min_normal();
  const std::uint64_t overflow =
      power_of_two(f, f.bias() - f.mantissa_bits - 1);  // half an ULP of the largest finite value
  const int root = f.bias() / 2;
  return with_both_signs(
      f, {f.max_finite(), f.max_finite() - 1, f.max_finite() - hidden, f.max_finite() - hidden + 1, overflow,
          overflow - 1, power_of_two(f, root + 1), power_of_two(f, root + 1) - 1, power_of_two(f, 1),
          power_of_two(f, 0), power_of_two(f, -1), power_of_two(f, -root), hidden, hidden + 1, hidden - 1, 1, 0});
}

Values special_integers(DType dtype) {
  Values result = {0};
  for (int bit = 0; bit < width_bits(dtype); ++bit) {
    const std::uint64_t value = std::uint64_t{1} << bit;
    for (const std::uint64_t near : {value - 1, value, value + 1, ~(value - 1), ~value, ~(value + 1)})
      result.push_back(near & width_mask(dtype));
  }
  return without_duplicates(result);
}

/// The numbers around the root of 2^width are those whose products just fit, just wrap, or wrap to little.
Values extreme_integers(DType dtype) {
  const std::uint64_t root = std::uint64_t{1} << (width_bits(dtype) / 2);
  const std::uint64_t largest = numerics::largest_integer(dtype), smallest = numerics::smallest_integer(dtype);
  Values result = {smallest,    largest,         ~std::uint64_t{0}, 0,    1,        2,     smallest + 1, largest - 1,
                   largest / 2, largest / 2 + 1, root - 1,          root, root + 1, ~root, ~root + 1};
  for (const std::uint64_t pattern : {0x5555555555555555u, 0x3333333333333333u, 0x0F0F0F0F0F0F0F0Fu}) {
    result.push_back(pattern);
    result.push_back(~pattern);
  }
  for (std::uint64_t& value : result) value &= width_mask(dtype);
  return without_duplicates(result);
}

/// make(dtype) for every dtype.
template <typename Make>
std::array<Values, kAllDTypes.size()> for_all_dtypes(Make make) {
  std::array<Values, kAllDTypes.size()> lists;
  for (const DType dtype : kAllDTypes) lists[static_cast<std::size_t>(dtype)] = make(dtype);
  return lists;
}

}  // namespace

std::span<const std::uint64_t> special_values(DType dtype) {
  static const auto lists = for_all_dtypes([](DType type) {
    return is_float(type) ? special_floats(numerics::float_format(type)) : special_integers(type);
  });
  return lists[static_cast<std::size_t>(dtype)];
}

namespace detail {

std::span<const std::uint64_t> extreme_values(DType dtype) {
  static const auto lists = for_all_dtypes([](DType type) {
    return is_float(type) ? extreme_floats(numerics::float_format(type)) : extreme_integers(type);
  });
  return lists[static_cast<std::size_t>(dtype)];
}

std::vector<Pair> make_pairs(PayloadClass payload_class, DType dtype, std::optional<std::uint64_t> scalar,
                             std::size_t count, Stream& stream) {
  const bool extremes = payload_class == PayloadClass::extremes;
  const bool walk = !is_float(dtype) || extremes || payload_class == PayloadClass::special;
  std::vector<Pair> result;
  result.reserve(count);
  if (!walk) {
    FloatPairs pairs(dtype, scalar, stream);
    while (result.size() < count) result.push_back(pairs.make(payload_class));
    return result;
  }
  const std::span<const std::uint64_t> list = extremes ? extreme_values(dtype) : special_values(dtype);
  const std::size_t first_start = stream.below(list.size()), second_start = stream.below(list.size());
  const std::size_t stride = stream.below(list.size());
  for (std::size_t i = 0; i < count; ++i)
    result.emplace_back(list[(first_start + i) % list.size()],
                        list[(second_start + i * stride + i / list.size()) % list.size()]);
  return result;
}

}  // namespace detail
}  // namespace pto_cts::generators
