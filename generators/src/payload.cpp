// SPDX-License-Identifier: MIT
#include "pto_cts/generators/payload.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "payload_pairs.h"
#include "payload_tiles.h"

namespace pto_cts::generators {
namespace {

using detail::Codes;
using detail::Pair;

/// 256 pairs: enough for one case, and cheap beside the tiles they fill.
constexpr int kMostPairsBits = 8;

// Places with equal codes form a lattice, and that of the golden ratio is among those with the longest shortest vector.
// The leading bits of the fraction serve each width.
constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
// Found by search: multiples 1, 2 and 3 of its leading bits are far from all lattice points, for the widths in use.
constexpr std::uint64_t kFar = 0xF6ABFECD51D210B7;

/// What the codes of one case have in common. pre: multiplier is odd.
struct CodeFamily {
  std::uint64_t multiplier = 1;
  std::uint64_t base = 0;
};

/// Codes of `bits` bits, 3 to 64, for the operand with that ordinal. Both steps and, from 8 bits on, a step from one
/// lap to the next change the code: no shift by whole rows, by whole columns, or by powers of two of them, leaves all
/// codes as they were. Between jumps, two places of one operand with the same code are at least 0.6 * 2^(bits/2)
/// apart. From 8 bits on this is 0.35 * 2^(bits/2) for two places of different operands, of the first four, or on both
/// sides of a jump.
Codes codes_of(const CodeFamily& family, int bits, int ordinal) {
  const int unused = 64 - bits;
  const std::uint64_t row_step = (kGoldenRatio >> unused) | 1;
  const std::uint64_t far_step = kFar >> unused;
  Codes codes;
  codes.bits = bits;
  codes.start = family.base + family.multiplier * static_cast<std::uint64_t>(ordinal) * far_step;
  codes.row_step = family.multiplier * row_step;
  codes.col_step = family.multiplier;
  codes.row_jump = family.multiplier * (3 * far_step | 1);
  codes.col_jump = family.multiplier * (2 * far_step | 1);
  return codes;
}

/// What the data operands of one case have in common, so that they go together.
struct Shared {
  PayloadClass payload_class;
  CodeFamily codes;
  std::uint64_t pairs_seed = 0;
  int pairs_bits = 0;           ///< 2^pairs_bits pairs
  int exponent_shift = 0;       ///< random: of the middle of the exponents
  bool many_exponents = false;  ///< position: rather more distinct values than sums that depend on both operands
};

/// The middle of the exponents that the class `random` gives to floats, for a shift in [-2, 2].
int middle_exponent(DType dtype, int shift) {
  return dtype == DType::f16 ? shift : 8 * shift;
}

/// Keeps sign and mantissa of random words and brings the exponent near the middle: m + 1 different ones.
template <typename Word>
void narrow_exponents(numerics::FloatFormat format, int middle, std::span<std::uint8_t> bytes) {
  const int m = format.mantissa_bits;
  const auto count = static_cast<std::uint32_t>(m + 1);
  const auto lowest = static_cast<std::uint32_t>(format.bias() + middle - m / 2);
  const auto exponent_mask = static_cast<std::uint32_t>(format.infinity());
  for (std::size_t i = 0; i + sizeof(Word) <= bytes.size(); i += sizeof(Word)) {
    Word word;
    std::memcpy(&word, bytes.data() + i, sizeof(Word));
    const std::uint32_t random = (word & exponent_mask) >> m;
    const std::uint32_t exponent = lowest + ((random * count) >> format.exponent_bits);
    word = static_cast<Word>((word & ~exponent_mask) | (exponent << m));
    std::memcpy(bytes.data() + i, &word, sizeof(Word));
  }
}

void fill_random(DType dtype, std::span<std::uint8_t> bytes, const Shared& shared, Stream& stream) {
  stream.fill(bytes);
  if (!is_float(dtype)) return;
  const numerics::FloatFormat format = numerics::float_format(dtype);
  const int middle = middle_exponent(dtype, shared.exponent_shift);
  if (dtype == DType::f32) return narrow_exponents<std::uint32_t>(format, middle, bytes);
  narrow_exponents<std::uint16_t>(format, middle, bytes);
}

/// Floats: the last bit of the code is the sign, the next ones choose the exponent, the rest is the mantissa.
void fill_position(const TileDesc& tile, std::uint8_t* bytes, int ordinal, const Shared& shared) {
  detail::with_word(tile.dtype, [&]<typename Word>() {
    constexpr int kWidth = std::numeric_limits<Word>::digits;
    if (!is_float(tile.dtype)) {
      detail::store_by_code<Word>(tile, codes_of(shared.codes, kWidth, ordinal), bytes, std::identity());
      return;
    }
    const numerics::FloatFormat format = numerics::float_format(tile.dtype);
    const int m = format.mantissa_bits;
    const int most = tile.dtype == DType::f16 ? 4 : 6;
    const int exponent_bits = shared.many_exponents ? most : tile.dtype == DType::f32 ? 4 : 3;
    const std::uint64_t exponents = (std::uint64_t{1} << exponent_bits) - 1;
    const std::uint64_t lowest = static_cast<std::uint64_t>(format.bias()) - exponents / 2;
    const auto value = [=](std::uint64_t code) {
      const std::uint64_t mantissa = (code >> (1 + exponent_bits)) & (format.min_normal() - 1);
      return ((code & 1) << (kWidth - 1)) | ((lowest + ((code >> 1) & exponents)) << m) | mantissa;
    };
    detail::store_by_code<Word>(tile, codes_of(shared.codes, 1 + exponent_bits + m, ordinal), bytes, value);
  });
}

void fill_pairs(const TileDesc& tile, std::uint8_t* bytes, int ordinal, const Shared& shared,
                const std::vector<Pair>& pairs) {
  std::vector<std::uint64_t> values(pairs.size());
  std::ranges::transform(pairs, values.begin(),
                         [&](const Pair& pair) { return ordinal % 2 == 0 ? pair.first : pair.second; });
  Codes codes = codes_of(shared.codes, shared.pairs_bits, 0);
  codes.start += static_cast<std::uint64_t>(ordinal / 2) * 3;
  const std::uint64_t mask = values.size() - 1;
  detail::with_word(tile.dtype, [&]<typename Word>() {
    detail::store_by_code<Word>(tile, codes, bytes, [&](std::uint64_t code) { return values[code & mask]; });
  });
}

/// Bits of the first scalar of that dtype.
std::optional<std::uint64_t> scalar_of(const Case& subject, DType dtype) {
  for (std::size_t i = 0; i < subject.scalars.size(); ++i)
    if (subject.tuple.scalars[i].dtype == dtype) return subject.scalars[i];
  return std::nullopt;
}

/// The contents of data operands, one storage after another.
class DataFiller {
 public:
  DataFiller(const Case& subject, PayloadClass payload_class, Draw& draw) : subject_(subject), shared_{} {
    shared_.payload_class = payload_class;
    shared_.codes = {draw.next() | 1, draw.next()};
    shared_.pairs_seed = draw.next();
    shared_.exponent_shift = static_cast<int>(draw.between(-2, 2));
    shared_.many_exponents = draw.chance(50);
    std::uint64_t most = 8;
    for (const TileOperand& operand : subject.tuple.tiles)
      if (is_read(operand.role) && operand.role != Role::index)
        most = std::max(most, static_cast<std::uint64_t>(std::max<std::int64_t>(
                                  tile_bytes(operand.tile) / element_bytes(operand.tile.dtype), 0)));
    shared_.pairs_bits = std::min(detail::bits_in(most - 1), kMostPairsBits);
  }

