// SPDX-License-Identifier: MIT
// Pairs of floats. A finite float is M * 2^(e - m), with m mantissa bits and 2^m <= M < 2^(m+1) if it is normal.
// No expression draws twice, unless between braces: the order of evaluation is a matter of the compiler.
#include <algorithm>
#include <bit>
#include <cmath>

#include "payload_pairs.h"

namespace pto_cts::generators::detail {

using numerics::FloatFormat;

std::uint64_t encode(FloatFormat format, bool negative, std::uint64_t significand, int exponent) {
  const std::uint64_t sign = negative ? format.sign_mask() : 0;
  const int m = format.mantissa_bits;
  const int least = 1 - format.bias() - m;  // exponent of the least subnormal
  const int spare = m + 1 - bits_in(significand);
  const int shift = std::min(spare, exponent - least);  // to the place of the last mantissa bit
  if (significand == 0 || shift < -m) return sign;
  const std::uint64_t kept = shift >= 0 ? significand << shift : significand >> -shift;
  const int binade = exponent - shift - least;  // kept contains the hidden bit, which is worth one binade
  if (binade >= 2 * format.bias()) return sign | format.infinity();
  return sign | ((static_cast<std::uint64_t>(binade) << m) + kept);
}

FloatPairs::FloatPairs(DType dtype, std::optional<std::uint64_t> scalar, Stream& stream)
    : dtype_(dtype), format_(numerics::float_format(dtype)), stream_(stream) {
  if (!scalar || !numerics::is_finite(dtype, *scalar) || numerics::is_zero(dtype, *scalar)) return;
  scalar_ = scalar;
  scalar_size_ = std::abs(numerics::to_double(dtype, *scalar));
  const std::uint64_t fraction = *scalar & (format_.min_normal() - 1);
  const std::uint64_t significand = numerics::is_subnormal(dtype, *scalar) ? fraction : fraction | format_.min_normal();
  odd_part_ = significand >> std::countr_zero(significand);
}

Pair FloatPairs::make(PayloadClass payload_class) {
  switch (payload_class) {
    case PayloadClass::ties: return ties();
    case PayloadClass::below_powers: return below_powers();
    case PayloadClass::cancellation: return cancellation();
    case PayloadClass::subnormals: return subnormals();
    default: return {any_kind(), any_kind()};
  }
}

/// Where a scalar has to meet the first operand, the two do not change places.
Pair FloatPairs::in_any_order(Pair pair) {
  if (!scalar_ && coin()) std::swap(pair.first, pair.second);
  return pair;
}

Pair FloatPairs::ties() {
  std::uint64_t first = 0;
  if (scalar_) {
    first = tie_of_product();
  } else {
    const int lowest = std::max(-40, format_.mantissa_bits + 3 - format_.bias());  // half an ULP is normal
    const auto exponent = static_cast<int>(stream_.between(lowest, std::min(40, format_.bias() - 1)));
    const std::uint64_t significand = format_.min_normal() + random_mantissa();
    first = with_sign(encode(format_, false, significand, exponent - format_.mantissa_bits));
  }
  return in_any_order({first, tie_of_sum(first)});
}

/// A value whose product with the scalar lies half way between two values, or one step beside such a value. With the
/// scalar's odd part S of q bits, M * S has q - 1 bits too many, or q if it carries into the next binade. The bits too
/// many are 10...0 exactly if M ends in them, because S is odd.
std::uint64_t FloatPairs::tie_of_product() {
  const int m = format_.mantissa_bits;
  const std::uint64_t random = format_.min_normal() + random_mantissa();
  const int q = bits_in(odd_part_);
  std::uint64_t tie = random;
  for (int excess = std::max(1, q - 1); excess <= std::min(q, m); ++excess) {
    const std::uint64_t candidate = (random >> excess << excess) | (std::uint64_t{1} << (excess - 1));
    if (candidate < format_.min_normal() || bits_in(candidate * odd_part_) != m + 1 + excess) continue;
    tie = candidate;
    break;
  }
  const std::uint64_t choice = stream_.below(8);
  if (choice == 0 && tie + 1 < 2 * format_.min_normal()) ++tie;
  if (choice == 1 && tie > format_.min_normal()) --tie;
  const auto exponent = static_cast<int>(stream_.between(-6, 6));
  return with_sign(encode(format_, false, tie, exponent - m));
}

/// A value that is n + 1/2 units in the last place of `first`, whose sum with it stays in the same binade; in half of
/// all cases one step more or less. pre: `first` is normal.
std::uint64_t FloatPairs::tie_of_sum(std::uint64_t first) {
  const int m = format_.mantissa_bits;
  const std::uint64_t hidden = format_.min_normal();
  const bool negative = numerics::sign_bit(dtype_, first);
  const std::uint64_t magnitude = first & ~format_.sign_mask();
  const std::uint64_t significand = (magnitude & (hidden - 1)) | hidden;
  const int last_place = static_cast<int>(magnitude >> m) - format_.bias() - m;

  const auto most = static_cast<int>(stream_.between(1, m - 1));
  std::uint64_t n = coin() ? 0 : stream_.below(std::uint64_t{1} << most);
  bool same_sign = coin();
  if (same_sign && significand + n >= 2 * hidden) same_sign = false;
  if (!same_sign && significand < hidden + n + 1) {
    n = 0;
    same_sign = true;
  }
  const std::uint64_t tie = encode(format_, negative == same_sign, 2 * n + 1, last_place - 1);
  switch (stream_.below(4)) {
    case 0: return tie + 1;
    case 1: return tie - 1;
    default: return tie;
  }
}

Pair FloatPairs::below_powers() {
  const std::uint64_t hidden = format_.min_normal();
  const auto biased = static_cast<int>(stream_.between(1, 2 * format_.bias() + 1));
  const std::uint64_t power = static_cast<std::uint64_t>(biased) * hidden;
  constexpr std::array<std::uint64_t, 8> kBelow = {1, 1, 1, 1, 2, 0, 0, std::uint64_t(-1)};  // steps below the power
  const auto neighbour = [&] { return power == format_.infinity() ? power - 1 : power - stream_.pick(kBelow); };
  const bool negative = coin();
  const std::uint64_t first = scalar_ && coin() ? product_near(biased) : neighbour();

  const int step = biased - format_.bias() - format_.mantissa_bits - 1;  // exponent of one ULP below the power
  bool same_sign = first < power || stream_.chance(25);
  std::uint64_t second = 0;
  switch (stream_.below(8)) {
    case 0:
    case 1: second = encode(format_, false, 1, step - 1); break;
    case 2: second = encode(format_, false, 1, step); break;
    case 3: second = encode(format_, false, 3, step - 2); break;
    case 4: second = encode(format_, false, 1, step - 2); break;
    case 5: second = encode(format_, false, hidden + 1, step - 1 - format_.mantissa_bits); break;
    case 6: second = neighbour(); break;
    default: second = biased > 1 ? neighbour() - hidden : neighbour(); same_sign = coin();
  }
  const auto signed_bits = [&](bool minus, std::uint64_t bits) { return minus ? bits | format_.sign_mask() : bits; };
  return in_any_order({signed_bits(negative, first), signed_bits(negative == same_sign, second)});
}

/// A magnitude whose product with the scalar is about a power of two.
std::uint64_t FloatPairs::product_near(int biased_power) {
  const auto hidden = static_cast<std::int64_t>(format_.min_normal());
  const auto inverse = static_cast<std::int64_t>(numerics::from_double(dtype_, 1 / scalar_size_));
  const std::int64_t bits = inverse + (biased_power - format_.bias()) * hidden + stream_.between(-1, 1);
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(bits, 1, static_cast<std::int64_t>(format_.max_finite())));
}