  void fill(const TileDesc& tile, int ordinal, std::span<std::uint8_t> bytes, Stream& stream) {
    const PayloadClass payload_class = class_for(tile.dtype);
    if (payload_class == PayloadClass::random) return fill_random(tile.dtype, bytes, shared_, stream);
    if (payload_class == PayloadClass::position) return fill_position(tile, bytes.data(), ordinal, shared_);
    fill_pairs(tile, bytes.data(), ordinal, shared_, pairs_of(tile.dtype, payload_class));
  }

 private:
  PayloadClass class_for(DType dtype) const {
    const auto classes = payload_classes(dtype);
    const bool meaningful = std::ranges::find(classes, shared_.payload_class) != classes.end();
    return meaningful ? shared_.payload_class : PayloadClass::special;
  }

  /// The same pairs for all operands of one dtype.
  const std::vector<Pair>& pairs_of(DType dtype, PayloadClass payload_class) {
    if (pairs_.empty() || pairs_dtype_ != dtype) {
      Stream stream(shared_.pairs_seed);
      pairs_dtype_ = dtype;
      pairs_ = detail::make_pairs(payload_class, dtype, scalar_of(subject_, dtype),
                                  std::size_t{1} << shared_.pairs_bits, stream);
    }
    return pairs_;
  }