Pair FloatPairs::cancellation() {
  const std::uint64_t hidden = format_.min_normal();
  const std::int64_t top = 2 * format_.bias() - 2;
  const auto biased = static_cast<std::uint64_t>(stream_.between(format_.mantissa_bits + 2, top));
  const std::uint64_t first = biased * hidden + random_mantissa();
  std::uint64_t steps = stream_.below(6);
  if (steps == 5) steps = std::uint64_t{1} << stream_.below(static_cast<std::uint64_t>(format_.mantissa_bits));
  if (stream_.below(8) == 0) steps += hidden;  // a factor of two: the last case in which the difference is exact
  const std::uint64_t second = coin() ? first + steps : first - steps;
  return coin() ? Pair{first, second | format_.sign_mask()} : Pair{first | format_.sign_mask(), second};
}

Pair FloatPairs::subnormals() {
  const std::uint64_t hidden = format_.min_normal();
  const std::uint64_t first = scalar_ && coin() ? small_product() : small_magnitude();
  const bool negative = coin();
  const std::uint64_t sign = negative ? format_.sign_mask() : 0;
  if (first >= 2 * hidden || stream_.below(3) == 0) return in_any_order({first | sign, with_sign(small_magnitude())});
  // Up to twice the least normal the encoding counts least subnormals: choose the sum, and the other value follows.
  const auto sum = static_cast<std::int64_t>(hidden) + stream_.between(-3, 3);
  const std::int64_t second = (coin() ? sum : -sum) - static_cast<std::int64_t>(first);
  if (std::abs(second) >= static_cast<std::int64_t>(2 * hidden)) return in_any_order({first | sign, hidden | sign});
  return in_any_order(
      {first | sign, encode(format_, (second < 0) != negative, static_cast<std::uint64_t>(std::abs(second)),
                            1 - format_.bias() - format_.mantissa_bits)});
}

std::uint64_t FloatPairs::small_magnitude() {
  const std::uint64_t hidden = format_.min_normal();
  switch (stream_.below(8)) {
    case 0:
    case 1: return 1 + random_mantissa();
    case 2: return 1 + stream_.below(3);
    case 3: return hidden - 1 - stream_.below(3);
    case 4: return hidden + stream_.below(4);
    case 5: return 2 * hidden - 2 + stream_.below(5);
    case 6: return hidden + stream_.below(2 * hidden);
    default: return stream_.below(4) == 0 ? 0 : hidden;
  }
}

/// A magnitude whose product with the scalar is about the least normal, or a few least subnormals and a half.
std::uint64_t FloatPairs::small_product() {
  const double least_normal = numerics::to_double(dtype_, format_.min_normal());
  const double least = numerics::to_double(dtype_, 1);
  const double half_steps = static_cast<double>(stream_.below(8)) + 0.5;
  const double target = coin() ? least_normal : half_steps * least;
  const std::uint64_t nearest = numerics::from_double(dtype_, target / scalar_size_);
  const std::uint64_t beside = nearest + stream_.below(7);
  return std::min(beside - std::min<std::uint64_t>(beside, 3), format_.max_finite());
}

std::uint64_t FloatPairs::any_kind() {
  const std::uint64_t hidden = format_.min_normal();
  const std::uint64_t choice = stream_.below(16);
  if (choice < 7) return with_sign(format_.infinity() + 1 + stream_.below(hidden - 1));
  if (choice < 10) return with_sign(format_.infinity());
  if (choice == 10) return with_sign(0);
  const auto biased = static_cast<std::uint64_t>(stream_.between(format_.bias() - 4, format_.bias() + 4));
  return with_sign(biased * hidden + random_mantissa());
}

}  // namespace pto_cts::generators::detail