  const Case& subject_;
  Shared shared_;
  DType pairs_dtype_ = DType::u8;
  std::vector<Pair> pairs_;
};

Poison draw_poison(Draw& draw) {
  std::uint32_t pattern = 0;
  for (int half = 0; half < 2; ++half) {
    const auto low = static_cast<std::uint32_t>(draw.between(1, 126));  // so that the complement is not zero
    pattern = (pattern << 16) | 0x7F80u | low | (draw.chance(50) ? 0x8000u : 0u);
  }
  return {draw.chance(50) ? ~pattern : pattern};
}

/// What the offsets of an index operand lead to.
detail::IndexTargets targets_of(const Tuple& tuple, int tile, const IndexUse* use) {
  const auto count = static_cast<int>(tuple.tiles.size());
  if (use != nullptr && use->index_tile == tile && use->source_tile >= 0 && use->source_tile < count)
    return detail::index_targets(tuple.tiles[static_cast<std::size_t>(use->source_tile)].tile, use->unit,
                                 tuple.tiles[static_cast<std::size_t>(tile)].tile.dtype);
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (const TileOperand& operand : tuple.tiles)
    if (operand.role != Role::index) smallest = std::min(smallest, tile_bytes(operand.tile));
  return detail::unknown_targets(smallest);
}

}  // namespace

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

std::span<const PayloadClass> payload_classes(DType dtype) {
  static constexpr std::array kOfIntegers = {PayloadClass::position, PayloadClass::random, PayloadClass::special,
                                             PayloadClass::extremes};
  if (is_float(dtype)) return kAllPayloadClasses;
  return kOfIntegers;
}

bool is_discriminating(PayloadClass value) {
  return value == PayloadClass::position || value == PayloadClass::random;
}

void fill_payload(Case& subject, PayloadClass payload_class, IndexClass index_class, Draw& draw, const IndexUse* use) {
  const Tuple& tuple = subject.tuple;
  subject.poison = draw_poison(draw);
  subject.index_poison.clear();
  subject.payload_class = name(payload_class);
  Stream scalars(draw);
  subject.scalars.clear();
  for (const ScalarOperand& scalar : tuple.scalars)
    subject.scalars.push_back(detail::draw_scalar(payload_class, scalar.dtype, scalars));

  const auto storages = static_cast<std::size_t>(storage_count(tuple));
  subject.payload.resize(storages);
  for (std::size_t i = 0; i < storages; ++i)
    subject.payload[i].assign(static_cast<std::size_t>(storage_bytes(tuple, static_cast<int>(i))), 0);

  std::vector<bool> filled(storages);
  Stream indices(draw);
  for (std::size_t i = 0; i < tuple.tiles.size(); ++i) {
    const TileOperand& operand = tuple.tiles[i];
    if (operand.role != Role::index) continue;
    const auto storage = static_cast<std::size_t>(operand.storage);
    const auto targets = targets_of(tuple, static_cast<int>(i), use);
    if (!filled[storage])
      detail::fill_index(operand.tile, subject.payload[storage].data(), index_class, targets, indices);
    filled[storage] = true;
    const auto [first, second] = detail::index_poison(targets, indices);
    if (subject.index_poison.empty()) subject.payload_class.append("/").append(name(index_class));
    subject.index_poison.push_back({static_cast<int>(i), first, second});
  }

  DataFiller filler(subject, payload_class, draw);
  Stream data(draw);
  int ordinal = 0;
  for (const TileOperand& operand : tuple.tiles) {
    if (!is_read(operand.role) || operand.role == Role::index) continue;
    const auto storage = static_cast<std::size_t>(operand.storage);
    if (!filled[storage]) {
      const std::span<std::uint8_t> bytes(subject.payload[storage]);
      const auto own = static_cast<std::size_t>(std::max<std::int64_t>(tile_bytes(operand.tile), 0));
      filler.fill(operand.tile, ordinal, bytes.first(own), data);
      data.fill(bytes.subspan(own));
    }
    filled[storage] = true;
    ++ordinal;
  }
}

}  // namespace pto_cts::generators
